import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { blobPath, configLayer, layerOf, manifestPath, manifestText } from '../../../testing/builders/ollama-store.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { CODE_POINT } from '../../../testing/code-point.ts';
import { byteChanges, exercise, mutate } from '../../../testing/mutation.ts';

const CONFIG = '{"model_format":"gguf","model_family":"llama","model_families":["llama"],"file_type":"Q4_0"}';
const PARAMS = '{"stop":["\\u003cend\\u003e"],"temperature":0.7}';
const MESSAGES = '[{"role":"user","content":"hi"}]';
const DATA = '123456789012345678901234';
const MANIFEST = manifestText(
  [
    layerOf('model', 'GGUF'),
    layerOf('params', PARAMS),
    layerOf('messages', MESSAGES),
    layerOf('tensor; name=a; dtype=F32; shape=2,3', DATA),
    { ...layerOf('tensor', DATA), name: 'b', dtype: 'I64', shape: [3] },
  ],
  configLayer(CONFIG),
);
const BLOBS = Object.fromEntries(
  [CONFIG, PARAMS, MESSAGES, DATA, 'GGUF'].map((content) => [blobPath(content), content]),
);

/** Damage to a text, that keeps most of it. */
const texts = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
    text: fc.oneof(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '\\ud800', 'null', '-', '8e0', '99999999999999999999'),
      fc.constantFrom('"layers":[],', '"size":-1,', '"LAYERS":null,', '"digest":"../..",', '; shape=9,9', '\ufeff'),
      fc.constantFrom('['.repeat(20_000), '{"a":'.repeat(11_000), '9'.repeat(2000), 'sha256:', '"shape":[[1]],'),
      fc.string({ unit: CODE_POINT, maxLength: 6 }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

type Damage = typeof texts extends fc.Arbitrary<infer T> ? T : never;

function damaged(text: string, changes: Damage): string {
  return changes.reduce((now, { share, cut, text: put }) => {
    const at = Math.floor(share * now.length);
    return now.slice(0, at) + put + now.slice(at + cut);
  }, text);
}

/** The counts are those after which twice as many cases gave no other finding or error. */
it('4,000 damaged manifests and stores open, or are refused by one of our errors, in time', async () => {
  const counts = { opened: 0, refused: 0 };
  const run = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    counts[await exercise(name, bytes)]++;
  };
  await fc.assert(
    fc.asyncProperty(byteChanges, (changes) => run('latest', mutate(encodeUtf8(MANIFEST), changes))),
    { numRuns: 1500, seed: 13 },
  );
  await fc.assert(
    fc.asyncProperty(texts, (changes) => run('latest', encodeUtf8(damaged(MANIFEST, changes)))),
    { numRuns: 2000, seed: 13 },
  );
  const files = { [manifestPath('a')]: MANIFEST, ...BLOBS };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(files)), fc.boolean(), texts, (path, isName, changes) => {
      const entries = Object.entries(files).map(([name, data]) => {
        if (name !== path) return { name, data };
        return isName ? { name: damaged(name, changes).slice(0, 4000), data } : { name, data: damaged(data, changes) };
      });
      return run('models.zip', buildZip(entries));
    }),
    { numRuns: 500, seed: 13 },
  );
  expect(counts.opened + counts.refused).toBe(4000);
  expect(counts.opened).toBeGreaterThan(2400);
}, 300_000);
