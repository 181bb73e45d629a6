import { unsafeReason } from '../../../base/path.ts';
import type { Edit } from '../../../model/edit/edit.ts';
import { type FieldPath, type FieldValues, valueAt } from '../../../model/edit/field.ts';
import { itemsOf } from '../../../model/edit/list-steps.ts';
import { dataFormat } from './data-file.ts';

/** A field of the manifest that names a file by its path. */
export interface FileReference {
  readonly at: FieldPath;
  readonly path: string;
  /** Whether it can name the file at its new path: a data file's ending says what its bytes are. */
  canFollow(to: string): boolean;
}

/** The fields of the manifest's values that name files: the data files, and the license. */
export function fileReferences(values: FieldValues): FileReference[] {
  const fields: [at: FieldPath, isData: boolean][] = [
    [['model', 'licenseFile'], false],
    ...itemsOf(values, 'dataFile').map((_, at): [FieldPath, boolean] => [['dataFile', at, 'path'], true]),
  ];
  return fields.flatMap(([at, isData]) => {
    const path = valueAt(values, at);
    if (typeof path !== 'string' || path === '' || unsafeReason(path) !== undefined) return [];
    const format = isData ? dataFormat(path) : undefined;
    return { at, path, canFollow: (to: string) => format === undefined || dataFormat(to) === format };
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
