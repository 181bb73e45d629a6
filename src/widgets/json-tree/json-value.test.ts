import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonValue, readJson, sizeOf } from './json-value.ts';

/** The value as `JSON.parse` gives it. */
function plain(value: JsonValue): unknown {
  switch (value.kind) {
    case 'string':
      return value.text;
    case 'number':
      return Number(value.text);
    case 'boolean':
      return value.value;
    case 'null':
      return null;
    case 'array':
      return value.items.map(plain);
    case 'object':
      return Object.fromEntries(value.members.map(([name, member]) => [name, plain(member)]));
  }
}

describe('a JSON text', () => {
  it('has the values that JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const read = readJson(text);
        if (!('value' in read)) throw new Error(read.problem);
        expect(plain(read.value)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('loses nothing: exact numbers, and every member', () => {
    expect(readJson('\ufeff{"a": 9007199254740993, "a": 8e0, "__proto__": []}')).toEqual({
      value: {
        kind: 'object',
        members: [
          ['a', { kind: 'number', text: '9007199254740993' }],
          ['a', { kind: 'number', text: '8e0' }],
          ['__proto__', { kind: 'array', items: [] }],
        ],
      },
    });
  });

  it('that is not JSON says where', () => {
    expect(readJson('{\n  "a": 1,\n}')).toMatchObject({ line: 3, column: 1 });
    expect(readJson('[1] 2')).toMatchObject({ line: 1, column: 5 });
    expect(readJson('')).toMatchObject({ line: 1, column: 1 });
    expect(readJson('{"a": 1,}')).toHaveProperty('kind', 'syntax');
    // It may well be JSON.
    expect(readJson('['.repeat(100_000))).toMatchObject({ kind: 'too-deep', line: 1, column: 128 });
  });

  it('knows how much lies in a value', () => {
    const size = (text: string) => {
      const read = readJson(text);
      return 'value' in read ? sizeOf(read.value) : undefined;
    };
    expect(['[1, 2]', '{"a": 1}', '"text"'].map(size)).toEqual([2, 1, 0]);
  });
});
