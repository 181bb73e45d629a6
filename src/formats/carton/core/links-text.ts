import { decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError } from '../../../base/errors.ts';
import type { Edit } from '../../../model/edit.ts';
import { isTable } from '../../../model/field.ts';
import { type EditableToml, TomlText } from '../../../toml/toml-text.ts';
import { LINKS } from './paths.ts';

/** A new LINKS, without any file. */
const NO_LINKS = 'version = 1\n\n[urls]\n';

const EDITABLE_LINKS: EditableToml<undefined> = {
  path: LINKS,
  syntax: 'links/syntax',
  tooLarge: 'carton/file-too-large',
  order: { keys: (path) => (path.length === 0 ? ['version', 'urls'] : []), hasHeader: () => true },
  judge: () => undefined,
};

/** New URLs of files by their SHA-256 in lower-case digits. Files without a URL leave LINKS. */
export type LinkChanges = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The text of LINKS with other URLs for some files. All other lines, and comments, stay byte for byte. Undefined where
 * no file, no comment and no other field is left: then there need be no LINKS. Throws
 * `links/syntax` where LINKS is not TOML or has no table of URLs.
 *
 * @param bytes undefined where there is none
 */
export function linksText(bytes: Uint8Array | undefined, changes: LinkChanges): string | undefined {
  const text = bytes ? decodeUtf8(bytes) : NO_LINKS;
  const toml = text === undefined ? undefined : new TomlText(text, EDITABLE_LINKS);
  const values = toml?.values();
  if (!toml || !values || (values.urls !== undefined && !isTable(values.urls)))
    throw new BadFileError('links/syntax', 'LINKS cannot be read, so no link can be changed in it.', { path: LINKS });
  const had = new Set(isTable(values.urls) ? Object.keys(values.urls) : []);
  const edits = [...changes].flatMap(([sha256, urls]): Edit[] => {
    if (urls.size > 0) return [{ kind: 'set', path: ['urls', sha256], value: [...urls] }];
    return had.has(sha256) ? [{ kind: 'remove', path: ['urls', sha256] }] : [];
  });
  const after = edits.length === 0 ? toml.text : toml.edited(edits).text;
  return withoutSpace(after) === withoutSpace(NO_LINKS) ? undefined : after;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
