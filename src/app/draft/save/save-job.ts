import { abortable } from '../../../base/abort.ts';
import { type ErrorData, isCancelled, toErrorData } from '../../../base/errors.ts';
import type { Finding } from '../../../base/findings.ts';
import type { ReviewedDraft } from '../../../model/draft.ts';
import type { Package } from '../../../model/package.ts';
import { hasHashes } from '../../../model/unhashed.ts';
import { type SpokenWords, spoken } from '../../../model/words.ts';
import type { AppState } from '../../../state/app-state.ts';
import type { InnerPut, PutOptions } from '../../../state/level/inner-put.ts';
import { isRemote, openedOf, type SourceDescriptor } from '../../../state/load.ts';
import type { Picked } from '../../files/content/save-file.ts';
import { type CheckState, checkState } from './check-state.ts';

type Target = Exclude<Picked, { kind: 'closed' }>;

/** A saved package, after it was opened again and found right. */
export interface Saved {
  name: string;
  size: number;
  /** Whether it went to the browser's downloads, not to a file that the user picked. */
  downloaded: boolean;
  /** The label of the package's hash, such as "Model hash"; then that hash before and after saving. */
  label: string;
  before: string | undefined;
  after: string | undefined;
  /** Whether the saved package is the open one now. */
  opened: boolean;
  /** Errors of the saved package. */
  errors: readonly Finding[];
  /** What is known of the files that saving took over unchanged. */
  check: CheckState | undefined;
}

/** An edited inner package that was put into the one around it. */
export interface Put extends Pick<Saved, 'label' | 'before' | 'after' | 'errors' | 'check'>, Pick<InnerPut, 'size'> {
  /** The name of the inner package. */
  name: string;
  /** What to call it and its hash list in a sentence. */
  words: SpokenWords;
  hasHashes: boolean;
}

/** `into`: the name of the outer package, where the draft is put into that one and not saved. */
export type SaveStep =
  | { at: 'ask'; error?: ErrorData; into?: string | undefined }
  | { at: 'checking' }
  | { at: 'saving'; progress?: { done: number; total: number }; into?: string }
  | { at: 'saved'; saved: Saved }
  | { at: 'put'; put: Put };

/** What is saved, and whether the unchanged files are checked before. */
interface Order {
  checked: boolean;
  review: ReviewedDraft;
  signal: AbortSignal;
}

/** What a job needs from the page and the browser. */
export interface SaveJobPorts {
  /** The present state, with its actions. */
  read(): Pick<AppState, 'load' | 'verification' | 'verdicts' | 'verify' | 'cancelVerify' | 'saveDraft' | 'open'>;
  show(step: SaveStep): void;
  /** Called when a save begins, with a function that cancels it, and when it has ended, with undefined. */
  onSaving(end: (() => void) | undefined): void;
  /** Asks where to save a file of this name. */
  pick(name: string): Promise<Picked>;
  /** Removes a picked file that nothing was written to. */
  drop(target: Target): Promise<void>;
  download(blob: Blob, name: string): void;
  /** `Levels.putIntoOuter`. */
  putIntoOuter(options: PutOptions, onPut: (put: InnerPut) => void): Promise<unknown>;
  /** Called right before the saved package is shown. */
  onOpened(descriptor: SourceDescriptor): void;
}

/**
 * Saves the draft. Browsers ask for the target only in a click's handler, so the job asks first and verifies the
 * unchanged files afterwards. If one of them is wrong, it saves nothing and asks again.
 */
export class SaveJob {
  readonly #ports: SaveJobPorts;
  #running: AbortController | undefined;
  /** The target of a save that a wrong file stopped. The next save under the same name takes it. */
  #chosen: { name: string; target: Target } | undefined;

  constructor(ports: SaveJobPorts) {
    this.#ports = ports;
  }

  /**
   * Asks where to save, verifies the unchanged files if `checked`, and saves. Call it in a click's handler. Cancels a
   * save that is running. Never rejects.
   *
   * @param review of what is saved
   */
  start(name: string, checked: boolean, review: ReviewedDraft): Promise<void> {
    return this.#begin((signal) => this.#run(name, { checked, review, signal }));
  }

  /**
   * Verifies the unchanged files if `checked`, and puts the edited package into the one around it, which is shown then.
   * Cancels a save that is running. Never rejects.
   *
   * @param into the name of that package
   * @param review of what is put there
   */
  putInto(into: string, checked: boolean, review: ReviewedDraft): Promise<void> {
    return this.#begin((signal) => this.#put(into, { checked, review, signal }), into);
  }

  async #begin(work: (signal: AbortSignal) => Promise<void>, into?: string): Promise<void> {
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    const { show, onSaving } = this.#ports;
    try {
      await work(controller.signal);
    } catch (error) {
      if (this.#running === controller)
        show(isCancelled(error) ? { at: 'ask' } : { at: 'ask', error: toErrorData(error), into });
    } finally {
      if (this.#running === controller) {
        this.#running = undefined;
        onSaving(undefined);
      }
    }
  }

  /** Cancels the save. The draft stays, and so does a file that the save was to replace. */
  cancel(): void {
    this.#running?.abort();
  }

  /** Goes back to the first step, and removes a target that no save used. */
  reset(): void {
    if (this.#chosen) void this.#ports.drop(this.#chosen.target);
    this.#chosen = undefined;
    this.#ports.show({ at: 'ask' });
  }

  async #run(name: string, order: Order): Promise<void> {
    const { signal } = order;
    const { show, pick, drop, onSaving } = this.#ports;
    const earlier = this.#chosen?.name === name ? this.#chosen.target : undefined;
    this.#chosen = undefined;
    const target = earlier ?? (await pick(name));
    if (target.kind === 'closed') return;
    if (signal.aborted) {
      await drop(target);
      return;
    }
    onSaving(() => this.cancel());
    const isFit = await this.#isFit(order).catch((error: unknown) => {
      void drop(target);
      throw error;
    });
    if (isFit) await this.#save(name, target, order);
    else {
      this.#chosen = { name, target };
      show({ at: 'ask' });
    }
  }

  async #put(into: string, order: Order): Promise<void> {
    const { checked, review, signal } = order;
    const { read, show, onSaving, putIntoOuter } = this.#ports;
    onSaving(() => this.cancel());
    if (!(await this.#isFit(order))) {
      show({ at: 'ask' });
      return;
    }
    const opened = openedOf(read().load);
    if (!opened) return;
    const { name, words, identity: before, can } = opened.package;
    const check = review.reseal ? undefined : this.#check(review);
    show({ at: 'saving', into });
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      signal.aborted || show({ at: 'saving', progress: { done, total }, into });
    const checks = checked && can.verify && isRemote(opened.descriptor);
    await putIntoOuter({ signal, onProgress, checks }, ({ size, identity: after }) => {
      const made = { name, words: spoken(words), hasHashes: hasHashes(opened.package), size };
      show({ at: 'put', put: { ...made, ...outcomeOf(review, before, after), check } });
    });
  }

  /** Verifies the unchanged files if `checked`. Whether they are right, or need not be. */
  async #isFit({ checked, review, signal }: Order): Promise<boolean> {
    const { read, show } = this.#ports;
    // Nobody waits for the verification now, and it would slow down the save. New hashes replace the old ones, whatever
    // those were of.
    if (!checked || review.reseal) read().cancelVerify();
    else if (this.#check(review)?.kind !== 'right') {
      show({ at: 'checking' });
      await abortable(read().verify(), signal);
      return this.#check(review)?.kind === 'right';
    }
    return true;
  }

  async #save(name: string, target: Target, { checked, review, signal }: Order): Promise<void> {
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
    let compared = review.reseal ? undefined : this.#check(review);
    // An inner package stays open, with its draft and the packages around it: the saved file is beside them.
    if (!opened?.inside) await read().open(descriptor, () => onOpened(descriptor), 'saved');
    // Last, because the browser has less time for the page while it copies gigabytes.
    if (saved.download) download(saved.download, name);
    const now = openedOf(read().load)?.descriptor;
    if (checked && opened?.package.can.verify && isRemote(opened.descriptor)) {
      // Verifying and saving make different requests, and a host may have answered them differently.
      show({ at: 'checking' });
      await abortable(read().verify(), signal).catch(() => read().cancelVerify());
      // Its files have their new paths.
      compared = this.#check({ files: review.files });
    }
    this.#ports.show({
      at: 'saved',
      saved: {
        name: descriptor.file.name,
        size: saved.size,
        downloaded: saved.download !== undefined,
        ...outcomeOf(review, before, saved.identity),
        opened: now === descriptor,
        check: compared,
      },
    });
  }

  #check(saving: Pick<ReviewedDraft, 'files' | 'changes'>): CheckState | undefined {
    const { load, verification, verdicts } = this.#ports.read();
    const opened = openedOf(load);
    return opened && checkState(opened.package, verification, verdicts, saving);
  }
}

/** What the result has in common wherever it goes: the hash of the package before and after, and its errors. */
function outcomeOf({ findings }: ReviewedDraft, before: Package['identity'], after: Package['identity']) {
  return {
    label: after?.label ?? before?.label ?? 'Model hash',
    before: before?.sha256,
    after: after?.sha256,
    errors: findings.filter(({ severity }) => severity === 'error'),
  };
}
