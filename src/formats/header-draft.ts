import { checkedPlan, type Pieces, unchanged } from '../archive/plan.ts';
import { throwIfAborted } from '../base/abort.ts';
import { InternalError } from '../base/errors.ts';
import type { Draft } from '../model/draft.ts';
import { applyEdits, type Edit } from '../model/edit/edit.ts';
import { type FieldValues, parsedValues } from '../model/edit/field.ts';
import type { ByteSource } from '../source/source.ts';
import type { DraftPlan, OpenPackage } from './format.ts';

/** The path by which a draft has the text of an edited header: its values as JSON. */
const HEADER_TEXT = 'header';

/** What a format says of the header of its files. `T` is what an edited header has. */
export interface EditedHeader<T> {
  stored(signal?: AbortSignal): Promise<T>;
  /** The values that the form shows. */
  valuesOf(header: T): FieldValues;
  /** What edited values mean. Throws where the file could not be saved with them. */
  checked(values: FieldValues, stored: T): T;
  /** The pieces of a saved file, and what the review says. */
  pieces(edited: T, stored: T): Pieces & { before: string; after: string; notes?: readonly string[] };
  /** Throws the format's error for an edit that cannot be made. */
  refuse(message: string): never;
}

/** Makes `edit` and `plan` of a file whose header is edited, and whose other bytes are copied by range. */
export function headerDrafts<T>(
  source: ByteSource,
  header: EditedHeader<T>,
): Required<Pick<OpenPackage, 'edit' | 'plan'>> {
  const textOf = (edited: T) => `${JSON.stringify(header.valuesOf(edited), undefined, 1)}\n`;

  return {
    async edit({ texts, edits: given = [] }, signal) {
      throwIfAborted(signal);
      const stored = await header.stored(signal);
      const text = texts?.get(HEADER_TEXT);
      // The form made them, and it makes edits of no other kind.
      const edits = given as readonly Edit[];
      const before = text === undefined ? header.valuesOf(stored) : parsedValues(text);
      if (!before) {
        if (edits.length > 0)
          throw new InternalError('internal/bug', 'Boxcutter tried to edit a text that is not JSON.');
        return { texts: new Map([[HEADER_TEXT, text as string]]) };
      }
      const edited = header.checked(applyEdits(before, edits), stored);
      return { texts: new Map([[HEADER_TEXT, textOf(edited)]]), values: header.valuesOf(edited) };
    },

    async plan({ texts, files }: Draft, signal): Promise<DraftPlan> {
      throwIfAborted(signal);
      if (files.length > 0)
        throw new InternalError(
          'internal/bug',
          'Boxcutter tried to change the files of a package that is a single file.',
        );
      const stored = await header.stored(signal);
      const values = parsedValues(texts.get(HEADER_TEXT) ?? textOf(stored));
      const edited = header.checked(values ?? header.refuse('The draft of the header is not JSON.'), stored);
      if (textOf(edited) === textOf(stored)) {
        const same = unchanged(source.size);
        return { ...checkedPlan(source, same), review: { files: [], size: same.size, notes: [] } };
      }
      const { segments, size, before, after, notes = [] } = header.pieces(edited, stored);
      const file = { path: HEADER_TEXT, kind: 'changed', before, after } as const;
      return { ...checkedPlan(source, { segments, size }, notes), review: { files: [file], size, notes: [...notes] } };
    },
  };
}
