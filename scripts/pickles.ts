import { mkdir, writeFile } from 'node:fs/promises';
import { picklesDocument } from './pickles/document.ts';

/** `npm run pickles`: writes docs/pickles.md from the tables of names. */
const folder = new URL('../docs/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('pickles.md', folder), picklesDocument());
