import { decodeText, sniffMedia } from './media.ts';
import { signatureOf } from './signature.ts';

/** What a file looks like, by its first bytes. */
export interface Look {
  /** With its article, to stand in a sentence: "an ONNX model". */
  what: string;
  kind: 'pointer' | 'web-page' | 'refusal' | 'binary';
  /** Of a web page that has one. */
  title?: string;
}

/** The text that a Git repository has instead of a large file. */
export interface LfsPointer {
  /** SHA-256 of the file, 64 lower-case hexadecimal digits, and its size in bytes. */
  sha256: string;
  size: bigint;
}

const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,19})\n$/;

/** Reads a pointer (git-lfs, docs/spec.md). `text` is the whole file. Undefined where it is not a pointer. */
export function lfsPointer(text: string): LfsPointer | undefined {
  const [, sha256, size] = POINTER.exec(text) ?? [];
  return sha256 === undefined || size === undefined ? undefined : { sha256, size: BigInt(size) };
}

/** Each comment ends at its first `-->`. A pattern that could end it later would try all ways to split what follows. */
const WEB_PAGE = /^\ufeff?\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Answers of hosts that have no such file, or do not give it: S3 and others alike, and JSON of Hugging Face. */
const REFUSAL = /^\s*(?:(?:<\?xml[^>]*\?>\s*)?<Error>\s*<Code>|\{\s*"error"\s*:\s*"|Invalid username or password)/;

/** Characters that are looked at of a title. */
const MAX_TITLE = 300;

/** Names of characters that titles have (HTML, 13.5). */
const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', middot: '·' }),
);

/** The title of a web page as text. Undefined where the text has none, or an empty one. */
function pageTitle(text: string): string | undefined {
  const begin = /<title(?:\s[^>]{0,300})?>/i.exec(text);
  if (!begin) return undefined;
  const rest = text.slice(begin.index + begin[0].length);
  const end = rest.search(/<\/title/i);
  const title = (end < 0 ? rest : rest.slice(0, end)).slice(0, MAX_TITLE);
  const decoded = title.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return CHARACTERS.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return decoded.replaceAll(/\s+/g, ' ').trim() || undefined;
}

/**
 * What a file looks like that may be something else than its name says. Takes its first `SNIFF_BYTES`, or all of a
 * shorter one. Undefined where nothing is known about it. Never throws.
 */
export function lookOf(bytes: Uint8Array): Look | undefined {
  const text = decodeText(bytes);
  if (text !== undefined) {
    if (text.startsWith('version https://git-lfs.github.com/spec/')) {
      return { what: 'a Git LFS pointer', kind: 'pointer' };
    }
    if (WEB_PAGE.test(text)) {
      const title = pageTitle(text);
      return { what: 'a web page', kind: 'web-page', title };
    }
    if (REFUSAL.test(text)) return { what: 'a host’s error message', kind: 'refusal' };
    return undefined;
  }
  const signature = signatureOf(bytes);
  if (!signature || sniffMedia(bytes).kind !== 'bytes') return undefined;
  const { label, what = `a ${label}` } = signature;
  return { what, kind: 'binary' };
}
