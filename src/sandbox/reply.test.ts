import { describe, expect, it } from 'vitest';
import type { RunAsk } from '../model/run/run-thread.ts';
import { checkedReply } from './reply.ts';

const LOAD: RunAsk = { kind: 'load', model: new Uint8Array(0), limits: { memory: 1, time: 1 } };
const INFER: RunAsk = { kind: 'infer', inputs: [] };
const MEMORY = 100;

const numbers = { name: 'a', dtype: 'float32', shape: [2, 3], data: new Uint8Array(24) };
const texts = { name: '__proto__', dtype: 'string', shape: [2], data: ['b', ''] };
const outputs = (...all: unknown[]) => ({ kind: 'outputs', outputs: all, ms: 1.5, memory: 65_536 });
const failed = (error: unknown) => ({ kind: 'failed', error });
const trap = { tag: 'bad-file', code: 'run/trap', message: 'It stopped.' };

describe('an answer of the thread', () => {
  it.each([
    [LOAD, { kind: 'loaded' }],
    [LOAD, failed(trap)],
    [INFER, failed(trap)],
    [INFER, outputs()],
    [INFER, outputs(numbers, texts)],
    [INFER, outputs({ ...numbers, shape: [], data: new Uint8Array(4) })],
    [INFER, outputs({ ...numbers, shape: [2 ** 53 - 1, 2 ** 53 - 1, 0], data: new Uint8Array(0) })],
    [INFER, outputs({ ...numbers, dtype: 'uint8', shape: [MEMORY], data: new Uint8Array(MEMORY) })],
  ])('is given on: case %#', (ask, reply) => expect(checkedReply(reply, ask, MEMORY)).toEqual(reply));

  it('is a copy: it holds nothing that is not asked for', () => {
    const reply = { ...outputs({ ...numbers, more: 1 }), more: 1 };
    expect(checkedReply(reply, INFER, MEMORY)).toEqual(outputs(numbers));
    expect(checkedReply(failed({ ...trap, path: '/etc', stack: 'x' }), INFER, MEMORY)).toEqual(failed(trap));
  });

  it.each([
    [undefined],
    [null],
    ['loaded'],
    [[]],
    [{}],
    [{ kind: 'loaded' }],
    [{ kind: 'toString', ms: 0 }],
    [{ ...outputs(), ms: Number.NaN }],
    [{ ...outputs(), ms: -1 }],
    [{ ...outputs(), memory: Number.POSITIVE_INFINITY }],
    [{ ...outputs(), memory: '1' }],
    [{ ...outputs(), outputs: { length: 1 } }],
    [{ ...outputs(), outputs: new Array(2 ** 32 - 1) }],
    [{ ...outputs(), outputs: new Array(2) }],
    [outputs(null)],
    [outputs({ ...numbers, name: 1 })],
    [outputs({ ...numbers, name: 'a'.repeat(MEMORY + 1) })],
    [outputs({ ...numbers, dtype: 'toString' })],
    [outputs({ ...numbers, dtype: 'complex64' })],
    [outputs({ ...numbers, dtype: 'Q4_K' })],
    [outputs({ ...numbers, dtype: undefined })],
    [outputs({ ...numbers, shape: 6 })],
    [outputs({ ...numbers, shape: [2, 4] })],
    [outputs({ ...numbers, shape: [-2, -3] })],
    [outputs({ ...numbers, shape: [1.5, 4] })],
    [outputs({ ...numbers, shape: ['2', 3] })],
    [outputs({ ...numbers, shape: Array(65).fill(1), data: new Uint8Array(4) })],
    [outputs({ ...numbers, data: new Float32Array(6) })],
    [outputs({ ...numbers, data: Array(24).fill(0) })],
    [outputs({ ...numbers, data: new Uint8Array(new SharedArrayBuffer(24)) })],
    [outputs({ ...numbers, dtype: 'string' })],
    [outputs({ ...texts, data: ['b', 1] })],
    [outputs({ ...texts, data: ['b'] })],
    [outputs({ ...texts, data: new Array(2) })],
    [outputs({ ...texts, data: ['b'.repeat(MEMORY), 'b'] })],
    [outputs({ ...numbers, dtype: 'uint8', shape: [MEMORY + 1], data: new Uint8Array(MEMORY + 1) })],
    [outputs(...Array(5).fill(numbers))],
    [outputs(...Array(10_001).fill({ ...numbers, shape: [0], data: new Uint8Array(0) }))],
    [failed(null)],
    [failed('run/trap')],
    [failed({ ...trap, tag: 'cancelled' })],
    [failed({ ...trap, tag: 'network' })],
    [failed({ ...trap, code: 'run/none' })],
    [failed({ ...trap, code: 'constructor' })],
    [failed({ ...trap, code: 'zip/overlap' })],
    [failed({ ...trap, message: { toString: () => 'x' } })],
    [failed({ ...trap, message: 'x'.repeat(10_001) })],
  ])('is refused: case %#', (reply) =>
    expect(() => checkedReply(reply, INFER, MEMORY)).toThrow(expect.objectContaining({ code: 'run/bad-output' })),
  );

  it('to the load of a model has no outputs', () => {
    expect(() => checkedReply(outputs(numbers), LOAD, MEMORY)).toThrow(/no answer/);
  });
});
