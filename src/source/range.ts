import { BadFileError } from '../base/errors.ts';

/** Throws `source/out-of-range` unless 0 ≤ start ≤ end ≤ size, all whole numbers of bytes. */
export function checkRange(source: { readonly name: string; readonly size: number }, start: number, end: number): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end <= source.size) {
    return;
  }
  throw new BadFileError(
    'source/out-of-range',
    `Bytes ${start} to ${end} of “${source.name}” were requested, but it has ${source.size}.`,
  );
}
