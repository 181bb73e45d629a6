import { addedFileChanged } from '../base/added-file.ts';
import type { FileChange } from '../model/draft.ts';

/** Where the bytes are that the page shows at a path: in the open package, or in a file that the draft puts there. */
export type FilePlace =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'put'; readonly path: string; readonly blob: Blob };

const byList = new WeakMap<readonly FileChange[], ReadonlyMap<string, FilePlace>>();

/**
 * Where a file's bytes are with these changes of files. A path that no change leads to is one of the open package:
 * there, a file that is taken out can still be read.
 */
export function filePlace(changes: readonly FileChange[], path: string): FilePlace {
  let places = byList.get(changes);
  if (!places) {
    places = placesOf(changes);
    byList.set(changes, places);
  }
  return places.get(path) ?? { kind: 'open', path };
}

/** Whether these changes of files put a file at a path. */
export function hasPut(changes: readonly FileChange[] | undefined, path: string): boolean {
  return changes !== undefined && filePlace(changes, path).kind === 'put';
}

function placesOf(changes: readonly FileChange[]): ReadonlyMap<string, FilePlace> {
  const places = new Map<string, FilePlace>();
  for (const change of changes) {
    if (change.kind === 'put') places.set(change.path, { kind: 'put', path: change.path, blob: change.blob });
    if (change.kind === 'rename') places.set(change.to, { kind: 'open', path: change.from });
  }
  return places;
}

const ids = new WeakMap<Blob, number>();
let count = 0;

/** Names the bytes of a place: two places with one key have the same bytes as long as one package is open. */
export function placeKey(place: FilePlace): string {
  if (place.kind === 'open') return `open ${place.path}`;
  let id = ids.get(place.blob);
  if (id === undefined) {
    id = ++count;
    ids.set(place.blob, id);
  }
  return `put ${id} ${place.path}`;
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
