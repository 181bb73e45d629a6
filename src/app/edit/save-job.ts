import { useCallback, useEffect, useRef, useState } from 'react';
import { abortable } from '../../base/abort.ts';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { useActions, useAppReader } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import { saveBlob } from '../files/save-blob.ts';
import { dropPicked, type Picked, pickSaveFile } from '../files/save-file.ts';
import { pushVisit } from '../opening/visit.ts';
import { type CheckState, checkState } from './check-state.ts';

type Target = Exclude<Picked, { kind: 'closed' }>;

/** What was saved, once it was opened again and found right. */
export interface Saved {
  name: string;
  size: number;
  /** Where it went: to a file that was chosen, or among the browser's downloads. */
  downloaded: boolean;
  label: string;
  before: string | undefined;
  after: string | undefined;
  /** Whether it is the open package now. */
  opened: boolean;
  /** What is wrong with it all the same: errors of what was written, and what is known of files that were taken over. */
  errors: readonly Finding[];
  check: CheckState | undefined;
}

export type SaveStep =
  | { at: 'ask'; error?: ErrorData }
  | { at: 'checking' }
  | { at: 'saving'; progress?: { done: number; total: number } }
  | { at: 'saved'; saved: Saved };

export interface SaveJob {
  step: SaveStep;
  /**
   * Asks where to, waits for the check where `checked`, and saves. To be called at a click. `errors` are those of what is written, of which
   * its note tells again.
   */
  start(name: string, checked: boolean, errors: readonly Finding[]): void;
  /** Ends what is going on; the draft stays, and so does a file that was to be replaced. */
  cancel(): void;
  /** Back to the beginning. */
  reset(): void;
}

/**
 * Saves the draft. A browser asks for the target at a click alone, so that comes first, and then the wait for the check of the files that
 * stay as they are. Where one of them is wrong, nothing is saved: it waits to be asked once more.
 */
export function useSaveJob(rewritten: ReadonlySet<string>, onSaving: (end: (() => void) | undefined) => void): SaveJob {
  const { verify, cancelVerify, saveDraft, openSaved } = useActions();
  const read = useAppReader();
  const [step, setStep] = useState<SaveStep>({ at: 'ask' });
  const running = useRef<AbortController>(undefined);
  /** Chosen for a save that the check has stopped: it need not be chosen again. */
  const chosen = useRef<{ name: string; target: Target }>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const check = useCallback((): CheckState | undefined => {
    const state = read();
    const opened = openedOf(state.load);
    return opened && checkState(opened.package.files, state.verification, state.verdicts, rewritten);
  }, [read, rewritten]);

  async function write(
    name: string,
    target: Target,
    checked: boolean,
    errors: readonly Finding[],
    signal: AbortSignal,
  ): Promise<void> {
    const show = (next: SaveStep) => {
      if (!signal.aborted) setStep(next);
    };
    show({ at: 'saving' });
    const opened = openedOf(read().load);
    const before = opened?.package.identity;
    const saved = await saveDraft(target.kind === 'file' ? target.file : undefined, {
      signal,
      onProgress: ({ done, total }) => show({ at: 'saving', progress: { done, total } }),
    });
    const downloaded = saved.blob !== undefined;
    const file =
      target.kind === 'file' && !saved.blob ? await target.file.getFile() : new File([saved.blob as Blob], name);
    const { kept } = saved;
    let compared = check();
    await openSaved(file, kept, () =>
      pushVisit({ kind: 'file', file, ...(kept === undefined ? {} : { kept }) }, undefined, window.location.hash),
    );
    // After it was opened: a browser that copies gigabytes has less time for the page.
    if (saved.blob) saveBlob(saved.blob, name);
    const now = openedOf(read().load)?.descriptor;
    if (checked && opened?.descriptor.kind === 'url' && !opened.descriptor.whole) {
      // What was checked came by other requests than what was saved, and a host may answer those otherwise.
      show({ at: 'checking' });
      await abortable(verify(), signal).catch(cancelVerify);
      compared = check();
    }
    setStep({
      at: 'saved',
      saved: {
        name: file.name,
        size: saved.size,
        downloaded,
        label: saved.identity?.label ?? before?.label ?? 'Model hash',
        before: before?.sha256,
        after: saved.identity?.sha256,
        opened: now?.kind === 'file' && now.file === file,
        errors,
        check: compared,
      },
    });
  }

  async function run(name: string, checked: boolean, errors: readonly Finding[]): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      const earlier = chosen.current?.name === name ? chosen.current.target : undefined;
      chosen.current = undefined;
      const target = earlier ?? (await pickSaveFile(name));
      if (target.kind === 'closed' || signal.aborted) return;
      onSaving(() => controller.abort());
      if (checked && check()?.kind !== 'right') {
        setStep({ at: 'checking' });
        await abortable(verify(), signal).catch((error: unknown) => {
          void dropPicked(target);
          throw error;
        });
        if (check()?.kind !== 'right') {
          chosen.current = { name, target };
          setStep({ at: 'ask' });
          return;
        }
      }
      // Nobody waits for it any more, and it would take from the saving.
      if (!checked) cancelVerify();
      await write(name, target, checked, errors, signal);
    } catch (error) {
      if (running.current === controller) {
        setStep(isCancelled(error) ? { at: 'ask' } : { at: 'ask', error: toErrorData(error) });
      }
    } finally {
      if (running.current === controller) {
        running.current = undefined;
        onSaving(undefined);
      }
    }
  }

  return {
    step,
    start: (name, checked, errors) => void run(name, checked, errors),
    cancel() {
      running.current?.abort();
    },
    reset() {
      if (chosen.current) void dropPicked(chosen.current.target);
      chosen.current = undefined;
      setStep({ at: 'ask' });
    },
  };
}
