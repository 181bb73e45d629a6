import type { Archive } from '../../../../archive/archive.ts';
import { decodeUtf8, encodeUtf8 } from '../../../../base/bytes.ts';
import { InternalError } from '../../../../base/errors.ts';
import { quote } from '../../../../base/text.ts';
import { sha256 } from '../../../../codec/sha256.ts';
import type { FileChange } from '../../../../model/draft.ts';
import type { FilesAfter } from '../../../files-after.ts';
import type { TensorChanges } from '../edit/tensor-changes.ts';
import { MAX_INDEX_BYTES } from '../limits.ts';
import { belowTensors, TENSOR_FOLDER, TENSOR_INDEX } from '../paths.ts';
import { changedIndex } from './index-changes.ts';
import { completeIndex, EMPTY_INDEX } from './index-text.ts';
import type { PlanContext } from './plan-context.ts';

/**
 * Makes the tensor index, changes it as the draft says, and adds what the reference reader asks for. Its references to
 * files follow those that are renamed. Gives the SHA-256 of one that stays as it is; undefined where it is written, or is
 * not read. Rejects with `internal/bug` for changes of tensors of an index that stays, and as `changedIndex`.
 *
 * @param files the changes of files of the draft
 */
export async function completeTensorIndex(
  { input: { archive, isLinked }, after, written, notes }: PlanContext,
  files: readonly FileChange[],
  changes: TensorChanges | undefined,
): Promise<string | undefined> {
  /** Says why the index stays as it is. */
  const leave = (say: () => void) => {
    if (changes)
      throw new InternalError(
        'internal/bug',
        `Boxcutter tried to change tensors in ${TENSOR_INDEX}, which it cannot edit.`,
      );
    say();
  };
  const moves = tensorMoves(after, files);
  // A linked index is not read, and stays where it is.
  if (!after.added.has(TENSOR_INDEX) && !archive.open(TENSOR_INDEX) && isLinked(TENSOR_INDEX)) {
    leave(() => {
      if (moves.size > 0) notes.add(`${TENSOR_INDEX} stays as it is: it is only linked.${unfollowed(moves)}`);
    });
    return undefined;
  }
  let before: Uint8Array | undefined;
  try {
    before = await written.read(TENSOR_INDEX, MAX_INDEX_BYTES);
  } catch (error) {
    leave(() => notes.leave(TENSOR_INDEX, error, unfollowed(moves)));
    return undefined;
  }
  const there = before ? undefined : inTheWay(archive, TENSOR_INDEX);
  if (there) {
    leave(() => notes.add(`${TENSOR_INDEX} cannot be added: a ${there} is in the way.`));
    return undefined;
  }
  const text = before ? decodeUtf8(before) : EMPTY_INDEX;
  const changed = text !== undefined && changes ? changedIndex(text, changes, notes) : text;
  const completed = changed === undefined ? undefined : completeIndex(changed, moves);
  if (completed === undefined)
    leave(() =>
      notes.add(`${TENSOR_INDEX} stays as it is: it cannot be read or is too large to edit.${unfollowed(moves)}`),
    );
  if (before && (completed === undefined || completed === text)) return sha256(before);
  if (completed !== undefined) await written.change(TENSOR_INDEX, before, encodeUtf8(completed), MAX_INDEX_BYTES);
  return undefined;
}

/**
 * The new paths of renamed files of `tensor_data/` by their old ones, both below the folder. A replaced index already
 * says where its tensors are: it follows only files whose old path is free now.
 */
function tensorMoves(after: FilesAfter, files: readonly FileChange[]): Map<string, string> {
  const isPut = after.added.has(TENSOR_INDEX);
  const moves = new Map<string, string>();
  for (const change of files) {
    if (change.kind !== 'rename' || (isPut && after.isTaken(change.from))) continue;
    const [from, to] = [belowTensors(change.from), belowTensors(change.to)];
    if (from !== undefined && to !== undefined) moves.set(from, to);
  }
  return moves;
}

/** Says that an index that cannot be changed does not follow renamed files. Empty if there are none. */
function unfollowed(moves: ReadonlyMap<string, string>): string {
  const [first] = moves.keys();
  if (first === undefined) return '';
  const more = moves.size === 1 ? '' : ` and ${moves.size - 1} more renamed files`;
  return ` If it refers to ${quote(TENSOR_FOLDER + first)}${more}, those references are now broken.`;
}

/** What is in the way of a new file: a file at one of its folders, or a folder at its path. */
function inTheWay(archive: Archive, path: string): 'file' | 'folder' | undefined {
  const parts = path.split('/');
  if (parts.some((_, end) => end > 0 && archive.entryAt(parts.slice(0, end).join('/')))) return 'file';
  return !archive.entryAt(path) && archive.isFolder(path) ? 'folder' : undefined;
}
