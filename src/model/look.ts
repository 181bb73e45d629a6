import { decodeText, sniffMedia } from './media.ts';
import { signatureOf } from './signature.ts';

/** What a file looks like, by its first bytes. */
export interface Look {
  /** With its article, to stand in a sentence: "an ONNX model". */
  what: string;
  kind: 'pointer' | 'web-page' | 'refusal' | 'binary';
}

/** A text that stands in place of a file in a Git repository with large files. */
export interface LfsPointer {
  /** SHA-256 of the file, 64 lower-case hexadecimal digits, and its size in bytes. */
  sha256: string;
  size: bigint;
}

const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,19})\n$/;

/** Reads a pointer (git-lfs, docs/spec.md). `text` is the whole file. Undefined where it is none. */
export function lfsPointer(text: string): LfsPointer | undefined {
  const [, sha256, size] = POINTER.exec(text) ?? [];
  return sha256 === undefined || size === undefined ? undefined : { sha256, size: BigInt(size) };
}

/** Each comment ends at its first `-->`. A pattern that could end it later would try all ways to split what follows. */
const WEB_PAGE = /^\ufeff?\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Answers of hosts that have no such file, or do not give it: S3 and others alike, and JSON of Hugging Face. */
const REFUSAL = /^\s*(?:(?:<\?xml[^>]*\?>\s*)?<Error>\s*<Code>|\{\s*"error"\s*:\s*"|Invalid username or password)/;

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
    if (WEB_PAGE.test(text)) return { what: 'a web page', kind: 'web-page' };
    if (REFUSAL.test(text)) return { what: 'a host’s error message', kind: 'refusal' };
    return undefined;
  }
  const signature = signatureOf(bytes);
  if (!signature || sniffMedia(bytes).kind !== 'bytes') return undefined;
  const { label, what = `a ${label}` } = signature;
  return { what, kind: 'binary' };
}
