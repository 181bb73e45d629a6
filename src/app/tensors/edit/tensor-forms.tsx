import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { capitalized } from '../../../base/text.ts';
import { elementCount, type Shape } from '../../../tensor/shape.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import { reshaped, shapeInput } from '../../../widgets/values/typed-shape.ts';
import classes from '../../files/file-dialogs.module.css';

/** What refers to a tensor, listed up to so many. */
const MAX_USES = 12;

interface TextFormProps {
  label: string;
  description?: string;
  button: string;
  first: string;
  /** Why the text cannot be taken, in a sentence. Undefined where it can. */
  problemOf(text: string): string | undefined;
  /** What is said of a text that can be taken. */
  about?: (text: string) => React.ReactNode;
  onAnswer(text?: string): void;
}

/** Asks for a text, and says at once what is wrong with it. */
function TextForm({ label, description, button, first, problemOf, about, onAnswer }: TextFormProps) {
  const [text, setText] = useState(first);
  const [isTried, setTried] = useState(false);
  const problem = problemOf(text);
  const isShown = problem !== undefined && (text !== first || isTried);
  const id = useId();
  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (problem === undefined) onAnswer(text);
  }
  return (
    <form onSubmit={onSubmit}>
      <TextInput
        label={label}
        description={description}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        classNames={{ input: classes.path ?? '' }}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        data-undoes=""
        value={text}
        error={isShown}
        aria-describedby={id}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes.problem} role="status" id={id}>
        {isShown ? <ToneLine tone="error">{problem}</ToneLine> : about?.(text)}
      </div>
      <DialogActions onCancel={() => onAnswer()}>
        <Button variant="filled" type="submit" disabled={problem !== undefined && isShown}>
          {button}
        </Button>
      </DialogActions>
    </form>
  );
}

interface NameFormProps {
  act: 'Rename' | 'Duplicate';
  first: string;
  /** What follows when it is renamed. */
  uses: readonly string[];
  problemOf(name: string): string | undefined;
  onAnswer(name?: string): void;
}

/** Asks for the name of a tensor. */
export function TensorNameForm({ act, first, uses, problemOf, onAnswer }: NameFormProps) {
  const follow = uses.map((use) => visibleText(use)).slice(0, MAX_USES);
  const more = uses.length > MAX_USES ? [`${uses.length - MAX_USES} more`] : [];
  const about = act === 'Duplicate' ? 'Both share one file until one of them is changed.' : undefined;
  return (
    <TextForm
      label={act === 'Rename' ? 'New name' : 'Name of the copy'}
      button={act}
      first={first}
      problemOf={(name) => (act === 'Rename' && name === first ? undefined : problemOf(name))}
      about={() => (
        <p className={classes.place}>
          {about ?? (follow.length > 0 ? `${capitalized([...follow, ...more].join(', '))} will follow.` : '')}
        </p>
      )}
      onAnswer={onAnswer}
    />
  );
}

/** Asks for another shape of as many elements. */
export function ReshapeForm({ shape, onAnswer }: { shape: Shape; onAnswer(shape?: Shape): void }) {
  const count = elementCount(shape);
  const of = (text: string) => reshaped(text, count);
  const problemOf = (text: string) => {
    const found = of(text);
    return 'problem' in found ? found.problem : undefined;
  };
  return (
    <TextForm
      label="New shape"
      description="The elements stay as they are, in row-major order. One size can be −1."
      button="Reshape"
      first={shapeInput(shape)}
      problemOf={problemOf}
      about={(text) => {
        const found = of(text);
        return 'shape' in found && <ShapeText shape={found.shape} />;
      }}
      onAnswer={(text) => {
        const found = text === undefined ? undefined : of(text);
        onAnswer(found && 'shape' in found ? found.shape : undefined);
      }}
    />
  );
}

/** Asks before a tensor is removed that something refers to. */
export function RemoveTensorForm({ uses, onAnswer }: { uses: readonly string[]; onAnswer(isYes: boolean): void }) {
  return (
    <>
      <p className={classes.text}>These lose their value:</p>
      <ul className={classes.list}>
        {uses.slice(0, MAX_USES).map((use) => (
          <li key={use}>{visibleText(capitalized(use))}</li>
        ))}
        {uses.length > MAX_USES && <li>and {uses.length - MAX_USES} more</li>}
      </ul>
      <DialogActions onCancel={() => onAnswer(false)}>
        <Button variant="filled" data-autofocus onClick={() => onAnswer(true)}>
          Remove
        </Button>
      </DialogActions>
    </>
  );
}
