import type { StateCreator } from 'zustand/vanilla';
import { type DraftOffer, DraftOffers } from './draft-offers.ts';
import type { DraftStorage } from './kept-drafts.ts';
import { draftHash } from './open-draft.ts';
import type { AppState, OnPackageChanged } from './store.ts';

/** The kept draft that was changed last, of whatever package. */
export interface KeptDraftNote {
  /** The name of its package, and when it was changed, milliseconds since 1970. */
  readonly name: string;
  readonly at: number;
  /** How many other drafts are kept. */
  readonly others: number;
}

/** Kept drafts of earlier visits, offered for the open package. */
export interface OfferSlice {
  draftOffer: DraftOffer | undefined;
  /** As `lookForKeptDrafts` found it. */
  keptDraftNote: KeptDraftNote | undefined;
  /**
   * Takes up the offered draft, as one step that can be undone. One that reseals then only renews: its package may have
   * other bytes by now, and hashing them may take long. People are to ask for that again.
   */
  restoreDraft(): Promise<void>;
  /** Removes the offered draft, and offers the next one. */
  discardOffer(): Promise<void>;
  /** Offers the next older draft, or after the oldest the latest. */
  nextOffer(): Promise<void>;
  /** Looks whether any drafts are kept, to be told while nothing is open. Never rejects. */
  lookForKeptDrafts(): Promise<void>;
}

export function offerSlice(
  storage: DraftStorage | undefined,
  onPackageChanged: (listener: OnPackageChanged) => void,
): StateCreator<AppState, [], [], OfferSlice> {
  return (set, get) => {
    const offers = new DraftOffers(storage, (draftOffer) => set({ draftOffer }));

    /** @param after the draft that was offered last */
    async function look(after?: string): Promise<void> {
      const session = get().editSession();
      const hash = session && draftHash(session.opened.package);
      if (!session || hash === undefined) return;
      await offers.look(
        hash,
        async () => (await session.ownTexts()).texts,
        get().earlierDrafts(),
        () => ({ except: session.draft?.keptId, after }),
      );
    }

    onPackageChanged((_, reason) => {
      if (reason === 'revived' || reason === 'grown') return {};
      offers.release();
      return { state: { draftOffer: undefined }, begin: () => void look() };
    });

    return {
      draftOffer: undefined,
      keptDraftNote: undefined,
      async restoreDraft() {
        await get().startDraft();
        const draft = get().editSession()?.draft;
        const { held } = offers;
        if (!held || !draft) return;
        const { texts, files, renew, at } = held.draft;
        const when = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
        draft.replace({ texts, files, renew: renew !== false }, `Restore the draft of ${when}`);
        set({ draftOffer: undefined });
        // The old one is removed only once the new one is kept.
        if (await draft.keep()) await offers.remove(held);
        else if (offers.held === held) offers.drop();
      },
      async discardOffer() {
        const session = get().editSession();
        await offers.remove(offers.held);
        if (session === get().editSession()) void look();
      },
      async nextOffer() {
        const { held } = offers;
        if (held) await look(held.draft.id);
      },
      async lookForKeptDrafts() {
        try {
          await get().earlierDrafts();
          const [last, ...others] = ((await storage?.all()) ?? []).sort((a, b) => b.at - a.at);
          set({ keptDraftNote: last && { name: last.name, at: last.at, others: others.length } });
        } catch {
          // Where nothing can be looked for, nothing is kept.
        }
      },
    };
  };
}
