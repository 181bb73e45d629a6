import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageLicense, ZSTD_LICENSE, ZSTD_WASM, zstdWasm } from './zstd.ts';

it('is the WebAssembly of the package, and has its license (npm run zstd writes both)', async () => {
  expect(Buffer.compare(readFileSync(ZSTD_WASM), await zstdWasm())).toBe(0);
  expect(readFileSync(ZSTD_LICENSE, 'utf8')).toBe(packageLicense());
});
