import { useMemo } from 'react';
import { decodeUtf8 } from '../../base/bytes.ts';
import { fileOfValue, fittedValue } from '../../model/field-file.ts';
import type { MakerField } from '../../model/maker.ts';
import { useWork } from '../../state/hooks.ts';
import type { NewFileFrom } from '../../state/load.ts';
import type { PlacedFile } from './material.ts';
import { useMaterialBytes } from './material-bytes.ts';

/** What the fields of the form have. */
export interface FieldValues {
  valueOf(field: MakerField): string;
  /** What the file lacks that a field names something in, in sentences. Undefined where it lacks nothing. */
  noteOf(field: MakerField): string | undefined;
  /** A field that may still change by itself, because its file is being read. */
  pending: MakerField | undefined;
}

/**
 * What fields have, and what there is to say of the first one that names something in a file. A file that cannot be
 * read says nothing.
 *
 * @param asked fields that the form shows
 * @param planned what the paths of the files say of fields, by id
 * @param typed what somebody typed, by id
 */
export function useFieldValues(
  asked: readonly MakerField[],
  planned: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string>>,
  files: readonly PlacedFile[],
): FieldValues {
  const first = ({ id, value }: MakerField) => planned[id] ?? value;
  const plain = (field: MakerField) => typed[field.id] ?? first(field);
  const named = asked.find((field) => field.file);
  const about = named?.file;
  const value = named && plain(named);
  const file = useMemo(
    () => (about && value !== undefined ? fileOfValue(about, value, files) : undefined),
    [about, value, files],
  );
  const { text, isReading } = useText(file?.from, about?.maxBytes ?? 0);
  const begun = named && first(named);
  const own = named && typed[named.id];
  // Reads the text from end to end.
  const fitted = useMemo(
    () =>
      about && begun !== undefined && file && text !== undefined
        ? fittedValue(about, begun, own, { place: file.place, text })
        : undefined,
    [about, begun, own, file, text],
  );
  return {
    valueOf: (field) => (fitted && field.id === named?.id ? fitted.value : plain(field)),
    noteOf: (field) => (field.id === named?.id ? fitted?.note : undefined),
    pending: named && isReading && typed[named.id] === undefined ? named : undefined,
  };
}

/** The text of a file. Undefined until it is read, and where it cannot be. */
function useText(from: NewFileFrom | undefined, maxBytes: number): { text: string | undefined; isReading: boolean } {
  const readBytes = useMaterialBytes();
  const work = useMemo(
    () => from && (({ signal }: { signal: AbortSignal }) => readBytes(from, maxBytes, signal).then(decodeUtf8)),
    [from, maxBytes, readBytes],
  );
  const read = useWork(work);
  const text = read.status === 'ready' ? read.value : undefined;
  return { text, isReading: from !== undefined && read.status === 'loading' };
}
