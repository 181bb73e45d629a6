import { useState } from 'react';
import { toErrorData } from '../../../base/errors.ts';
import { useActions } from '../../../state/hooks.ts';
import type { Declared, FitOption } from '../../../tensor/contents/fit.ts';
import type { ReadContents } from '../../../tensor/contents/preview.ts';
import type { TypedValues } from '../../../tensor/contents/typed.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useFileDrop } from '../../../widgets/files/file-drop.ts';
import { type JobOptions, useJob } from '../../../widgets/loading/job.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
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

/** What there is of the values so far. */
type Asked =
  | { kind: 'none' }
  | { kind: 'typing' }
  | { kind: 'asks'; given: Given; of: Outcome | { kind: 'failed'; error: ReturnType<typeof toErrorData> } };

interface Props {
  /** What the values are of, for screen readers: "the new tensor". */
  label: string;
  /** Keep it stable. */
  declared: Declared;
  /** The types that the values may have in the end, and those that can be typed, the likeliest first. */
  dtypes: readonly string[];
  canNest: boolean;
  /** Called with the name of the file, where they are of one. */
  onRead(read: ReadContents, notes: readonly string[], file: string | undefined): void;
}

/** Takes values: from a file that is dropped, pasted or chosen, or as they are typed. Asks what does not simply fit. */
export function ValueInput({ label, declared, dtypes, canNest, onRead }: Props) {
  const calls = useActions();
  const job = useJob();
  const [asked, setAsked] = useState<Asked>({ kind: 'none' });
  const { dtype, shape } = declared;

  /** Reads values, and says at them what goes wrong. */
  function work(given: Given, read: (options: JobOptions) => Promise<Outcome>): void {
    void job.run(async (options) => {
      try {
        const outcome = await heldStorable(calls, await read(options), { declared, dtypes }, options);
        if (outcome.kind === 'fits') onRead(outcome.read, outcome.notes, 'name' in given ? given.name : undefined);
        else setAsked({ kind: 'asks', given, of: outcome });
      } catch (error) {
        if (options.signal.aborted) throw error;
        setAsked({ kind: 'asks', given, of: { kind: 'failed', error: toErrorData(error) } });
      }
    });
  }
  const take = ([file]: readonly File[]) => {
    if (!file) return;
    const given = { file, name: file.name };
    work(given, (options) => readFor(calls, given, { declared }, options));
  };
  const drop = useFileDrop(take);
  const onTyped = (typed: TypedValues) =>
    work({ text: '' }, async (options) => ({
      kind: 'fits',
      read: await calls.typeContents({ typed, shape }, options),
      notes: [],
    }));
  const onTake = (given: Given, of: Outcome, option: FitOption | undefined) =>
    work(given, async (options) => {
      if (of.kind !== 'convert' || !option) return of;
      return { kind: 'fits', read: await convertedBy(calls, of.read, option, shape, options), notes: of.notes };
    });

  const typed = dtype !== undefined && dtypes.includes(dtype) ? [dtype] : dtypes;
  return (
    <div {...drop}>
      {asked.kind === 'typing' ? (
        <TypedForm
          label={label}
          dtypes={typed as readonly TypedDtype[]}
          shape={shape}
          canNest={canNest}
          button="Use"
          leave="Back"
          onTyped={onTyped}
          onCancel={() => setAsked({ kind: 'none' })}
        />
      ) : asked.kind === 'asks' ? (
        <ValueQuestion
          name={givenName(asked.given)}
          of={asked.of}
          declared={declared}
          onChoose={(key) => work(asked.given, (options) => readFor(calls, asked.given, { key, declared }, options))}
          onTake={(option) => asked.of.kind !== 'failed' && onTake(asked.given, asked.of, option)}
          onClose={() => setAsked({ kind: 'none' })}
        />
      ) : (
        <ValueDrop label={label} onFiles={take} onType={() => setAsked({ kind: 'typing' })} />
      )}
      {job.state.status === 'running' && (
        <RunningJob what="Reading the values" progress={job.state.progress} onCancel={job.cancel} />
      )}
      {job.state.status === 'failed' && <ErrorNote error={job.state.error} />}
    </div>
  );
}
