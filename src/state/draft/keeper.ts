import { randomId } from '../../base/random-id.ts';
import { charactersOf, type Draft, draftsIn, sameDraft } from '../../model/draft.ts';
import { isFull } from '../browser-store.ts';
import type { DraftEvents, Unkept } from './editing.ts';
import { addedSize, MAX_KEPT_FILE_BYTES } from './kept-contents.ts';
import { type DraftOrigin, type DraftStorage, MAX_KEPT_CHARACTERS, removeUnheld } from './kept-drafts.ts';

/** A draft is written this many milliseconds after its last change, and at once after the first one since a pause. */
const WRITE_PAUSE_MS = 200;

/**
 * Longest time in milliseconds from a change to its writing, for those who never pause. With what the engine waits
 * (`MAX_UNASKED_MS`) and what the worker and the storage take, this is the most that a crash of the tab loses.
 */
export const MAX_UNWRITTEN_MS = 1000;

/** A draft that could not be written is tried again after this many milliseconds: there may be space by then. */
const RETRY_MS = 10_000;

/** Keeps one draft of the open package in the storage while it changes. Nothing here rejects. */
export class DraftKeeper {
  /** Why the draft would not outlive the page; undefined where it would. */
  unkept: Unkept | undefined;
  #id = randomId();
  readonly #storage: DraftStorage | undefined;
  readonly #about: DraftOrigin;
  readonly #on: Pick<DraftEvents, 'onChange' | 'onTaken'>;
  #draft: Draft | undefined;
  /** Whether `#draft` is yet to be written. */
  #dirty = false;
  /** Whether the storage has this draft, in whatever state. */
  #stored = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changedAt = 0;
  /** When the first change was made that is yet to be written. */
  #dirtyAt = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Writes that have begun and not ended. */
  #writes = 0;
  /** Releases the lock of this draft, which it has from its first write on. */
  #held: Promise<(() => void) | undefined> | undefined;
  #isTaken = false;
  #isEnded = false;
  readonly #forget: (() => void) | undefined;

  /** @param on `onChange`: `unkept` has changed. `onTaken`: from then on, this one writes nothing */
  constructor(storage: DraftStorage | undefined, about: DraftOrigin, on: Pick<DraftEvents, 'onChange' | 'onTaken'>) {
    this.#storage = storage;
    this.#about = about;
    this.#on = on;
    if (!storage) this.unkept = 'failed';
    // What is edited here is not what somebody has deleted.
    this.#forget = storage?.onCleared?.(() => {
      if (!this.#stored) return;
      this.#dirty = true;
      void this.flush();
    });
  }

  /** Names what is kept. Another one once another tab took over an older state of this draft. */
  get id(): string {
    return this.#id;
  }

  /** Writes this draft at once or soon. Undefined where nothing is changed: then the kept draft is removed. */
  set(draft: Draft | undefined): void {
    const last = this.#draft;
    if (draft && last ? sameDraft(draft, last) : draft === last) return;
    this.#draft = draft;
    const now = Date.now();
    if (!this.#dirty) this.#dirtyAt = now;
    this.#dirty = true;
    const isFirst = now - this.#changedAt > WRITE_PAUSE_MS;
    this.#changedAt = now;
    if (isFirst) void this.flush();
    else this.#flushIn(Math.min(WRITE_PAUSE_MS, this.#dirtyAt + MAX_UNWRITTEN_MS - now));
  }

  #flushIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  /** Writes at once. Whether the current state of the draft is kept. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#dirty) {
      this.#dirty = false;
      const draft = this.#draft;
      this.#writing = this.#writing.then(() => this.#write(draft));
    }
    await this.#writing;
    return this.#stored && this.unkept === undefined;
  }

  /**
   * Stops keeping the draft, and releases its lock. With `keep`, the kept draft stays for another visit. Without, it is
   * removed, and so are the drafts of inner packages whose changes it has.
   */
  async end(keep: boolean): Promise<void> {
    this.#isEnded = true;
    this.#forget?.();
    const inner = keep ? [] : draftsIn(this.#draft?.files ?? []);
    if (!keep) this.set(undefined);
    await this.flush();
    for (const id of inner) await removeUnheld(this.#storage, id);
    (await this.#held?.catch(() => undefined))?.();
    this.#held = undefined;
  }

  /** Takes the lock, once. A failure is not kept: the next write tries again. */
  async #hold(storage: DraftStorage): Promise<void> {
    this.#held ??= storage.hold(this.id, { onLost: () => this.#lose() }).catch((error: unknown) => {
      this.#held = undefined;
      throw error;
    });
    await this.#held;
  }

  /** Another tab has taken over what is kept. Where that is not all there is, this draft goes on as another one. */
  #lose(): void {
    const isKept = !this.#dirty && this.#writes === 0 && this.unkept === undefined;
    if (isKept || this.#isEnded) {
      this.#isTaken = true;
      this.#on.onTaken();
      return;
    }
    this.#id = randomId();
    this.#held = undefined;
    this.#stored = false;
    this.#dirty = true;
    void this.flush();
    this.#on.onChange();
  }

  async #write(draft: Draft | undefined): Promise<void> {
    if (!this.#storage || this.#isTaken) return;
    this.#writes++;
    await this.#writeTo(this.#storage, draft);
    this.#writes--;
  }

  async #writeTo(storage: DraftStorage, draft: Draft | undefined): Promise<void> {
    const about = this.#about;
    const { id } = this;
    let unkept: Unkept | undefined;
    try {
      const isLong = charactersOf(about.firstTexts) + (draft ? charactersOf(draft.texts) : 0) > MAX_KEPT_CHARACTERS;
      // The storage then still has the previous state, which is better than nothing.
      if (draft && isLong) unkept = 'too-long';
      else if (draft && addedSize(draft.files) > MAX_KEPT_FILE_BYTES) unkept = 'too-large';
      else if (draft) {
        await this.#hold(storage);
        await storage.put({ id, ...about, ...draft, at: Date.now() });
        if (id === this.id) this.#stored = true;
      } else if (this.#stored) {
        await storage.remove(id);
        this.#stored = false;
      }
    } catch (error) {
      unkept = isFull(error) ? 'full' : 'failed';
      // What was written before may be gone, too.
      if (draft === this.#draft) this.#dirty = true;
      if (!this.#isEnded) this.#flushIn(RETRY_MS);
    }
    if (unkept === this.unkept) return;
    this.unkept = unkept;
    this.#on.onChange();
  }
}
