import { writeFile } from 'node:fs/promises';
import { formatsDocument } from './documents/document.ts';

/** `npm run documents`: writes docs/formats.md from the tables of the formats' documents. */
await writeFile(new URL('../docs/formats.md', import.meta.url), await formatsDocument());
