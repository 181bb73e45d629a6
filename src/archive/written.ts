import { grouped } from '../base/amounts.ts';
import { isEqual } from '../base/bytes.ts';
import { BadFileError } from '../base/errors.ts';
import { quote } from '../base/text.ts';
import type { ByteSource } from '../source/source.ts';
import type { Pieces, SavePlan } from './plan.ts';

/** Bytes compared at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The error of a written file that differs from its plan. `what` is the end of a sentence. */
export function saveMismatch({ name }: ByteSource, what: string, cause?: unknown): BadFileError {
  return new BadFileError('source/save-mismatch', `${quote(name)} was not saved correctly: ${what}.`, { cause });
}

/**
 * Compares a written file with its plan: its size, and every byte that the plan does not take from a file. Rejects
 * with `source/save-mismatch`, or as reading does.
 */
export async function checkWritten(result: ByteSource, plan: Pieces, signal?: AbortSignal): Promise<void> {
  if (result.size !== plan.size)
    throw saveMismatch(result, grouped`it has ${result.size} bytes instead of ${plan.size}`);
  let at = 0;
  for (const segment of plan.segments) {
    if (segment.kind !== 'new') {
      at += segment.end - segment.start;
      continue;
    }
    for (let from = 0; from < segment.bytes.length; from += PIECE_BYTES) {
      const piece = segment.bytes.subarray(from, from + PIECE_BYTES);
      const bytes = await result.read(at + from, at + from + piece.length, signal);
      if (!isEqual(bytes, piece)) throw saveMismatch(result, `it is different after byte ${at + from}`);
    }
    at += segment.bytes.length;
  }
}

/**
 * The plan of a file that has no checks of its own: what is written is compared with its pieces.
 *
 * @param notes as `SavePlan.notes`
 */
export function checkedPlan(old: ByteSource, { segments, size }: Pieces, notes: readonly string[] = []): SavePlan {
  const pieces = { segments, size };
  return { ...pieces, old, notes, check: (result, signal) => checkWritten(result, pieces, signal) };
}
