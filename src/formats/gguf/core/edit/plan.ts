import { PieceBuilder } from '../../../../archive/plan.ts';
import { concatBytes } from '../../../../base/bytes.ts';
import { InternalError } from '../../../../base/errors.ts';
import type { EditedHeader } from '../../../header-draft.ts';
import type { GgufFile } from '../file.ts';
import { COUNTS_START } from '../header/header.ts';
import type { KeyValue } from '../header/key-value.ts';
import type { ValueType } from '../header/value-type.ts';
import { encodedId, encodedLength, encodedText, encodedValue, itemType } from './edited-value.ts';
import { checkedEntries, type Entries, refuse, valuesOf } from './header-edit.ts';
import { type Entry, entryText, sameEntry, storedEntries } from './stored-entries.ts';

/** How the header of a file is edited. Pairs that did not change, tensors' entries and data are copied by range. */
export function headerOf(file: GgufFile): EditedHeader<Entries> {
  let known: Entries | undefined;
  return {
    async stored(signal) {
      known ??= await storedEntries(file, signal);
      return known;
    },
    valuesOf,
    checked: (values, stored) => checkedEntries(values, stored, file),
    pieces(entries, stored) {
      const { segments, size } = headerPieces(file, entries, stored);
      return { segments, size, before: reviewText(stored), after: reviewText(entries) };
    },
    refuse,
  };
}

function headerPieces(file: GgufFile, entries: Entries, stored: Entries): PieceBuilder {
  const { header, source, alignment, dataStart = header.end } = file;
  const pieces = new PieceBuilder();
  pieces.old(0, COUNTS_START + header.lengthBytes);
  pieces.add(encodedLength(entries.size, header));
  const places = new Map(header.keyValues.map((pair) => [pair.key, pair]));
  for (const [key, entry] of entries) addPair(pieces, file, key, entry, places.get(key), stored.get(key));
  pieces.old(header.tensorsStart, header.end);
  // Without tensors, a file may end with its header.
  if (source.size > header.end || header.tensorCount > 0n) {
    pieces.add(new Uint8Array((alignment - (pieces.size % alignment)) % alignment));
  }
  if (source.size > dataStart) pieces.old(dataStart, source.size);
  return pieces;
}

/** @param place of the pair in the file, where it has one of this key */
function addPair(
  pieces: PieceBuilder,
  { header }: GgufFile,
  key: string,
  entry: Entry,
  place: KeyValue | undefined,
  stored: Entry | undefined,
): void {
  if (place && sameEntry(entry, stored)) {
    pieces.old(place.start, place.end);
    return;
  }
  if ('kept' in entry) throw new InternalError('internal/bug', 'A value that is not stored cannot be kept.');
  const { type, value } = entry;
  // The key's own bytes: its text is cut where it is long.
  if (place) pieces.old(place.start, place.typeStart);
  else pieces.add(encodedText(key, header));
  const id = encodedId(itemType(type) === undefined ? (type as ValueType) : 'array', header);
  pieces.add(concatBytes([id, encodedValue(type, value, header)]));
}

/** The pairs, one a line. */
function reviewText(entries: Entries): string {
  const lines = Array.from(entries, ([key, entry]) => {
    const isText = 'value' in entry && entry.type === 'string';
    const text = entryText(entry);
    return `${JSON.stringify(key)} (${entry.type}): ${isText ? JSON.stringify(text) : text}`;
  });
  return [...lines, ''].join('\n');
}
