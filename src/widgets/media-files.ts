import { isCancelled } from '../base/errors.ts';
import { SNIFF_BYTES } from '../base/limits.ts';
import { type MediaKind, type MediaType, sniffMedia } from '../model/media.ts';
import type { Coordinates, PhotoOrigin, Unchecked } from '../picture/photo/photo.ts';

/** A picture or sound that was dropped, pasted or chosen. */
export interface MediaFile {
  readonly file: File;
  readonly kind: 'picture' | 'sound';
  readonly type: MediaType;
  /** Where and with what the photo was taken, if it says so, and the same photo without that. */
  readonly origin?: Pick<PhotoOrigin, 'place' | 'device' | 'unchecked'> & { readonly cut: File };
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
 * Rejects only where it is canceled.
 */
export async function sortMediaFiles(
  files: readonly File[],
  { signal }: { signal: AbortSignal },
): Promise<SortedFiles> {
  const media: MediaFile[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    try {
      const found = await mediaOf(file, signal);
      if (typeof found === 'string') refused.push({ name: file.name, why: found });
      else media.push(found);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) throw error;
      // A folder, or a file that is gone.
      refused.push({ name: file.name, why: 'cannot be read' });
    }
  }
  return { media, refused };
}

async function mediaOf(file: File, signal: AbortSignal): Promise<MediaFile | string> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  signal.throwIfAborted();
  if (head.length === 0) return 'is empty';
  const told = sniffMedia(head, file.name);
  if (told.kind !== 'picture' && told.kind !== 'sound') return whyNot(told);
  const { kind, type } = told;
  if (kind === 'sound') return { file, kind, type };
  const { photoOrigin, withoutOrigin } = await import('../picture/photo/photo.ts');
  const origin = await photoOrigin(file, { signal });
  if (!origin) return { file, kind, type };
  const { place, device, unchecked } = origin;
  return { file, kind, type, origin: { place, device, unchecked, cut: withoutOrigin(file, origin) } };
}

function whyNot({ label }: MediaKind): string {
  if (label.startsWith('HEIF')) return 'is an HEIF picture, which most browsers cannot show: convert it to JPEG or PNG';
  return `is neither a picture nor a sound: ${label}`;
}

/** A place in words: `48.2083° N, 16.3700° E`, which is exact to some ten meters. */
export function coordinatesText({ latitude, longitude }: Coordinates): string {
  const part = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`;
}

const UNCHECKED: Readonly<Record<Unchecked, string>> = {
  more: 'More follows the picture, and is not looked at.',
  long: 'Some of what describes it is too long to be checked.',
  kind: 'Some of what describes it is of a kind that is not looked at.',
};

/** What could not be checked of a photo, in sentences. Empty where all was. */
export function uncheckedText({ origin }: MediaFile): string {
  return (origin?.unchecked ?? []).map((part) => UNCHECKED[part]).join(' ');
}

/** Whether something is asked before a photo is added: it says where it was taken, or may. */
export function asksFirst({ origin }: MediaFile): boolean {
  return origin !== undefined && (origin.place !== undefined || origin.unchecked.length > 0);
}

/** The files of the clipboard. None where it also has a text: spreadsheets put a picture of their cells beside that. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain').trim();
  // A file manager's text is the names of the files.
  const isNames = text.split(/[\r\n]+/).every((line) => files.some(({ name }) => line.endsWith(name)));
  return text === '' || isNames ? files : [];
}
