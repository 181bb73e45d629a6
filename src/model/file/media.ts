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
  return (
    sniffBinary(bytes) ?? sniffText(bytes, name) ?? { kind: 'bytes', label: signatureOf(bytes)?.label ?? 'Binary data' }
  );
}

function sniffBinary(bytes: Uint8Array): MediaKind | undefined {
  if (begins(bytes, '\x89PNG\r\n\x1a\n')) return { kind: 'picture', type: 'image/png', label: 'PNG picture' };
  if (begins(bytes, '\xff\xd8\xff')) return { kind: 'picture', type: 'image/jpeg', label: 'JPEG picture' };
  if (begins(bytes, 'GIF87a') || begins(bytes, 'GIF89a'))
    return { kind: 'picture', type: 'image/gif', label: 'GIF picture' };
  // Many texts begin with "BM". In a bitmap, BITMAPINFOHEADER or one of its longer forms stands at 14.
  if (begins(bytes, 'BM') && [40, 108, 124].includes(bytes[14] ?? 0) && bytes[15] === 0)
    return { kind: 'picture', type: 'image/bmp', label: 'BMP picture' };
  if (begins(bytes, 'RIFF')) {
    if (begins(bytes, 'WEBP', 8)) return { kind: 'picture', type: 'image/webp', label: 'WebP picture' };
    if (begins(bytes, 'WAVE', 8)) return { kind: 'sound', type: 'audio/wav', label: 'WAV audio' };
  }
  if (begins(bytes, 'fLaC')) return { kind: 'sound', type: 'audio/flac', label: 'FLAC audio' };
  if (begins(bytes, 'OggS')) {
    // The packet in the first page names its codec (RFC 3533). Theora's begins with 0x80.
    return includes(bytes, '\x80theora', 64)
      ? { kind: 'film', type: 'video/ogg', label: 'Ogg video' }
      : { kind: 'sound', type: 'audio/ogg', label: 'Ogg audio' };
  }
  if (begins(bytes, 'ftyp', 4)) return sniffIsoMedia(bytes);
  if (begins(bytes, '\x1aE\xdf\xa3') && includes(bytes, 'webm', 64))
    return { kind: 'film', type: 'video/webm', label: 'WebM video' };
  if (begins(bytes, 'ID3') || isMp3Frame(bytes)) return { kind: 'sound', type: 'audio/mpeg', label: 'MP3 audio' };
  return undefined;
}

/** A file made of boxes (ISO/IEC 14496-12). The brands in the first box say what kind it is. */
function sniffIsoMedia(bytes: Uint8Array): MediaKind {
  const picture = heifBrand(bytes);
  if (picture === 'avif') return { kind: 'picture', type: 'image/avif', label: 'AVIF picture' };
  // Only some browsers draw HEIF, so it is not shown as a picture.
  if (picture === 'heif') return { kind: 'bytes', label: HEIF_LABEL };
  const brand = String.fromCharCode(...bytes.subarray(8, 12));
  return brand === 'M4A ' || brand === 'M4B '
    ? { kind: 'sound', type: 'audio/mp4', label: 'MPEG-4 audio' }
    : { kind: 'film', type: 'video/mp4', label: 'MPEG-4 video' };
}

const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG1_HZ = [44100, 48000, 32000];

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
