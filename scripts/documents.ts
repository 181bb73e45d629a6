import { writeFile } from 'node:fs/promises';
import { formatsDocument } from './documents/document.ts';
import { keyboardDocument } from './documents/keyboard.ts';

/** `npm run documents`: writes docs/formats.md and docs/keyboard.md from tables and code. */
const docs = new URL('../docs/', import.meta.url);
await writeFile(new URL('formats.md', docs), await formatsDocument());
await writeFile(new URL('keyboard.md', docs), keyboardDocument());
