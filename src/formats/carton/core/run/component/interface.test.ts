import { expect, test } from 'vitest';
import { memorySource } from '../../../../../source/memory.ts';
import { countingSource } from '../../../../../testing/counting-source.ts';
import { fixtureSource, hasFixtures } from '../../../../../testing/fixtures.ts';
import { openArchive } from '../../../../../testing/open-archive.ts';
import { component, emptyImports, modelComponent } from '../../../../../testing/wasm/component.ts';
import { hostileComponents } from '../../../../../testing/wasm/hostile-components.ts';
import { modelModule } from '../../../../../testing/wasm/model-module.ts';
import { name, section, signed, unsigned, vector } from '../../../../../testing/wasm/numbers.ts';
import { readInterface } from './interface.ts';

const read = (bytes: Uint8Array<ArrayBuffer>) => readInterface(memorySource('model.wasm', bytes));

const TENSORS = 'list<tuple<string, tensor>>';

test.skipIf(!hasFixtures)('of the test model of the reference, only what says it is read', async () => {
  const file = (await openArchive(fixtureSource('carton/wasm.carton'))).open('model/model.wasm');
  const source = countingSource(file ?? memorySource('none', new Uint8Array()));
  expect(await readInterface(source)).toEqual({
    imports: [
      { name: 'carton-wasm:lib/types', kind: 'interface', type: 'dtype, tensor-numeric, tensor-string, tensor' },
      {
        name: 'tensor',
        kind: 'type',
        type: 'variant { numeric(tensor-numeric), string(tensor-string) }',
      },
    ],
    exports: [{ name: 'infer', kind: 'function', type: `func(in: ${TENSORS}) -> ${TENSORS}` }],
  });
  expect(source.size).toBeGreaterThan(100_000);
  expect(source.bytes).toBeLessThan(17_000);
});

test('what a component asks for is listed, and it is not run', async () => {
  const names = ['wasi:http/outgoing-handler@0.2.0', '__proto__', 'wasi:cli/environment@0.2.0', 'a:b/c'];
  const { imports, exports, problem } = await read(modelComponent(modelModule(), { after: emptyImports(names) }));
  expect(imports.slice(2).map((each) => each.name)).toEqual(names);
  expect(exports).toHaveLength(1);
  expect(problem).toBe(
    'The component asks for “wasi:http/outgoing-handler@0.2.0”, “__proto__”, “wasi:cli/environment@0.2.0” and 1 more. A model that runs here asks for nothing.',
  );
});

test('of a core module, the page says what it has', async () => {
  const module = modelModule({ more: '(import "env" "fetch" (func (param i32))) (import "env" "base" (global i32))' });
  expect(await read(module)).toMatchObject({
    imports: [
      { name: 'env.fetch', kind: 'function' },
      { name: 'env.base', kind: 'global' },
    ],
    exports: [
      { name: 'memory', kind: 'memory' },
      { name: 'cabi_realloc' },
      { name: 'infer' },
      { name: 'cabi_post_infer' },
    ],
    problem: 'It is a core module of WebAssembly, and not a component.',
  });
});

test('a type that is endless as text is cut', async () => {
  // Each type is a tuple of twice the one before, and the first is a text.
  const doubled = Array.from({ length: 50 }, (_, at) => [0x6f, vector(at === 0 ? [0x73, 0x73] : [at + 5, at + 5])]);
  const exported = section(11, vector([[0, name('huge'), 3, 55, 0]]));
  const after = [section(7, vector(doubled)), exported];
  const { exports, problem } = await read(modelComponent(modelModule(), { after }));
  expect([exports.length, problem]).toEqual([2, undefined]);
  expect(exports[1]?.type).toMatch(/^tuple<tuple<.{700,}…/);
  expect(exports[1]?.type?.length).toBeLessThanOrEqual(1000);
});

test('so is that of a function that gives functions without end', async () => {
  const count = 14_000;
  const giving = Array.from({ length: count }, (_, at) => [0x40, 0, 0, signed(BigInt(at))]);
  const types = section(7, vector([[0x70, 0x7d], ...giving]));
  const { imports } = await read(component([types, section(10, vector([[0, name('a'), 1, unsigned(count)]]))]));
  expect(imports[0]?.type).toMatch(/^func\(\) -> func\(\) -> .*…/);
});

test('whatever the file is, something is said of it', async () => {
  for (const { name: title, bytes } of hostileComponents()) {
    const found = await read(bytes());
    expect(found.problem ?? found.exports[0]?.name, title).toBeTruthy();
    expect(JSON.stringify(found).length, title).toBeLessThan(2_000_000);
  }
}, 120_000);
