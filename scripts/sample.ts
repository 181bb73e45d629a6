/** `npm run sample`: writes public/sample.carton. */

import { writeFileSync } from 'node:fs';
import { makeSample } from './sample/carton.ts';

const bytes = makeSample();
writeFileSync(new URL('../public/sample.carton', import.meta.url), bytes);
console.log(`public/sample.carton: ${bytes.length} bytes`);
