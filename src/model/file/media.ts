import { begins } from '../../base/bytes.ts';
import { heifBrand } from '../../base/heif-brand.ts';
import { type Language, languageLabel, languageOf } from './language.ts';
import { signatureOf } from './signature.ts';

export type PictureType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/bmp'
  | 'image/svg+xml';
export type SoundType = 'audio/mpeg' | 'audio/wav' | 'audio/ogg' | 'audio/flac' | 'audio/mp4';
export type FilmType = 'video/mp4' | 'video/webm' | 'video/ogg';

/** Media types that the page passes to the browser. Each has one element that shows it. */
export type MediaType = PictureType | SoundType | FilmType;

/** The label of pictures that cameras save as HEIC, and that few browsers draw. */
export const HEIF_LABEL = 'HEIF picture';

/** What a file is, told by its first bytes. `label` names it in a few words: "PNG picture". */
export type MediaKind =
  | { kind: 'picture'; type: PictureType; label: string }
  | { kind: 'sound'; type: SoundType; label: string }
  | { kind: 'film'; type: FilmType; label: string }
  | { kind: 'text'; language?: Language; label: string }
  | { kind: 'bytes'; label: string };

/**
 * Tells by its bytes what a file is. The name only tells one kind of text from another: a wrong or missing extension
 * does no harm. Takes the first `SNIFF_BYTES` of the file, or all if it has fewer. Never throws.
 */
export function sniffMedia(bytes: Uint8Array, name = ''): MediaKind {
  const [, type, label] = MEDIA.find(([magic, , , check]) => begins(bytes, magic) && (check?.(bytes) ?? true)) ?? [];
  if (type) return { kind: KINDS[type.slice(0, 5) as keyof typeof KINDS], type, label } as MediaKind;
  const text = sniffText(bytes, name);
  if (text) return text;
  // Only some browsers draw HEIF, so it is not shown as a picture.
  const isHeif = heifBrand(bytes) === 'heif';
  return { kind: 'bytes', label: isHeif ? HEIF_LABEL : (signatureOf(bytes)?.label ?? 'Binary data') };
}

const KINDS = { image: 'picture', audio: 'sound', video: 'film' } as const;

type Row = readonly [magic: string, type: MediaType, label: string, check?: (bytes: Uint8Array) => boolean];

/** The special before the general. Boxes (ISO/IEC 14496-12) begin with their size. */
const MEDIA: readonly Row[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png', 'PNG picture'],
  ['\xff\xd8\xff', 'image/jpeg', 'JPEG picture'],
  ['GIF87a', 'image/gif', 'GIF picture'],
  ['GIF89a', 'image/gif', 'GIF picture'],
  ['BM', 'image/bmp', 'BMP picture', isBitmap],
  ['RIFF', 'image/webp', 'WebP picture', (bytes) => begins(bytes, 'WEBP', 8)],
  ['RIFF', 'audio/wav', 'WAV audio', (bytes) => begins(bytes, 'WAVE', 8)],
  ['fLaC', 'audio/flac', 'FLAC audio'],
  // The packet in the first page names its codec (RFC 3533). Theora's begins with 0x80.
  ['OggS', 'video/ogg', 'Ogg video', (bytes) => includes(bytes, '\x80theora', 64)],
  ['OggS', 'audio/ogg', 'Ogg audio'],
  ['', 'image/avif', 'AVIF picture', (bytes) => heifBrand(bytes) === 'avif'],
  ['', 'audio/mp4', 'MPEG-4 audio', (bytes) => isBoxes(bytes, ['M4A ', 'M4B '])],
  ['', 'video/mp4', 'MPEG-4 video', (bytes) => isBoxes(bytes, [''])],
  ['\x1aE\xdf\xa3', 'video/webm', 'WebM video', (bytes) => includes(bytes, 'webm', 64)],
  ['ID3', 'audio/mpeg', 'MP3 audio'],
  ['', 'audio/mpeg', 'MP3 audio', isMp3Frame],
];

/** Whether BITMAPINFOHEADER or one of its longer forms stands at 14. Many texts begin with "BM". */
function isBitmap(bytes: Uint8Array): boolean {
  return [40, 108, 124].includes(bytes[14] ?? 0) && bytes[15] === 0;
}

/** Whether a file is made of boxes, is not a picture, and its first brand begins so. */
function isBoxes(bytes: Uint8Array, brands: readonly string[]): boolean {
  return heifBrand(bytes) === undefined && brands.some((brand) => begins(bytes, `ftyp${brand}`, 4));
}

/** Of an MPEG layer III frame: thousands of bits a second of MPEG 1, and of MPEG 2 and 2.5; samples a second of MPEG 1. */
export const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
export const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
export const MPEG1_HZ = [44100, 48000, 32000];

/** Length in bytes of the MPEG layer III frame whose header stands at `at`. Undefined where there is no such header. */
function mp3FrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [b0, b1, b2] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (b0 !== 0xff || b1 === undefined || b2 === undefined || (b1 & 0xe6) !== 0xe2) return undefined;
  const version = (b1 >> 3) & 3;
  const bitrate = b2 >> 4;
  const rate = MPEG1_HZ[(b2 >> 2) & 3];
  if (version === 1 || bitrate === 0 || bitrate === 15 || rate === undefined) return undefined;
  const padding = (b2 >> 1) & 1;
  if (version === 3) return Math.floor((144_000 * (MPEG1_KBPS[bitrate] as number)) / rate) + padding;
  const divided = version === 2 ? rate / 2 : rate / 4;
  return Math.floor((72_000 * (MPEG2_KBPS[bitrate] as number)) / divided) + padding;
}

/**
 * Whether two frames follow each other. One is not enough: its header has only eleven fixed bits, and other data can
 * look like it.
 */
function isMp3Frame(bytes: Uint8Array): boolean {
  const length = mp3FrameLength(bytes, 0);
  return length !== undefined && mp3FrameLength(bytes, length) !== undefined;
}

function sniffText(bytes: Uint8Array, name: string): MediaKind | undefined {
  const text = decodeText(bytes);
  if (text === undefined) return undefined;
  if (isSvg(text)) return { kind: 'picture', type: 'image/svg+xml', label: 'SVG drawing' };
  const language = languageOf(name);
  return language
    ? { kind: 'text', language, label: languageLabel(language) }
    : { kind: 'text', label: tableFormat(name)?.toUpperCase() ?? 'Plain text' };
}

/** Whether the name of a text says that it has separated values, and which: `csv` or `tsv`. */
export function tableFormat(name: string): 'csv' | 'tsv' | undefined {
  const [, format] = /\.(csv|tsv)$/i.exec(name) ?? [];
  return format?.toLowerCase() as 'csv' | 'tsv' | undefined;
}

/**
 * The beginning of a file as text. Undefined where it is not UTF-8, or holds control bytes other than tab, line feed,
 * form feed and carriage return. Leaves out a character that is cut at the end of `bytes`.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  for (const byte of bytes) {
    if (byte < 0x20 ? byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 : byte === 0x7f) return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * Whether the first element is `<svg`. White space, the XML declaration, comments and a document type may precede it.
 */
function isSvg(text: string): boolean {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    const rest = text.slice(at, at + 5).toLowerCase();
    if (/^<svg[\s>/]/.test(rest)) return true;
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : rest.startsWith('<!doc') ? '>' : '';
    const found = end === '' ? -1 : text.indexOf(end, at + 2);
    if (found < 0) return false;
    at = found + end.length;
  }
}

/** Whether `magic` stands anywhere in the first `within` bytes. */
function includes(bytes: Uint8Array, magic: string, within: number): boolean {
  for (let at = 0; at + magic.length <= Math.min(within, bytes.length); at++) if (begins(bytes, magic, at)) return true;
  return false;
}
