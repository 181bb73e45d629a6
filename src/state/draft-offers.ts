import type { DraftStorage, KeptDraft } from './kept-drafts.ts';

/** A draft of an earlier visit for the carton that is open. */
export interface DraftOffer {
  readonly id: string;
  /** When it was last changed, milliseconds since 1970. */
  readonly at: number;
  /** The draft's text and the open carton's own. */
  readonly text: string;
  readonly firstText: string;
  /** How many others there are for this carton. */
  readonly others: number;
}

/** The draft of an earlier visit that is offered for the open carton. It is held for as long, so that no other tab offers it. */
export class DraftOffers {
  readonly #storage: DraftStorage | undefined;
  readonly #onChange: (offer: DraftOffer | undefined) => void;
  #controller: AbortController | undefined;
  #held: HeldDraft | undefined;

  /** @param onChange called with what is to be offered, or that nothing is */
  constructor(storage: DraftStorage | undefined, onChange: (offer: DraftOffer | undefined) => void) {
    this.#storage = storage;
    this.#onChange = onChange;
  }

  /** What is offered. */
  get held(): HeldDraft | undefined {
    return this.#held;
  }

  /**
   * Offers a draft for the carton with this hash, and lets go of the one before. Never rejects.
   *
   * @param ready settles when drafts that are just being written are there
   */
  async look(
    hash: string,
    ownText: () => Promise<string>,
    ready: Promise<unknown>,
    choice: () => DraftChoice = () => ({}),
  ): Promise<void> {
    this.#release();
    if (!this.#storage) return;
    const controller = new AbortController();
    this.#controller = controller;
    await ready;
    const found = await abandonedDraft(this.#storage, hash, ownText, controller.signal, choice());
    if (this.#controller !== controller) {
      found?.release();
      return;
    }
    this.#held = found;
    if (!found) {
      this.#onChange(undefined);
      return;
    }
    const { id, at, text, firstText } = found.draft;
    this.#onChange({ id, at, text, firstText, others: found.others });
  }

  /** Lets go of what is offered, which stays kept. */
  drop(): void {
    this.#release();
    this.#onChange(undefined);
  }

  /** Removes what was offered, and lets go of it; nothing, where that is not offered any more. */
  async remove(held: HeldDraft | undefined): Promise<void> {
    if (!held || held !== this.#held) return;
    this.#controller = undefined;
    this.#held = undefined;
    this.#onChange(undefined);
    // One that cannot be removed is offered again.
    await this.#storage?.remove(held.draft.id).catch(() => {});
    held.release();
  }

  #release(): void {
    this.#controller?.abort();
    this.#held?.release();
    this.#controller = undefined;
    this.#held = undefined;
  }
}

/** A draft of an earlier visit that this tab has taken. */
interface HeldDraft {
  draft: KeptDraft;
  /** Others of the same carton that could be taken, too. */
  others: number;
  release(): void;
}

/** Another page with the draft may be going away just now, as in a reload; then it is looked for again after so many milliseconds. */
const RETRIES_MS = [250, 1000, 3000];

/** Which of several drafts is meant. */
interface DraftChoice {
  /** The draft of the tab itself, which is no abandoned one. */
  except?: string | undefined;
  /** The next older one than this, or after the oldest the latest. */
  after?: string | undefined;
}

/**
 * The latest draft for a carton that no tab has open. Only one that began from the very text that the carton has: a hostile one may carry
 * another's MANIFEST. Never rejects.
 */
async function abandonedDraft(
  storage: DraftStorage,
  hash: string,
  ownText: () => Promise<string>,
  signal: AbortSignal,
  { except, after }: DraftChoice = {},
): Promise<HeldDraft | undefined> {
  let taken: Omit<HeldDraft, 'others'> | undefined;
  try {
    for (const wait of [...RETRIES_MS, undefined]) {
      const drafts = (await storage.of(hash)).filter(({ id }) => id !== except).sort((a, b) => b.at - a.at);
      if (drafts.length === 0 || signal.aborted) return undefined;
      const text = await ownText();
      const own = drafts.filter(({ firstText }) => firstText === text);
      const next = own.findIndex(({ id }) => id === after) + 1;
      let others = 0;
      for (const draft of [...own.slice(next), ...own.slice(0, next)]) {
        const release = await storage.hold(draft.id);
        if (release && !taken && !signal.aborted) {
          taken = { draft, release };
          continue;
        }
        if (release) others++;
        release?.();
        if (signal.aborted) {
          taken?.release();
          return undefined;
        }
      }
      if (taken) return { ...taken, others };
      if (own.length === 0 || wait === undefined) return undefined;
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted) return undefined;
    }
  } catch {
    // There is nowhere to look, or the carton cannot be edited.
    taken?.release();
  }
  return undefined;
}
