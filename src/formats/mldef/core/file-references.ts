import { unsafeReason } from '../../../base/path.ts';
import type { Edit } from '../../../model/edit/edit.ts';
import { type FieldPath, type FieldValues, isTable } from '../../../model/edit/field.ts';
import { dataFormat } from './data-file.ts';
import { editableFields, sectionKey } from './fields.ts';
import { SECTION_KINDS } from './manifest.ts';

/** A field of the manifest that names a file by its path. */
export interface FileReference {
  readonly at: FieldPath;
  readonly path: string;
  /** Whether it can name the file at its new path: a data file's ending says what its bytes are. */
  canFollow(to: string): boolean;
}

/** The fields of the manifest's values that name files: the data files, and the license. */
export function fileReferences(values: FieldValues): FileReference[] {
  return SECTION_KINDS.flatMap((kind) => {
    const fields = editableFields(kind).filter(([, { type }]) => type === 'path');
    const found: FileReference[] = [];
    for (let index = 0; fields.length > 0; index++) {
      const key = sectionKey(kind, index);
      const section = Object.hasOwn(values, key) ? values[key] : undefined;
      if (!isTable(section)) break;
      for (const [field] of fields) {
        const path = section[field];
        if (typeof path !== 'string' || path === '' || unsafeReason(path) !== undefined) continue;
        const format = kind === 'dataFile' ? dataFormat(path) : undefined;
        found.push({
          at: [key, field],
          path,
          canFollow: (to) => format === undefined || dataFormat(to) === format,
        });
      }
    }
    return found;
  });
}

/**
 * The edits of the manifest that make its paths follow renamed files. The path of a data file whose new name has another
 * ending stays: its bytes would be read as something else.
 *
 * @param renames new paths by the old ones
 */
export function renamedReferences(values: FieldValues, renames: ReadonlyMap<string, string>): Edit[] {
  return fileReferences(values).flatMap(({ at, path, canFollow }): Edit[] => {
    const to = renames.get(path);
    return to !== undefined && canFollow(to) ? [{ kind: 'set', path: at, value: to }] : [];
  });
}
