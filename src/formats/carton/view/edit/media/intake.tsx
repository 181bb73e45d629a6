import { type ReactNode, useRef, useState } from 'react';
import type { FileChange } from '../../../../../model/draft.ts';
import { type IsThere, isThereAfter, isThereIn, pathsAfter } from '../../../../../model/file/file-changes.ts';
import type { PackageFile } from '../../../../../model/package.ts';
import { digestedContents } from '../../../../../state/added-digests.ts';
import { useActions, useAppReader, useFileChanges, useOpenPackage } from '../../../../../state/hooks.ts';
import { asksFirst, type SortedFiles, sortMediaFiles } from '../../../../../widgets/files/media-files.ts';
import { type JobOptions, useJob } from '../../../../../widgets/loading/job.ts';
import { miscPaths } from '../../../core/edit/misc-files.ts';
import { IntakeNote, type IntakeOutcome, type NewMedia } from './intake-note.tsx';

/** The changes of files that a step is made on. */
export interface FileBase {
  readonly changes: readonly FileChange[];
  readonly isThere: IsThere;
}

export interface Intake {
  /** Whether the package can get files. */
  readonly can: boolean;
  /** Takes files that were dropped, pasted or chosen, together with earlier ones that are not in yet. */
  take(files: readonly File[], target?: string): void;
  /** What is said and asked of them. */
  readonly note: ReactNode;
}

const NOTHING: { files: readonly File[] } = { files: [] };

const NONE: IntakeOutcome = { refused: [], added: [] };

/**
 * Takes pictures and sounds into the package.
 *
 * @param onAdd makes the step that puts them there and refers to them. `target` is what `take` was given. Gives the
 *   path of a file that the step removes
 * @param onDone called when they are in, or were given up after a question, to give the focus back
 */
export function useMediaIntake(
  onAdd: (media: readonly NewMedia[], base: FileBase, target: string | undefined) => string | undefined,
  onDone: () => void,
): Intake {
  const { state, run: runJob, cancel } = useJob();
  const [outcome, setOutcome] = useState(NONE);
  /** Files that were given and are not in yet, and for what. */
  const given = useRef<{ files: readonly File[]; target?: string | undefined }>(NOTHING);
  const { digestBlob } = useActions();
  const read = useAppReader();
  const { files: open, can } = useOpenPackage();
  const changes = useFileChanges();
  const isThere = isThereIn(open);

  function run(work: (options: JobOptions) => Promise<void>): void {
    setOutcome(NONE);
    void runJob(async (options) => {
      try {
        await work(options);
      } catch (error) {
        // What ended it has these files too, if it was another run.
        if (!options.signal.aborted) given.current = NOTHING;
        throw error;
      }
    });
  }

  function take(files: readonly File[], at?: string): void {
    if (files.length === 0) return;
    const before = given.current;
    given.current = { files: [...before.files, ...files], target: before.target ?? at };
    run(async (options) => {
      const sorted = await sortMediaFiles(given.current.files, options);
      if (options.signal.aborted) return;
      if (sorted.media.some(({ origin }) => asksFirst(origin))) setOutcome({ ...NONE, asks: sorted });
      else await add(sorted, false, options);
    });
  }

  async function add({ media, refused }: SortedFiles, isCut: boolean, options: JobOptions): Promise<void> {
    const blobs = media.map(({ file, origin }) => (isCut && origin ? origin.cut : file));
    const contents = await digestedContents(blobs, digestBlob, options);
    if (options.signal.aborted) return;
    const now = read().draft?.current.files ?? [];
    const paths = miscPaths(
      media.map(({ file: { name }, type }) => ({ name, type })),
      takenPaths(open, now),
    );
    const added = media.map(({ kind, origin }, at) => {
      const device = isCut ? undefined : origin?.device;
      return { path: paths[at] as string, kind, device, ...(contents[at] as { blob: Blob }) };
    });
    let replaced: string | undefined;
    if (added.length > 0) replaced = onAdd(added, { changes: now, isThere }, given.current.target);
    given.current = NOTHING;
    setOutcome({ refused, added, replaced });
  }

  function answer(isCut: boolean | undefined): void {
    const { asks } = outcome;
    if (!asks) return;
    if (isCut === undefined) {
      given.current = NOTHING;
      setOutcome({ ...NONE, refused: asks.refused });
      onDone();
      return;
    }
    run(async (options) => {
      await add(asks, isCut, options);
      onDone();
    });
  }

  return {
    can: can.files !== undefined,
    take,
    note: (
      <IntakeNote
        state={state}
        outcome={stillTrue(outcome, changes, isThere)}
        onAnswer={answer}
        onCancel={() => {
          cancel();
          given.current = NOTHING;
        }}
      />
    ),
  };
}

/** What of the outcome still holds: Undo takes files out again, and brings the replaced one back. */
function stillTrue(outcome: IntakeOutcome, changes: readonly FileChange[], isThere: IsThere): IntakeOutcome {
  const { added, replaced } = outcome;
  const puts = (path: string) => changes.some((change) => change.kind === 'put' && change.path === path);
  const still = added.filter(({ path }) => puts(path));
  const isGone = replaced !== undefined && still.length > 0 && !isThereAfter(changes, isThere)(replaced);
  return { ...outcome, added: still, replaced: isGone ? replaced : undefined };
}

/** The paths that files have with the changes made so far. */
export function takenPaths(open: readonly PackageFile[], changes: readonly FileChange[]): string[] {
  const after = pathsAfter(changes);
  const kept = open.flatMap(({ path }) => after(path) ?? []);
  return [...kept, ...changes.flatMap((change) => (change.kind === 'put' ? [change.path] : []))];
}
