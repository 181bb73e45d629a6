import type { FieldFile } from './maker.ts';

/** A field's value, judged by the file that it names something in. */
export interface FittedValue {
  value: string;
  /** What the file lacks, in sentences. */
  note?: string | undefined;
}

/**
 * The file that a value names something in. Undefined if the file is missing or too large to read.
 *
 * @param files where files go, and their bytes
 */
export function fileOfValue<T extends { place: string; size: number }>(
  file: FieldFile,
  value: string,
  files: readonly T[],
): T | undefined {
  const places = file.places(value);
  const found = places.flatMap((place) => files.find((each) => each.place === place) ?? [])[0];
  return found && found.size <= file.maxBytes ? found : undefined;
}

/**
 * What a field has once its file is read.
 *
 * @param first what it begins with
 * @param typed what somebody typed, which stays as it is
 */
export function fittedValue(
  file: FieldFile,
  first: string,
  typed: string | undefined,
  { place, text }: { place: string; text: string },
): FittedValue {
  const value = typed ?? file.fit(first, text);
  return { value, note: file.lack(value, place, text) };
}
