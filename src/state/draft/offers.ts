import type { Texts } from '../../model/draft.ts';
import { type DraftMatch, type DraftStorage, type DraftSubject, type KeptDraft, matchOf } from './kept-drafts.ts';

/** A kept draft that is offered for the open package. `name` and `origin` are those of the package that it began from. */
export interface DraftOffer
  extends Readonly<Pick<KeptDraft, 'id' | 'at' | 'name' | 'origin' | 'texts' | 'firstTexts' | 'files' | 'renew'>> {
  /** Whether it began from the open package, or from another version of it. */
  readonly match: DraftMatch;
  /** How many others could be offered. */
  readonly others: number;
}

/** A draft of the open package that another tab has. */
export interface DraftElsewhere extends Readonly<Pick<KeptDraft, 'id' | 'at' | 'renew'>> {
  /** Whether this tab had it, until the other one took it over. */
  readonly isTaken: boolean;
}

/** What is known of kept drafts for the open package. */
export interface FoundDrafts {
  draftOffer: DraftOffer | undefined;
  draftElsewhere: DraftElsewhere | undefined;
}

/** The package whose drafts are looked for. */
export interface OfferSubject extends DraftSubject {
  /** The texts of the package itself. */
  texts(): Promise<Texts>;
  /** The id of the draft that this tab has open. */
  own(): string | undefined;
  /** Whether the package around this one has the changes of the draft with this id already. */
  isTaken(id: string): boolean;
  /** The id of the draft that the package was opened for, whatever it is called by now. */
  wanted: string | undefined;
}

/** A kept draft whose lock this tab holds. */
interface HeldDraft {
  draft: KeptDraft;
  release(): void;
}

/** A kept draft that belongs to the open package. */
interface Candidate {
  draft: KeptDraft;
  match: DraftMatch;
}

/**
 * After a reload, the page before may still hold the lock for a moment. So the search is repeated after these pauses,
 * in milliseconds, before another tab is said to have the draft.
 */
const RETRIES_MS = [250, 750];

/** The kept draft that is offered for the open package. Its lock is held meanwhile, so that no other tab offers it. */
export class DraftOffers {
  readonly #storage: DraftStorage | undefined;
  readonly #onChange: (found: FoundDrafts) => void;
  #controller: AbortController | undefined;
  #held: HeldDraft | undefined;
  #elsewhere: DraftElsewhere | undefined;
  #subject: OfferSubject | undefined;
  /** Drafts that are not offered again for this package, by their ids. */
  #passed = new Set<string>();

  /** @param onChange called with what is found from then on */
  constructor(storage: DraftStorage | undefined, onChange: (found: FoundDrafts) => void) {
    this.#storage = storage;
    this.#onChange = onChange;
  }

  /** What is offered. */
  get held(): HeldDraft | undefined {
    return this.#held;
  }

  /**
   * Looks for drafts of a package, and offers one, instead of the one offered before: the latest that began from this
   * very package, else the latest of another version of it. Where another tab has one of the first kind, it looks again once
   * that tab has let go of it. Never rejects.
   *
   * @param after offer the next one after the draft with this id
   * @param isTaken whether another tab has just taken the draft of this one
   */
  async look(subject: OfferSubject, after?: string, isTaken = false): Promise<void> {
    this.release();
    const storage = this.#storage;
    if (!storage) return;
    this.#subject = subject;
    const controller = new AbortController();
    const { signal } = controller;
    this.#controller = controller;
    try {
      for (const wait of isTaken ? [undefined] : [...RETRIES_MS, undefined]) {
        const candidates = await this.#candidates(storage, subject, after);
        if (signal.aborted) return;
        const free = await this.#takeFirst(storage, candidates, signal);
        if (signal.aborted) return;
        const elsewhere = candidates.find(({ draft, match }) => match === 'same' && free.busy.has(draft.id))?.draft;
        if (!free.taken && elsewhere && wait !== undefined) {
          await new Promise((resolve) => setTimeout(resolve, wait));
          if (signal.aborted) return;
          continue;
        }
        const { taken } = free;
        this.#elsewhere = elsewhere && { id: elsewhere.id, at: elsewhere.at, renew: elsewhere.renew, isTaken };
        this.#tell(taken && offerOf(taken, free.others));
        if (elsewhere) void this.#await(storage, elsewhere.id, isTaken, signal);
        return;
      }
    } catch {
      // The storage failed, or the package's own texts cannot be had.
      if (signal.aborted) return;
      this.release();
      this.#tell(undefined);
    }
  }

  /**
   * Takes the lock of the draft that another tab has, and offers the draft as it was last written. Gives whether it is
   * there. Rejects where the storage fails.
   */
  async takeOver(): Promise<boolean> {
    const [storage, elsewhere] = [this.#storage, this.#elsewhere];
    if (!storage || !elsewhere) return false;
    this.release();
    const controller = new AbortController();
    this.#controller = controller;
    const release = await storage.hold(elsewhere.id, { steal: true, onLost: () => this.#lose(elsewhere.id) });
    const draft = (await storage.all()).find(({ id }) => id === elsewhere.id);
    if (!release || !draft || controller.signal.aborted) {
      release?.();
      return false;
    }
    this.#elsewhere = undefined;
    this.#held = { draft, release };
    this.#tell(offerOf({ draft, match: 'same' }, 0));
    return true;
  }

  /** Offers nothing any more, and tells of it. The draft stays kept, and is not offered again for this package. */
  drop(): void {
    if (this.#held) this.#passed.add(this.#held.draft.id);
    this.release();
    this.#tell(undefined);
  }

  /** Lets a draft be offered again that was not to be. */
  unpass(id: string): void {
    this.#passed.delete(id);
  }

  /** Another package is open. */
  reset(): void {
    this.release();
    this.#passed = new Set();
    this.#elsewhere = undefined;
    this.#subject = undefined;
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
    this.#held = undefined;
    this.#tell(undefined);
    // One that cannot be removed is offered again on the next visit.
    await this.#storage?.remove(held.draft.id).catch(() => {});
    held.release();
  }

  #tell(draftOffer: DraftOffer | undefined): void {
    this.#onChange({ draftOffer, draftElsewhere: this.#elsewhere });
  }

  /** Another tab has taken over the draft that is offered here. */
  #lose(id: string): void {
    if (this.#held?.draft.id !== id || !this.#subject) return;
    void this.look(this.#subject, undefined, true);
  }

  /** Looks again once no other tab has the draft: its state may be another, and so may be the draft that is left. */
  async #await(storage: DraftStorage, id: string, isTaken: boolean, signal: AbortSignal): Promise<void> {
    try {
      await storage.freed(id, signal);
      if (!signal.aborted && this.#subject) await this.look(this.#subject, undefined, isTaken);
    } catch {
      // Another search goes on from here, or there are no locks.
    }
  }

  /** The drafts that can be offered, the first one to offer first. */
  async #candidates(storage: DraftStorage, subject: OfferSubject, after: string | undefined): Promise<Candidate[]> {
    const isOut = (id: string) => id === subject.own() || this.#passed.has(id) || subject.isTaken(id);
    const drafts = (await storage.all()).filter(({ id }) => !isOut(id));
    if (drafts.length === 0) return [];
    const texts = await subject.texts();
    const isWanted = ({ id }: KeptDraft) => id === subject.wanted;
    const candidates = drafts.flatMap((draft): Candidate[] => {
      const match = matchOf(draft, subject, texts, isWanted(draft));
      return match ? [{ draft, match }] : [];
    });
    const rank = ({ draft, match }: Candidate) => (isWanted(draft) ? 0 : match === 'same' ? 1 : 2);
    candidates.sort((a, b) => rank(a) - rank(b) || b.draft.at - a.draft.at);
    const next = candidates.findIndex(({ draft }) => draft.id === after) + 1;
    return [...candidates.slice(next), ...candidates.slice(0, next)];
  }

  /** Takes the lock of the first draft that no other tab has. Says how many others are free, and which are not. */
  async #takeFirst(storage: DraftStorage, candidates: readonly Candidate[], signal: AbortSignal) {
    let taken: Candidate | undefined;
    let others = 0;
    const busy = new Set<string>();
    for (const candidate of candidates) {
      const { draft } = candidate;
      const release = await storage.hold(draft.id, { onLost: () => this.#lose(draft.id) });
      if (!release) busy.add(draft.id);
      else if (!taken && !signal.aborted) {
        taken = candidate;
        this.#held = { draft, release };
      } else {
        others++;
        release();
      }
      if (signal.aborted) break;
    }
    return { taken, others, busy };
  }
}

function offerOf({ draft, match }: Candidate, others: number): DraftOffer {
  const { id, at, name, origin, texts, firstTexts, files, renew } = draft;
  return { id, at, match, name, origin, texts, firstTexts, files, renew, others };
}
