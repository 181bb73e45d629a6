import { isCancelled } from '../../base/errors.ts';
import { SNIFF_BYTES } from '../../base/limits.ts';
import { HEIF_LABEL, type MediaKind, type MediaType, sniffMedia } from '../../model/file/media.ts';
import type { PhotoBytes } from '../../picture/photo/photo.ts';
import type { PhotoTold } from '../../picture/photo/photo-text.ts';

export { asksFirst, canCut } from '../../picture/photo/photo-text.ts';

/** What a photo says, and the same photo without that. */
export interface CuttablePhoto extends PhotoTold {
  readonly cut: File;
}

/** What a photo says. `cut` is missing where the photo could not be read whole. */
export type FoundPhoto = PhotoTold & Partial<CuttablePhoto>;

/** A file of an open package, which is only read whole where something is cut out of it. */
export interface PackedFile extends PhotoBytes {
  /** Rejects as reading does. */
  whole(): Promise<File>;
}

/** A picture or sound that was dropped, pasted or chosen. */
export interface MediaFile {
  readonly file: File;
  readonly kind: 'picture' | 'sound';
  readonly type: MediaType;
  /** Where and with what the photo was taken, if it says so, and the same photo without that. */
  readonly origin?: CuttablePhoto;
}

/** A file that is neither, and why it is not taken: the end of a sentence that begins with "it". */
export interface RefusedFile {
  readonly name: string;
  readonly why: string;
}

export interface SortedFiles {
  readonly media: readonly MediaFile[];
  readonly refused: readonly RefusedFile[];
}

/**
 * Tells pictures and sounds from other files by their first bytes, and reads what photos say of where they were taken.
 * Rejects where it is canceled, and where the code for it cannot be loaded.
 */
export async function sortMediaFiles(
  files: readonly File[],
  { signal }: { signal: AbortSignal },
): Promise<SortedFiles> {
  const reader = await photoReader(signal);
  const media: MediaFile[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    // A folder cannot be read, nor a file that is gone.
    const found = (await ifReadable(mediaOf(reader, file, signal), signal)) ?? 'cannot be read';
    if (typeof found === 'string') refused.push({ name: file.name, why: found });
    else media.push(found);
  }
  return { media, refused };
}

async function mediaOf(reader: PhotoReader, file: File, signal: AbortSignal): Promise<MediaFile | string> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  signal.throwIfAborted();
  if (head.length === 0) return 'is empty';
  const told = sniffMedia(head, file.name);
  if (told.kind !== 'picture' && told.kind !== 'sound') return whyNot(told);
  const { kind, type } = told;
  if (kind === 'sound') return { file, kind, type };
  // A file of this computer can always be cut: that reads nothing.
  const origin = (await foundPhoto(reader, file, signal)) as CuttablePhoto | undefined;
  return { file, kind, type, origin };
}

/** What photos among files say, by their places in the list. */
export type PhotosIn = ReadonlyMap<number, FoundPhoto>;

/**
 * Looks for photos among files of any kind, which it tells by their first bytes. A file that cannot be read is left
 * out: whatever is done with it next says so. Rejects where it is canceled, and where the code for it cannot be loaded.
 *
 * @param onLooked called with the number of files that were looked at, of all
 */
export async function photosIn(
  files: readonly (File | PackedFile)[],
  { signal, onLooked }: { signal: AbortSignal; onLooked?(done: number): void },
): Promise<PhotosIn> {
  const reader = await photoReader(signal);
  const photos = new Map<number, FoundPhoto>();
  for (const [at, file] of files.entries()) {
    const photo = await ifReadable(foundPhoto(reader, file, signal), signal);
    if (photo) photos.set(at, photo);
    onLooked?.(at + 1);
  }
  return photos;
}

type PhotoReader = typeof import('../../picture/photo/photo.ts');

async function photoReader(signal: AbortSignal): Promise<PhotoReader> {
  const reader = await import('../../picture/photo/photo.ts');
  signal.throwIfAborted();
  return reader;
}

/** What a file says that is a photo; undefined where it says nothing of a place or device, and all could be checked. */
async function foundPhoto(
  { photoOrigin, withoutOrigin }: PhotoReader,
  file: File | PackedFile,
  signal: AbortSignal,
): Promise<FoundPhoto | undefined> {
  const origin = await photoOrigin(file, { signal });
  if (!origin) return undefined;
  const { place, device, extra, unchecked } = origin;
  const whole = 'whole' in file ? await ifReadable(file.whole(), signal) : file;
  return { place, device, extra, unchecked, cut: whole && withoutOrigin(whole, origin) };
}

/** What reading gives; undefined where it fails. Rejects where it is canceled. */
async function ifReadable<T>(reading: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error;
    return undefined;
  }
}

function whyNot({ label }: MediaKind): string {
  if (label === HEIF_LABEL)
    return 'is an HEIF picture (HEIC), which most browsers cannot show. Save it as JPEG or PNG first';
  return `is neither a picture nor a sound: ${label}`;
}

/** What a picture is called that was pasted. */
const PASTED_STEM = 'pasted-picture';

/** The name that browsers give to a picture of the clipboard, which has none itself. */
const UNNAMED = /^image(\.\w+)$/i;

/** Whether a file has the name of a pasted picture, with or without a number, which says nothing of what it shows. */
export function isPastedName(name: string): boolean {
  return new RegExp(`^${PASTED_STEM}(?:-\\d+)?\\.\\w+$`).test(name);
}

/**
 * The files of the clipboard. Those without a name of their own are called what they are. None where it also has a
 * text: spreadsheets put a picture of their cells beside that.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain').trim();
  // A file manager's text is the names of the files.
  const isNames = text.split(/[\r\n]+/).every((line) => files.some(({ name }) => line.endsWith(name)));
  if (text !== '' && !isNames) return [];
  return text === '' ? files.map(named) : files;
}

/** A file of the clipboard under a name that says how it came. Its bytes are not copied. */
function named(file: File): File {
  const extension = UNNAMED.exec(file.name)?.[1];
  return extension === undefined ? file : new File([file], `${PASTED_STEM}${extension}`, { type: file.type });
}
