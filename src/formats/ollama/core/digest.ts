/** What Ollama accepts as a digest, before it becomes the name of a file (`BlobsPath`). */
const DIGEST = /^sha256[:-]([0-9a-fA-F]{64})$/;

/** The name of a blob that is not all there, or of a part of one: Ollama writes these while it downloads. */
const PARTIAL = /^sha256[:-]([0-9a-fA-F]{64})-partial(?:-\d+)?$/;

const BARE = /(?:^|\/)blobs\/([0-9a-fA-F]{64})$/;

const CAPITALS = /(?:^|\/)sha256[:-]([0-9a-f]{64})$/i;

/** The SHA-256 of a digest or of a blob's name, in lower case: 64 hexadecimal digits. Undefined for any other text. */
export function digestOf(text: string): string | undefined {
  return DIGEST.exec(text)?.[1]?.toLowerCase();
}

/** The SHA-256 that a file in a folder `blobs` has as its whole name. Ollama does not look for such a name. */
export function bareDigestOf(path: string): string | undefined {
  return BARE.exec(path)?.[1]?.toLowerCase();
}

/** The SHA-256 of a file that is named as a blob but for its case. Ollama does not look for such a name. */
export function anyCaseDigestOf(path: string): string | undefined {
  return CAPITALS.exec(path)?.[1]?.toLowerCase();
}

/** The SHA-256 of the blob that a file with this name is an unfinished part of. */
export function partialDigestOf(name: string): string | undefined {
  return PARTIAL.exec(name)?.[1]?.toLowerCase();
}

/** The name of the file of a blob. Older versions of Ollama wrote a colon. */
export function blobName(sha256: string): string {
  return `sha256-${sha256}`;
}
