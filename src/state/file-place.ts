import { addedFileChanged } from '../base/added-file.ts';
import { memo } from '../base/memo.ts';
import { objectNumber } from '../base/object-number.ts';
import type { FileChange } from '../model/draft.ts';

/** Where the bytes are that the page shows at a path: in the open package, or in a file that the draft puts there. */
export type FilePlace =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'put'; readonly path: string; readonly blob: Blob };

const placesOf = memo((changes: readonly FileChange[]): ReadonlyMap<string, FilePlace> => {
  const places = new Map<string, FilePlace>();
  for (const change of changes) {
    if (change.kind === 'put') places.set(change.path, { kind: 'put', path: change.path, blob: change.blob });
    if (change.kind === 'rename') places.set(change.to, { kind: 'open', path: change.from });
  }
  return places;
});

/**
 * Where a file's bytes are with these changes of files. A path that no change leads to is one of the open package:
 * there, a file that is taken out can still be read.
 */
export function filePlace(changes: readonly FileChange[], path: string): FilePlace {
  return placesOf(changes).get(path) ?? { kind: 'open', path };
}

/** Whether these changes of files put a file at a path. */
export function hasPut(changes: readonly FileChange[] | undefined, path: string): boolean {
  return changes !== undefined && filePlace(changes, path).kind === 'put';
}

/** Names the bytes of a place: two places with one key have the same bytes as long as one package is open. */
export function placeKey(place: FilePlace): string {
  return place.kind === 'open' ? `open ${place.path}` : `put ${objectNumber(place.blob)} ${place.path}`;
}

/**
 * Bytes `start` to `end` (half-open, cut at its size) of a file of this machine. Rejects with NetworkError
 * `source/changed` where it changed or went away since it was chosen.
 */
export async function readPut(
  { path, blob }: FilePlace & { kind: 'put' },
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.slice(start, end).arrayBuffer());
  } catch (cause) {
    throw addedFileChanged(blob, { path, cause });
  }
}
