import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { baseName } from '../../../model/file/file-name.ts';
import type { TensorsBasis } from '../../../model/tensor/tensor-acts.ts';
import type { Declared } from '../../../tensor/contents/fit.ts';
import type { ReadContents } from '../../../tensor/contents/preview.ts';
import { isDecodedDtype } from '../../../tensor/dtype.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useJob } from '../../../widgets/loading/job.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { firstLine } from '../../../widgets/tensor/tensor-first.ts';
import { useFileQuestions } from '../../files/changes/file-questions.tsx';
import { useFindActions } from '../../find/action.ts';
import classes from './new-tensor.module.css';
import { stepName, type TensorActs, useTensorActs } from './use-tensor-acts.ts';
import { ValueInput } from './value-input.tsx';

interface Props {
  /** As a button with words, or as an icon. */
  as: 'button' | 'icon';
  onName(name: string): void;
}

/** Adds a tensor to the package, as a step of the draft. Nothing where the format cannot change tensors, or not now. */
export function NewTensor(props: Props) {
  const acts = useTensorActs();
  return acts && acts.problem === undefined ? <NewTensorButton {...props} acts={acts} /> : null;
}

function NewTensorButton({ as, onName, acts }: Props & { acts: TensorActs }) {
  const { dialog, ask } = useFileQuestions(() => {});
  async function add(): Promise<void> {
    const on = await acts.basis();
    if (!on) return;
    const name = await ask<string>('New tensor', 640, (answer) => (
      <NewTensorForm acts={acts} on={on} onAnswer={answer} />
    ));
    if (name !== undefined) onName(name);
  }
  useFindActions([{ name: 'New tensor…', Icon: IconPlus, run: () => void add() }]);
  return (
    <>
      {as === 'icon' ? (
        <ActionIcon size="lg" aria-label="New tensor" onClick={() => void add()}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : (
        <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => void add()}>
          New tensor
        </Button>
      )}
      {dialog}
    </>
  );
}

const ANYTHING: Declared = {};

interface FormProps {
  acts: TensorActs;
  on: TensorsBasis;
  onAnswer(name?: string): void;
}

function NewTensorForm({ acts: { drafts, make }, on, onAnswer }: FormProps) {
  const job = useJob();
  const [values, setValues] = useState<{ read: ReadContents; notes: readonly string[] }>();
  const [typedName, setName] = useState<string>();
  const [stem, setStem] = useState('tensor');
  const name = typedName ?? drafts.freeName(on, stem);
  const problem = drafts.nameProblem(on, name);

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!values || problem !== undefined) return;
    const { contents } = values.read;
    void job.run(async (options) => {
      await make([{ kind: 'put', name, contents }], `Add tensor ${stepName(name)}`, options);
      onAnswer(name);
    });
  }

  return (
    <div className={classes.root}>
      {values ? (
        <ReadLine {...values} onChange={() => setValues(undefined)} />
      ) : (
        <ValueInput
          label="the new tensor"
          declared={ANYTHING}
          dtypes={drafts.dtypes}
          canNest
          onRead={(read, notes, file) => {
            if (file !== undefined) setStem(baseName(file).replace(/(.)\.[^.]*$/, '$1'));
            setValues({ read, notes });
          }}
        />
      )}
      {job.state.status === 'running' && (
        <RunningJob what="Adding the tensor" progress={job.state.progress} onCancel={job.cancel} />
      )}
      {job.state.status === 'failed' && <ErrorNote error={job.state.error} />}
      <form onSubmit={onSubmit} className={classes.form}>
        <TextInput
          label="Name"
          classNames={{ input: classes.mono ?? '' }}
          spellCheck={false}
          autoComplete="off"
          data-undoes=""
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogActions onCancel={() => onAnswer()}>
          <Button variant="filled" type="submit" disabled={!values || problem !== undefined}>
            Add
          </Button>
        </DialogActions>
      </form>
    </div>
  );
}

/** Values that are read, in short. */
function ReadLine({ read, notes, onChange }: { read: ReadContents; notes: readonly string[]; onChange(): void }) {
  const { dtype, shape, first, count, inner } = read.preview;
  const line = isDecodedDtype(dtype) ? firstLine(dtype, first, BigInt(count)) : '';
  return (
    <div className={classes.read}>
      <div>
        <p className={classes.line}>
          {inner ? `nested, of ${inner.length}` : `${dtype}, ${shape.length === 0 ? 'scalar' : shape.join(' × ')}`}
        </p>
        {line !== '' && (
          <p className={classes.values}>
            <NameText>{line}</NameText>
          </p>
        )}
        {[...notes, ...read.losses.map(({ words }) => `It ${words}.`)].map((note) => (
          <ToneLine key={note} tone="info">
            {visibleText(note)}
          </ToneLine>
        ))}
      </div>
      <Button size="xs" onClick={onChange}>
        Change
      </Button>
    </div>
  );
}
