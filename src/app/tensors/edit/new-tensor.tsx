import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { toErrorData } from '../../../base/errors.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { TensorsBasis } from '../../../model/tensor/tensor-acts.ts';
import { useActions } from '../../../state/hooks.ts';
import type { FitOption } from '../../../tensor/contents/fit.ts';
import type { ReadContents } from '../../../tensor/contents/preview.ts';
import type { TypedValues } from '../../../tensor/contents/typed.ts';
import { isDecodedDtype } from '../../../tensor/dtype.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useFileDrop } from '../../../widgets/files/file-drop.ts';
import { type JobOptions, useJob } from '../../../widgets/loading/job.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { firstLine } from '../../../widgets/tensor/tensor-first.ts';
import type { TypedDtype } from '../../../widgets/values/typed-draft.ts';
import { TypedForm } from '../../../widgets/values/typed-form.tsx';
import { ValueDrop } from '../../../widgets/values/value-drop.tsx';
import { ValueQuestion } from '../../../widgets/values/value-question.tsx';
import {
  convertedBy,
  type Given,
  givenName,
  heldStorable,
  type Outcome,
  readFor,
} from '../../../widgets/values/value-reading.ts';
import { useFileQuestions } from '../../files/changes/file-questions.tsx';
import { useFindActions } from '../../find/action.ts';
import classes from './new-tensor.module.css';
import { stepName, type TensorActs, useTensorActs } from './use-tensor-acts.ts';

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

/** What the dialog has of the values so far. */
type Values =
  | { kind: 'none' }
  | { kind: 'typing' }
  | { kind: 'asks'; given: Given; of: Outcome | { kind: 'failed'; error: ReturnType<typeof toErrorData> } }
  | { kind: 'read'; read: ReadContents; notes: readonly string[] };

interface FormProps {
  acts: TensorActs;
  on: TensorsBasis;
  onAnswer(name?: string): void;
}

function NewTensorForm({ acts: { drafts, make }, on, onAnswer }: FormProps) {
  const calls = useActions();
  const job = useJob();
  const [values, setValues] = useState<Values>({ kind: 'none' });
  const [typedName, setName] = useState<string>();
  const [stem, setStem] = useState('tensor');
  const name = typedName ?? drafts.freeName(on, stem);
  const problem = drafts.nameProblem(on, name);
  const canBeTyped = drafts.dtypes as readonly TypedDtype[];

  /** Reads values, and says at them what goes wrong. */
  function work(given: Given, read: (options: JobOptions) => Promise<Outcome>): void {
    void job.run(async (options) => {
      try {
        const outcome = await heldStorable(
          calls,
          await read(options),
          { declared: {}, dtypes: drafts.dtypes },
          options,
        );
        if (outcome.kind === 'fits') setValues({ kind: 'read', read: outcome.read, notes: outcome.notes });
        else setValues({ kind: 'asks', given, of: outcome });
      } catch (error) {
        if (options.signal.aborted) throw error;
        setValues({ kind: 'asks', given, of: { kind: 'failed', error: toErrorData(error) } });
      }
    });
  }
  const take = ([file]: readonly File[]) => {
    if (!file) return;
    setStem(baseName(file.name).replace(/(.)\.[^.]*$/, '$1'));
    const given = { file, name: file.name };
    work(given, (options) => readFor(calls, given, {}, options));
  };
  const drop = useFileDrop(take);
  const onTyped = (typed: TypedValues) =>
    work({ text: '' }, async (options) => ({
      kind: 'fits',
      read: await calls.typeContents({ typed }, options),
      notes: [],
    }));
  const onTake = (given: Given, of: Outcome, option: FitOption | undefined) =>
    work(given, async (options) => {
      if (of.kind !== 'convert' || !option) return of;
      return { kind: 'fits', read: await convertedBy(calls, of.read, option, undefined, options), notes: of.notes };
    });

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (values.kind !== 'read' || problem !== undefined) return;
    const { contents } = values.read;
    void job.run(async (options) => {
      await make([{ kind: 'put', name, contents }], `Add tensor ${stepName(name)}`, options);
      onAnswer(name);
    });
  }

  return (
    <div className={classes.root} {...drop}>
      {values.kind === 'typing' ? (
        <TypedForm
          label="new tensor"
          dtypes={canBeTyped}
          shape={undefined}
          canNest
          button="Use"
          leave="Back"
          onTyped={onTyped}
          onCancel={() => setValues({ kind: 'none' })}
        />
      ) : values.kind === 'asks' ? (
        <ValueQuestion
          name={givenName(values.given)}
          of={values.of}
          declared={{}}
          onChoose={(key) => work(values.given, (options) => readFor(calls, values.given, { key }, options))}
          onTake={(option) => values.of.kind !== 'failed' && onTake(values.given, values.of, option)}
          onClose={() => setValues({ kind: 'none' })}
        />
      ) : values.kind === 'none' ? (
        <ValueDrop label="the new tensor" onFiles={take} onType={() => setValues({ kind: 'typing' })} />
      ) : (
        <ReadLine {...values} onChange={() => setValues({ kind: 'none' })} />
      )}
      {job.state.status === 'running' && (
        <RunningJob what="Reading the values" progress={job.state.progress} onCancel={job.cancel} />
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
          <Button variant="filled" type="submit" disabled={values.kind !== 'read' || problem !== undefined}>
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
