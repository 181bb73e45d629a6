import { useEffect, useMemo, useState } from 'react';
import { decodeUtf8 } from '../../base/bytes.ts';
import type { FieldFile, MakerField } from '../../model/maker.ts';
import { useActions } from '../../state/hooks.ts';
import type { NewFileFrom } from '../../state/load.ts';
import type { PlacedFile } from './material.ts';

/** A field's value, judged by the file that it names something in. */
export interface FittedValue {
  value: string;
  /** What the file lacks, in sentences. */
  note?: string | undefined;
}

/** The file that a value names something in. Undefined where there is none, and where it is too large to read. */
export function fileOfValue(file: FieldFile, value: string, files: readonly PlacedFile[]): PlacedFile | undefined {
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

/** What the fields of the form have. */
export interface FieldValues {
  valueOf(field: MakerField): string;
  /** What the file lacks that a field names something in, in sentences. Undefined where it lacks nothing. */
  noteOf(field: MakerField): string | undefined;
  /** A field that may still change by itself, because its file is being read. */
  pending: MakerField | undefined;
}

/**
 * What fields have, and what there is to say of the first one that names something in a file. A file that cannot be read
 * says nothing.
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
  const fitted =
    named && about && file && text !== undefined
      ? fittedValue(about, first(named), typed[named.id], { place: file.place, text })
      : undefined;
  return {
    valueOf: (field) => (fitted && field.id === named?.id ? fitted.value : plain(field)),
    noteOf: (field) => (field.id === named?.id ? fitted?.note : undefined),
    pending: named && isReading && typed[named.id] === undefined ? named : undefined,
  };
}

/** The text of a file. Undefined until it is read, and where it cannot be. */
function useText(from: NewFileFrom | undefined, maxBytes: number): { text: string | undefined; isReading: boolean } {
  const { readBlob } = useActions();
  const [read, setRead] = useState<{ from: NewFileFrom; text: string | undefined }>();
  useEffect(() => {
    if (!from) return;
    const ended = new AbortController();
    const { signal } = ended;
    const readText = async () => {
      const blob = 'file' in from ? from.file : await readBlob(from.path, '', { maxBytes, signal });
      return decodeUtf8(new Uint8Array(await blob.arrayBuffer()));
    };
    readText()
      .catch(() => undefined)
      .then((text) => {
        if (!signal.aborted) setRead({ from, text });
      });
    return () => ended.abort();
  }, [from, maxBytes, readBlob]);
  const isRead = from !== undefined && read?.from === from;
  return { text: isRead ? read?.text : undefined, isReading: from !== undefined && !isRead };
}
