import { CASE_SECTIONS } from './carton-cases.ts';
import { SOUND } from './carton-examples.ts';
import { FILE_SECTIONS, ZIP_ROWS } from './carton-files.ts';
import { SCHEMA_ROWS } from './carton-schema.ts';
import { HEAD_ROWS } from './carton-toml.ts';
import type { FormatDocument } from './row.ts';

/** The format's document, part by part. */
export const CARTON_DOCUMENT: FormatDocument = {
  title: 'Carton',
  about:
    'Version 1 of the [Carton format](https://carton.run/docs/format). Where its reference reader differs, the reader decides what is an error.',
  sound: SOUND,
  sections: [ZIP_ROWS, HEAD_ROWS, SCHEMA_ROWS, ...CASE_SECTIONS, ...FILE_SECTIONS],
};
