import { readFileSync, writeFileSync } from 'node:fs';
import { ZSTDDecoder } from 'zstddec/stream';

/** `npm run zstd`: takes the WebAssembly that decodes zstd out of its package, with its license. */

/** The WebAssembly of zstddec, which it compiles from a text of its own. */
export async function zstdWasm(): Promise<Uint8Array> {
  const { instantiate } = WebAssembly;
  const taken: BufferSource[] = [];
  Object.assign(WebAssembly, {
    instantiate(bytes: BufferSource, imports?: WebAssembly.Imports) {
      taken.push(bytes);
      return instantiate(bytes, imports);
    },
  });
  await new ZSTDDecoder().init().finally(() => Object.assign(WebAssembly, { instantiate }));
  return new Uint8Array(taken[0] as ArrayBuffer);
}

export const ZSTD_WASM = new URL('../src/codec/zstd.wasm', import.meta.url);

/** The text that must come with it, and so lies beside the built page. */
export const ZSTD_LICENSE = new URL('../public/zstd-license.txt', import.meta.url);

export const packageLicense = () => readFileSync(new URL('../node_modules/zstddec/LICENSE', import.meta.url), 'utf8');

if (process.argv[1]?.endsWith('zstd.ts')) {
  writeFileSync(ZSTD_WASM, await zstdWasm());
  writeFileSync(ZSTD_LICENSE, packageLicense());
}
