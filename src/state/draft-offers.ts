import { type Renewal, sameTexts, type Texts } from '../model/draft.ts';
import type { DraftStorage, KeptDraft } from './kept-drafts.ts';

/** A kept draft of an earlier visit, for the package that is open. */
export interface DraftOffer {
  readonly id: string;
  /** When it was last changed, milliseconds since 1970. */
  readonly at: number;
  /** The draft's texts, and those of the open package. */
  readonly texts: Texts;
  readonly firstTexts: Texts;
  readonly renew: Renewal;
  /** How many others there are for this package. */
  readonly others: number;
}

/** The kept draft that is offered for the open package. Its lock is held meanwhile, so that no other tab offers it. */
export class DraftOffers {
  readonly #storage: DraftStorage | undefined;
  readonly #onChange: (offer: DraftOffer | undefined) => void;
  #controller: AbortController | undefined;
  #held: HeldDraft | undefined;

  /** @param onChange called with what is offered from then on; undefined where nothing is */
  constructor(storage: DraftStorage | undefined, onChange: (offer: DraftOffer | undefined) => void) {
    this.#storage = storage;
    this.#onChange = onChange;
  }

  /** What is offered. */
  get held(): HeldDraft | undefined {
    return this.#held;
  }

  /**
   * Looks for a draft of the package with this model hash, and offers it in place of the one before. Never rejects.
   *
   * @param ownTexts gives the texts of the package itself
   * @param ready settles when the drafts that are still being written can be found
   */
  async look(
    hash: string,
    ownTexts: () => Promise<Texts>,
    ready: Promise<unknown>,
    choice: () => DraftChoice = () => ({}),
  ): Promise<void> {
    this.release();
    if (!this.#storage) return;
    const controller = new AbortController();
    this.#controller = controller;
    await ready;
    const found = await abandonedDraft(this.#storage, hash, ownTexts, controller.signal, choice());
    if (this.#controller !== controller) {
      found?.release();
      return;
    }
    this.#held = found;
    if (!found) {
      this.#onChange(undefined);
      return;
    }
    const { id, at, texts, firstTexts, renew } = found.draft;
    this.#onChange({ id, at, texts, firstTexts, renew, others: found.others });
  }

  /** Offers nothing any more, and tells of it. The draft stays kept. */
  drop(): void {
    this.release();
    this.#onChange(undefined);
  }

  /** Offers nothing any more, without telling of it. The draft stays kept. */
  release(): void {
    this.#controller?.abort();
    this.#held?.release();
    this.#controller = undefined;
    this.#held = undefined;
  }

  /** Removes a draft that is offered. Does nothing where another one is offered by now. */
  async remove(held: HeldDraft | undefined): Promise<void> {
    if (!held || held !== this.#held) return;
    this.#controller = undefined;
    this.#held = undefined;
    this.#onChange(undefined);
    // One that cannot be removed is offered again on the next visit.
    await this.#storage?.remove(held.draft.id).catch(() => {});
    held.release();
  }
}

/** A kept draft whose lock this tab holds. */
interface HeldDraft {
  draft: KeptDraft;
  /** How many others of the same package no tab has open. */
  others: number;
  release(): void;
}

/**
 * After a reload, the page before may still hold the lock for a moment. So the search is repeated after these pauses,
 * in milliseconds.
 */
const RETRIES_MS = [250, 1000, 3000];

/** Which of several drafts to offer, by their ids. */
interface DraftChoice {
  /** Not this one: it is the tab's own. */
  except?: string | undefined;
  /** The next older one than this, or the latest where this is the oldest. */
  after?: string | undefined;
}

/**
 * The latest kept draft of a package that no tab has open. It must have begun from the very texts that the package has:
 * a hostile package may carry the hash list of another one, and so have its model hash. Never rejects.
 */
async function abandonedDraft(
  storage: DraftStorage,
  hash: string,
  ownTexts: () => Promise<Texts>,
  signal: AbortSignal,
  { except, after }: DraftChoice = {},
): Promise<HeldDraft | undefined> {
  let taken: Omit<HeldDraft, 'others'> | undefined;
  try {
    for (const wait of [...RETRIES_MS, undefined]) {
      const drafts = (await storage.of(hash)).filter(({ id }) => id !== except).sort((a, b) => b.at - a.at);
      if (drafts.length === 0 || signal.aborted) return undefined;
      const texts = await ownTexts();
      const own = drafts.filter(({ firstTexts }) => sameTexts(firstTexts, texts));
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
    // The storage failed, or the package's own texts cannot be had.
    taken?.release();
  }
  return undefined;
}
