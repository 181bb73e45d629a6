import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../source/source.ts';
import { fixtureSource, hasFixtures } from '../fixtures.ts';
import { openArchive } from '../open-archive.ts';
import { assemble } from './assembler.ts';
import { modelComponent } from './component.ts';
import { HOSTILE_BUDGET, hostileComponents } from './hostile-components.ts';
import { modelModule, resultModule } from './model-module.ts';

/** What the engine exports of a module. */
function run(text: string, imports: WebAssembly.Imports = {}): Record<string, CallableFunction> {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(assemble(text)), imports);
  return instance.exports as Record<string, CallableFunction>;
}

describe('the assembler', () => {
  it('writes functions, loops, branches and calls', () => {
    const { factorial, sign } = run(`
      (module
        (func $factorial (export "factorial") (param $n i64) (result i64)
          (local $all i64)
          (local.set $all (i64.const 1))
          (block $done
            (loop $next
              (br_if $done (i64.eqz (local.get $n)))
              local.get $all
              local.get $n ;; not folded
              i64.mul
              local.set $all
              (local.set $n (i64.sub (local.get $n) (i64.const 1)))
              (br $next)))
          (local.get $all))
        (func $positive (param f64) (result i32) (f64.gt (local.get 0) (f64.const 0)))
        (func (export "sign") (param $x f64) (result i32)
          (if (result i32) (call $positive (local.get $x))
            (then (i32.const 1))
            (else (i32.sub (i32.const 0) (f64.lt (local.get $x) (f64.const -0.5)))))))`);
    expect(factorial?.(20n)).toBe(2432902008176640000n);
    expect([-2, -0.25, 3.5].map((x) => sign?.(x))).toEqual([-1, 0, 1]);
  });

  it('writes memories, data, globals, imports and a start', () => {
    const said: number[] = [];
    const { memory, at, count } = run(
      `(import "test" "say" (func $say (param i32)))
       (import "test" "base" (global $base i32))
       (memory (export "memory") 1 3)
       (table 4 8 funcref)
       (global $count (export "count") (mut i32) (i32.const -129))
       (data (i32.const 8) "a\\"\\ff\\n" "\\00é")
       (func $begin (global.set $count (i32.add (global.get $count) (i32.const 130))) (call $say (memory.grow (i32.const 1))))
       (func $at (param i32) (result i32) (i32.load16_u offset=8 (i32.add (global.get $base) (local.get 0))))
       (export "at" (func $at))
       (start $begin)`,
      { test: { say: (value: number) => said.push(value), base: 1 } },
    ) as unknown as { memory: WebAssembly.Memory; at: (of: number) => number; count: WebAssembly.Global };
    expect(said).toEqual([1]);
    expect(memory.buffer.byteLength).toBe(2 * 65_536);
    expect([...new Uint8Array(memory.buffer, 8, 8)]).toEqual([0x61, 0x22, 0xff, 0x0a, 0, 0xc3, 0xa9, 0]);
    expect([at(0), count.value]).toEqual([0xff22, 1]);
  });

  it('writes numbers as LEB128 at the edges of their bytes', () => {
    const numbers = [0n, 63n, 64n, -64n, -65n, 8191n, 8192n, 2n ** 63n - 1n, -(2n ** 63n)];
    const all = numbers.map((value, i) => `(func (export "n${i}") (result i64) (i64.const ${value}))`);
    const exported = run(all.join('\n'));
    expect(numbers.map((_, i) => exported[`n${i}`]?.())).toEqual(numbers);
  });

  it.each([
    ['(func', 'not closed'],
    ['(func))', 'closes nothing'],
    ['(funk)', 'funk is not known'],
    ['(func (i32.plus (i32.const 1)))', 'i32.plus'],
    ['(func (call $gone))', 'no func $gone'],
    ['(func (local.get $gone))', 'no local $gone'],
    ['(func (br $gone))', 'no block $gone'],
    ['(func (param i33))', 'not a type'],
    ['(func (f64.const one))', 'not a number'],
  ])('refuses %s', (text, message) => {
    expect(() => assemble(text)).toThrow(message);
  });
});

describe('the components of tests', () => {
  it.skipIf(!hasFixtures)('have the sections of one that wit-bindgen made', async () => {
    const archive = await openArchive(fixtureSource('carton/wasm.carton'));
    const source = archive.open('model/model.wasm') as ByteSource;
    const theirs = await source.read(0, source.size);
    // Before the module are 245 bytes of types, and its length takes three bytes.
    const module = theirs.subarray(0xfd + 4, 0xfd + 4 + 114_730);
    const ours = modelComponent(module);
    expect(Buffer.compare(ours, theirs.subarray(0, ours.length))).toBe(0);
    // What follows is a custom section that names the tools.
    expect(theirs[ours.length]).toBe(0);
  });

  it('hold core modules that engines accept', () => {
    for (const bytes of [modelModule(), resultModule(), resultModule({ kind: 1 })])
      expect(WebAssembly.validate(bytes)).toBe(true);
  });

  it('are told apart by name, and those that run are small beside what they may use', () => {
    const all = hostileComponents();
    expect(all.length).toBeGreaterThan(80);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    const running = all.filter(({ comesTo }) => comesTo !== 'refused').map(({ bytes }) => bytes());
    for (const bytes of running) {
      expect([...bytes.subarray(0, 8)]).toEqual([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]);
      expect(bytes.length).toBeLessThan(HOSTILE_BUDGET / 1000);
    }
  });
});
