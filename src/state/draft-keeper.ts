import { type DraftStorage, type KeptDraft, MAX_KEPT_CHARACTERS } from './kept-drafts.ts';

/** Why a draft would not outlive the page: its carton has no model hash, it is too long, or the browser does not keep it. */
export type Unkept = 'no-hash' | 'too-long' | 'failed';

/** A draft is written when it has not changed for so long, in milliseconds. */
const WRITE_PAUSE_MS = 200;

/** Of what is kept, what changes. */
export type KeptContent = Pick<KeptDraft, 'text' | 'reseal'>;

/** Keeps one draft of the open package while it changes. Nothing here rejects. */
export class DraftKeeper {
  unkept: Unkept | undefined;
  readonly id = randomId();
  readonly #storage: DraftStorage | undefined;
  readonly #about: Pick<KeptDraft, 'firstText' | 'name'> & { hash: string | undefined };
  readonly #onChange: () => void;
  #content: KeptContent | undefined;
  /** Whether `#content` is to be written yet, and whether something is. */
  #dirty = false;
  #stored = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #held: Promise<(() => void) | undefined> | undefined;

  /** @param onChange `unkept` is another one */
  constructor(
    storage: DraftStorage | undefined,
    about: Pick<KeptDraft, 'firstText' | 'name'> & { hash: string | undefined },
    onChange: () => void,
  ) {
    this.#storage = storage;
    this.#about = about;
    this.#onChange = onChange;
    if (about.hash === undefined) this.unkept = 'no-hash';
    else if (!storage) this.unkept = 'failed';
  }

  /** What is to be kept; nothing, where nothing is changed. */
  set(content: KeptContent | undefined): void {
    if (content?.text === this.#content?.text && content?.reseal === this.#content?.reseal) return;
    this.#content = content;
    this.#dirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), WRITE_PAUSE_MS);
  }

  /** Writes at once. Whether it is kept as it stands. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#dirty) {
      this.#dirty = false;
      const content = this.#content;
      this.#writing = this.#writing.then(() => this.#write(content));
    }
    await this.#writing;
    return this.#stored && this.unkept === undefined;
  }

  /** Ends it: with `keep`, what is kept stays for another visit. */
  async end(keep: boolean): Promise<void> {
    if (!keep) this.set(undefined);
    await this.flush();
    (await this.#held?.catch(() => undefined))?.();
    this.#held = undefined;
  }

  async #write(content: KeptContent | undefined): Promise<void> {
    const { hash, ...about } = this.#about;
    if (!this.#storage || hash === undefined) return;
    let unkept: Unkept | undefined;
    try {
      const isLong = (content?.text.length ?? 0) + about.firstText.length > MAX_KEPT_CHARACTERS;
      // What was kept before is better than nothing.
      if (content && isLong) unkept = 'too-long';
      else if (content) {
        this.#held ??= this.#storage.hold(this.id);
        await this.#held;
        await this.#storage.put({ id: this.id, hash, ...about, ...content, at: Date.now() });
        this.#stored = true;
      } else if (this.#stored) {
        await this.#storage.remove(this.id);
        this.#stored = false;
      }
    } catch {
      unkept = 'failed';
    }
    if (unkept === this.unkept) return;
    this.unkept = unkept;
    this.#onChange();
  }
}

/** `crypto.randomUUID` is missing on plain http. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
