import { writeFileSync } from 'node:fs';
import { HEADERS_FILE } from './policy.ts';

writeFileSync(new URL('../public/_headers', import.meta.url), HEADERS_FILE);
