import { formatNumberOf } from '../../base/amounts.ts';
import { InternalError } from '../../base/errors.ts';
import { draftsIn, type EditStep, type FileChange, type Texts } from '../../model/draft.ts';
import { isThereIn } from '../../model/file/file-changes.ts';
import { type FileRebase, rebaseFiles } from '../../model/file/file-rebase.ts';
import { type Inside, OUTERMOST } from '../../model/place.ts';
import type { MakeSlice } from '../app-state.ts';
import type { DraftDoc } from './engine.ts';
import { type KeptDraft, removeUnheld, type UnreadDraft } from './kept-drafts.ts';
import { DraftOffers, type FoundDrafts } from './offers.ts';
import { type OpenDraft, subjectOf } from './open-draft.ts';
import type { EditSession } from './slice.ts';

/**
 * A kept draft, of whatever package: what it changes, and the name and address of its package, in which an inner one is
 * `inside`.
 */
export interface KeptDraftNote extends Readonly<Pick<KeptDraft, 'id' | 'name' | 'origin' | 'at' | 'texts' | 'files'>> {
  readonly inside: Inside;
}

/** What the format's view makes of the offered draft, and of the package that it is offered for. */
export interface OfferValues {
  /** Of the texts that the draft began from, and of its own. */
  readonly first: unknown;
  readonly now: unknown;
  /** Of the open package, without a draft. */
  readonly onto: unknown;
  /** The texts of the open package. */
  readonly texts: Texts;
}

/** Kept drafts of earlier visits and other tabs. */
export interface OfferSlice extends FoundDrafts {
  /** Whether it is known if a draft is to be offered for the open package. */
  hasLookedForDraft: boolean;
  /** The kept drafts, the newest first, as `lookForKeptDrafts` found them. */
  keptDrafts: readonly KeptDraftNote[];
  /** What is kept as drafts and cannot be read. */
  unreadDrafts: readonly UnreadDraft[];
  /**
   * Takes up the offered draft, as one step that can be undone. One that reseals then only renews: its package may have
   * other bytes by now, and hashing them may take long. People are to ask for that again. Of a draft of another
   * version, the texts are taken and the files that `rebaseFiles` finds to fit. If there are others, it stays kept.
   */
  restoreDraft(): Promise<void>;
  /** Reads the values of the offered draft. Rejects as reading does. */
  readOffer(): Promise<OfferValues>;
  /**
   * Adds the files of the offered draft that fit, and makes its steps. Each can be undone. With `isAll`, the steps are
   * all that the draft changes in fields: if all files fit too, the kept draft is removed. Otherwise it stays, and is
   * not offered again for this package.
   */
  applyOffer(steps: readonly EditStep[], isAll: boolean): Promise<void>;
  /** Removes the offered draft, and offers the next one. */
  discardOffer(): Promise<void>;
  /** Offers the next older draft, or after the oldest the latest. */
  nextOffer(): Promise<void>;
  /** Leaves the offered draft where it is kept. It is not offered again for this package. */
  passOffer(): void;
  /**
   * Takes the draft that another tab has, as it was last written, instead of the one here. The other tab shows its
   * package without it from then on.
   */
  takeOverDraft(): Promise<void>;
  /** The next package that is opened is one of this kept draft, whatever it is called. */
  openForDraft(id: string | undefined): void;
  /** Looks whether any drafts are kept, to be told while nothing is open. Never rejects. */
  lookForKeptDrafts(): Promise<void>;
  /** Removes a kept draft. Gives whether it did: not where a tab has it open, or the storage fails. Never rejects. */
  discardKeptDraft(id: string): Promise<boolean>;
  /** What is kept of a draft, as JSON. Rejects where the storage fails. */
  rawDraft(id: string): Promise<Blob>;
  /** For the other slices: another tab has taken over the draft of this one. */
  draftTaken(): void;
  /** For the other slices: a step was undone. An offered draft that is taken back as a whole is offered again. */
  draftUndone(): void;
}

declare module '../app-state.ts' {
  interface AppState extends OfferSlice {}
}

export const offerSlice: MakeSlice<OfferSlice> = (
  set,
  get,
  { drafts: { storage, onShow } = {}, onPackageChanged, outer, until },
) => {
  const offers = new DraftOffers(storage, (found) => set(found));
  /** The draft that a package is about to be opened for, and the one that the open package was opened for. */
  let next: string | undefined;
  let wanted: string | undefined;

  /** What was made of the last offered draft that was taken up: the draft, and the state that Undo leads back to. */
  let taken: { kept: KeptDraft; before: DraftDoc; session: EditSession } | undefined;

  /** @param make makes the steps at once. Gives whether they are all that the kept draft changes */
  async function takeUp(make: (draft: OpenDraft, kept: KeptDraft) => Promise<boolean>): Promise<void> {
    await get().startDraft();
    const session = get().editSession();
    const draft = session?.draft;
    const { held } = offers;
    if (!held || !draft) return;
    taken = { kept: held.draft, before: draft.shown.current, session };
    const making = make(draft, held.draft);
    set({ draftOffer: undefined });
    const isAll = await making;
    // The old one is removed only once the new one is kept.
    if ((await draft.keeper.flush()) && isAll) await offers.remove(held);
    else if (offers.held === held) offers.drop();
  }

  /** What becomes of changes of files in the open package, which has these already. */
  function fitFiles(changes: readonly FileChange[], onto: readonly FileChange[]): FileRebase {
    const files = get().editSession()?.opened.package.files ?? [];
    return rebaseFiles(changes, onto, isThereIn(files));
  }

  async function look(after?: string, isTaken = false): Promise<void> {
    const session = get().editSession();
    if (!session) return;
    await get().earlierDrafts();
    if (session !== get().editSession()) return;
    const subject = {
      ...subjectOf(session.opened),
      texts: async () => (await session.ownTexts()).texts,
      own: () => session.draft?.keeper.id,
      isTaken: (id: string) => outer?.getState().hasInnerDraft(id) === true,
      wanted,
    };
    await offers.look(subject, after, isTaken);
  }

  onPackageChanged((_, reason) => {
    if (reason === 'revived' || reason === 'grown') return {};
    offers.reset();
    wanted = next;
    next = undefined;
    const begin = () => {
      const session = get().editSession();
      void look().finally(() => {
        if (session && session === get().editSession()) set({ hasLookedForDraft: true });
      });
    };
    return { state: { draftOffer: undefined, draftElsewhere: undefined, hasLookedForDraft: false }, begin };
  });

  // Another tab may have begun to edit the same package meanwhile, or have been closed.
  onShow?.(() => {
    if (!offers.held && get().load.phase === 'ready') void look();
  }, until);

  return {
    draftOffer: undefined,
    draftElsewhere: undefined,
    hasLookedForDraft: false,
    keptDrafts: [],
    unreadDrafts: [],
    restoreDraft: () =>
      takeUp(async ({ engine }, { texts, files, renew, at }) => {
        const when = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
        const name = `Restore the draft of ${when}`;
        if (get().draftOffer?.match === 'same') {
          engine.edit({ name, texts, files, renew: renew !== false });
          return true;
        }
        const rebase = fitFiles(files, []);
        engine.edit({ name, texts, files: rebase.files, renew: false });
        return rebase.misfits.length === 0;
      }),
    async readOffer() {
      const session = get().editSession();
      const { held } = offers;
      if (!session || !held)
        throw new InternalError('internal/bug', 'Boxcutter asked for the values of a draft that is not offered.');
      const [first, now, own] = await Promise.all([
        session.valuesOf(held.draft.firstTexts),
        session.valuesOf(held.draft.texts),
        session.ownTexts(),
      ]);
      return { first, now, onto: own.values, texts: own.texts };
    },
    applyOffer: (steps, isAll) =>
      takeUp(async (draft, kept) => {
        const { fits, misfits, files } = fitFiles(kept.files, draft.engine.current.files);
        // First: fields can name these files.
        const added = fits.filter(({ kind }) => kind === 'put').length;
        if (added > 0) draft.engine.edit({ name: `Add ${formatNumberOf(added, 'file')} of the draft`, files });
        for (const step of steps) draft.engine.edit(step);
        // The worker may refuse a step. The draft says so, and what is kept of the old one stays.
        const areMade = await draft.engine.currentDraft().then(
          () => draft.shown.problem === undefined,
          () => false,
        );
        return areMade && isAll && misfits.length === 0;
      }),
    async discardOffer() {
      const session = get().editSession();
      await offers.remove(offers.held);
      if (session === get().editSession()) void look();
    },
    async nextOffer() {
      const { held } = offers;
      if (held) await look(held.draft.id);
    },
    passOffer: () => offers.drop(),
    async takeOverDraft() {
      // Where it is gone meanwhile, or cannot be had, what is there now is shown.
      if (await offers.takeOver().catch(() => false)) await get().restoreDraft();
      else await look();
    },
    openForDraft(id) {
      next = id;
    },
    async lookForKeptDrafts() {
      try {
        await get().earlierDrafts();
        const known = ((await storage?.all()) ?? []).sort((a, b) => b.at - a.at);
        // The draft of the outer package has these changes too.
        const taken = new Set(known.flatMap(({ files }) => draftsIn(files)));
        const unreadDrafts = (await storage?.unread()) ?? [];
        set({ keptDrafts: known.filter(({ id }) => !taken.has(id)).map(noteOf), unreadDrafts });
      } catch {
        // Where nothing can be looked for, nothing is kept.
      }
    },
    async discardKeptDraft(id) {
      const inner = draftsIn(get().keptDrafts.find((draft) => draft.id === id)?.files ?? []);
      if (!(await removeUnheld(storage, id, true))) return false;
      for (const each of inner) await removeUnheld(storage, each);
      const others = <T extends { id: string }>(drafts: readonly T[]) => drafts.filter((draft) => draft.id !== id);
      set({ keptDrafts: others(get().keptDrafts), unreadDrafts: others(get().unreadDrafts) });
      return true;
    },
    async rawDraft(id) {
      if (!storage) throw new InternalError('internal/bug', 'Boxcutter asked for a draft that is not kept.');
      return storage.raw(id);
    },
    draftTaken: () => void look(undefined, true),
    async draftUndone() {
      const session = get().editSession();
      if (!taken || session !== taken.session || session.draft?.shown.current !== taken.before) return;
      const { kept } = taken;
      taken = undefined;
      offers.unpass(kept.id);
      // Where it cannot be kept again, Redo still has what it changed.
      await storage?.put(kept).catch(() => {});
      await look();
    },
  };
};

function noteOf({ id, name, inside = OUTERMOST, origin, at, texts, files, firstTexts }: KeptDraft): KeptDraftNote {
  const changed = [...texts].filter(([path, text]) => firstTexts.get(path) !== text);
  return { id, name, inside, origin, at, files, texts: new Map(changed) };
}
