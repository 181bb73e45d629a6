import { type Draft, sameTexts, type Texts } from '../../model/draft.ts';
import { type Inside, OUTERMOST, sameInside } from '../../model/place.ts';
import { membersOf } from '../stored-value.ts';

/** How the package of a draft is recognized. */
export interface DraftSubject {
  /** The hash that identifies the package, where it has one. */
  hash?: string | undefined;
  /** Bytes of the package. Two files can have one hash list, and so one hash. */
  size?: number | undefined;
  /** The file name of the package, or of the outermost one around it; and the title that the package gives itself. */
  name: string;
  /** The path of an inner package in that one. */
  inside?: Inside | undefined;
  title?: string | undefined;
  /** The address that it was opened from. */
  origin?: string | undefined;
}

/** The package of a draft, and the texts that its editing began from. */
export interface DraftOrigin extends DraftSubject {
  firstTexts: Texts;
}

/** A draft as the browser keeps it, in IndexedDB. */
export interface KeptDraft extends Draft, DraftOrigin {
  id: string;
  /** When it was last changed, milliseconds since 1970. */
  at: number;
}

/** An entry among the kept drafts that cannot be read as one: another version of the page or a fault has left it. */
export interface UnreadDraft {
  readonly id: string;
  /** The name of its package, if it has one. */
  readonly name: string | undefined;
  /** Whether a newer version of the page has written it, which can read it. */
  readonly isNewer: boolean;
}

/**
 * The format of kept drafts and of the contents that they add, as this version of the page writes it. Older drafts have
 * no number. Raise it with each change that this version could not read, or would lose. The names of the databases, of
 * their stores and of the locks stay the same for ever, and so do the databases' own versions: an older page that is
 * open would neither see what a newer one holds nor let it raise them.
 */
export const DRAFT_FORMAT = 1;

/** Whether a stored entry is of a newer format than this version of the page knows. */
export function isNewerDraft(entry: unknown): boolean {
  const { format: number = 0 } = membersOf(entry) ?? {};
  return !(typeof number === 'number' && number <= DRAFT_FORMAT);
}

/** Which package a kept draft belongs to: this version of the open one, or one that may be an earlier version. */
export type DraftMatch = 'same' | 'other-version';

/**
 * How a kept draft belongs to a package with these texts; undefined where it does not. The texts and the size count
 * beside the hash: a damaged or hostile package may carry the hash list of another one, and so have its hash.
 *
 * @param isWanted whether somebody said that the package is one of this draft, whatever it is called
 */
export function matchOf(
  draft: KeptDraft,
  subject: DraftSubject,
  texts: Texts,
  isWanted = false,
): DraftMatch | undefined {
  // Otherwise its package has another format.
  if (draft.firstTexts.size !== texts.size || ![...texts.keys()].every((path) => draft.firstTexts.has(path)))
    return undefined;
  const isSame = (key: 'hash' | 'name' | 'title' | 'origin') => !!draft[key] && draft[key] === subject[key];
  // The names are those of the outermost package, and so is what somebody said of it.
  const isSamePlace = sameInside(draft.inside ?? OUTERMOST, subject.inside ?? OUTERMOST);
  const isKnown = isSamePlace && (isWanted || isSame('origin') || isSame('name'));
  // Drafts of an earlier version of the page say no size.
  const isSized = draft.size === undefined || draft.size === subject.size;
  const isOne = isSized && draft.hash === subject.hash && sameTexts(draft.firstTexts, texts);
  if (isOne && (draft.hash || isKnown)) return 'same';
  // Of a package without texts, a draft has only changes of files, which are meant for that package alone.
  if (texts.size === 0) return undefined;
  return isKnown || isSame('hash') || isSame('title') ? 'other-version' : undefined;
}

/** Where drafts outlive the page. Every call may reject, as in private windows and on full disks. */
export interface DraftStorage {
  /** All drafts, of whatever packages. One that cannot be read hides no other. */
  all(): Promise<KeptDraft[]>;
  /** The entries that are not among `all`, and not too old. They stay until somebody removes them. */
  unread(): Promise<UnreadDraft[]>;
  /** An entry as JSON, with the contents of the files that it adds, whatever it is. */
  raw(id: string): Promise<Blob>;
  /** Keeps a draft, and replaces the one with its id. Rejects where a newer version of the page has written that. */
  put(draft: KeptDraft): Promise<void>;
  /** @param evenNewer also where a newer version of the page has written it: somebody has asked for it by name */
  remove(id: string, evenNewer?: boolean): Promise<void>;
  /**
   * Takes the lock of a draft. It ends when the tab does, or when the function is called that this gives. Gives
   * undefined where another tab has the lock: that tab has the draft open.
   */
  hold(id: string, options?: HoldOptions): Promise<(() => void) | undefined>;
  /**
   * Calls when what was kept has been deleted by others, as by the settings of the browser, until the function is called
   * that this gives.
   */
  onCleared?(listener: () => void): () => void;
  /** Waits until no tab has the lock of a draft. Rejects as canceled. */
  freed(id: string, signal: AbortSignal): Promise<void>;
}

/** Removes a kept draft. Gives whether it did: not where a tab has it open, or the storage fails. Never rejects. */
export async function removeUnheld(
  storage: DraftStorage | undefined,
  id: string,
  evenNewer?: boolean,
): Promise<boolean> {
  try {
    const release = await storage?.hold(id);
    if (!release) return false;
    await storage?.remove(id, evenNewer).finally(release);
    return true;
  } catch {
    return false;
  }
}

export interface HoldOptions {
  /** Takes the lock also from another tab, which loses it. */
  steal?: boolean;
  /** Called where another tab has taken the lock away. */
  onLost?(): void;
}

/**
 * Drafts that are kept, of `MAX_KEPT_CHARACTERS` at most each. Where there are more, the oldest that no tab has open is
 * removed.
 */
export const MAX_KEPT_DRAFTS = 30;

/**
 * Characters of a kept draft's texts together, first ones and new ones. Each may be four hundred times as long as the
 * largest known metadata file.
 */
export const MAX_KEPT_CHARACTERS = 4_000_000;

/** Milliseconds that a draft is kept: half a year. Whoever has not come back by then will not. */
export const MAX_KEPT_AGE_MS = 183 * 24 * 3600_000;
