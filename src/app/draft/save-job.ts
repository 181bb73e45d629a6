import { abortable } from '../../base/abort.ts';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { openedOf, type SourceDescriptor } from '../../state/load.ts';
import type { AppState } from '../../state/store.ts';
import type { Picked } from '../files/save-file.ts';
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
  /** Errors of what was written, and what is known of the files that were taken over unchanged. */
  errors: readonly Finding[];
  check: CheckState | undefined;
}

export type SaveStep =
  | { at: 'ask'; error?: ErrorData }
  | { at: 'checking' }
  | { at: 'saving'; progress?: { done: number; total: number } }
  | { at: 'saved'; saved: Saved };

/** What a job asks of the page and of the browser. */
export interface SaveJobPorts {
  /** The state as it is, with its actions. */
  read(): Pick<AppState, 'load' | 'verification' | 'verdicts' | 'verify' | 'cancelVerify' | 'saveDraft' | 'open'>;
  /** Paths that saving writes anew: their present content does not matter. */
  rewritten(): ReadonlySet<string>;
  show(step: SaveStep): void;
  /** Called with how to end it when saving begins, and with undefined when it has ended. */
  onSaving(end: (() => void) | undefined): void;
  /** Asks where to save a file of this name. */
  pick(name: string): Promise<Picked>;
  /** Lets go of what was picked before anything was written. */
  drop(target: Target): Promise<void>;
  download(blob: Blob, name: string): void;
  /** Called right before the saved package is shown. */
  onOpened(descriptor: SourceDescriptor): void;
}

/**
 * Saves the draft. A browser asks for the target only at a click, so that comes first, and then the check of the files
 * that stay unchanged. Where one of them is wrong, nothing is saved, and the user decides anew.
 */
export class SaveJob {
  readonly #ports: SaveJobPorts;
  #running: AbortController | undefined;
  /** The target of a save that the check has stopped. The next save of the same name takes it. */
  #chosen: { name: string; target: Target } | undefined;

  constructor(ports: SaveJobPorts) {
    this.#ports = ports;
  }

  /**
   * Asks where to save, waits for the check where `checked`, and saves. Call it at a click. Cancels a save that is
   * under way. Never rejects.
   *
   * @param errors of what is written; they are shown again once it is saved
   */
  async start(name: string, checked: boolean, errors: readonly Finding[]): Promise<void> {
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    const { show, onSaving } = this.#ports;
    try {
      await this.#run(name, checked, errors, controller);
    } catch (error) {
      if (this.#running === controller)
        show(isCancelled(error) ? { at: 'ask' } : { at: 'ask', error: toErrorData(error) });
    } finally {
      if (this.#running === controller) {
        this.#running = undefined;
        onSaving(undefined);
      }
    }
  }

  /** Ends the save. The draft stays, and so does a file that was to be replaced. */
  cancel(): void {
    this.#running?.abort();
  }

  /** Back to the beginning. */
  reset(): void {
    if (this.#chosen) void this.#ports.drop(this.#chosen.target);
    this.#chosen = undefined;
    this.#ports.show({ at: 'ask' });
  }

  async #run(name: string, checked: boolean, errors: readonly Finding[], controller: AbortController): Promise<void> {
    const { signal } = controller;
    const { read, show, pick, drop, onSaving } = this.#ports;
    const earlier = this.#chosen?.name === name ? this.#chosen.target : undefined;
    this.#chosen = undefined;
    const target = earlier ?? (await pick(name));
    if (target.kind === 'closed') return;
    if (signal.aborted) {
      await drop(target);
      return;
    }
    onSaving(() => controller.abort());
    if (checked && this.#check()?.kind !== 'right') {
      show({ at: 'checking' });
      await abortable(read().verify(), signal).catch((error: unknown) => {
        void drop(target);
        throw error;
      });
      if (this.#check()?.kind !== 'right') {
        this.#chosen = { name, target };
        show({ at: 'ask' });
        return;
      }
    }
    // Nobody waits for it any more, and it would slow the saving down.
    if (!checked) read().cancelVerify();
    await this.#save(name, target, checked, errors, signal);
  }

  async #save(
    name: string,
    target: Target,
    checked: boolean,
    errors: readonly Finding[],
    signal: AbortSignal,
  ): Promise<void> {
    const { read, download, onOpened } = this.#ports;
    const show = (step: SaveStep) => signal.aborted || this.#ports.show(step);
    show({ at: 'saving' });
    const opened = openedOf(read().load);
    const before = opened?.package.identity;
    const saved = await read().saveDraft(
      { name, file: target.kind === 'file' ? target.file : undefined },
      { signal, onProgress: ({ done, total }) => show({ at: 'saving', progress: { done, total } }) },
    );
    const { descriptor } = saved;
    let compared = this.#check();
    await read().open(descriptor, () => onOpened(descriptor), 'saved');
    // Only now: while the browser copies gigabytes, it has less time for the page.
    if (saved.download) download(saved.download, name);
    const now = openedOf(read().load)?.descriptor;
    if (checked && opened?.descriptor.kind === 'url' && !opened.descriptor.whole) {
      // The check and the save read the package by different requests, and a host may have answered them differently.
      show({ at: 'checking' });
      await abortable(read().verify(), signal).catch(() => read().cancelVerify());
      compared = this.#check();
    }
    this.#ports.show({
      at: 'saved',
      saved: {
        name: descriptor.file.name,
        size: saved.size,
        downloaded: saved.download !== undefined,
        label: saved.identity?.label ?? before?.label ?? 'Model hash',
        before: before?.sha256,
        after: saved.identity?.sha256,
        opened: now === descriptor,
        errors,
        check: compared,
      },
    });
  }

  #check(): CheckState | undefined {
    const { load, verification, verdicts } = this.#ports.read();
    const opened = openedOf(load);
    return opened && checkState(opened.package.files, verification, verdicts, this.#ports.rewritten());
  }
}
