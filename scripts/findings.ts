import { mkdir, writeFile } from 'node:fs/promises';
import { findingsDocument } from './findings/document.ts';

/** `npm run findings`: writes docs/findings.md from the tables of findings. */
const folder = new URL('../docs/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('findings.md', folder), findingsDocument());
