/** `npm run sample`: writes public/sample.carton and its twin for the wasm runner. */

import { writeFileSync } from 'node:fs';
import { makeSamples } from './sample/carton.ts';

for (const [name, bytes] of makeSamples()) {
  writeFileSync(new URL(`../public/${name}`, import.meta.url), bytes);
  console.log(`public/${name}: ${bytes.length} bytes`);
}
