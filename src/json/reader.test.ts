import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError, JsonReader, MAX_JSON_DEPTH } from './reader.ts';

/** A value as `JSON.parse` gives it, read by the reader. Of several members with one name, the last one stays. */
function readValue(reader: JsonReader): unknown {
  switch (reader.kind()) {
    case 'object': {
      const members: [string, unknown][] = [];
      reader.object((name) => members.push([name, readValue(reader)]));
      return Object.fromEntries(members);
    }
    case 'array': {
      const items: unknown[] = [];
      reader.array(() => items.push(readValue(reader)));
      return items;
    }
    case 'string':
      return reader.string();
    case 'number':
      return Number(reader.number());
    case 'boolean':
      return reader.boolean();
    case 'null':
      return reader.null() ?? null;
  }
}

/** The whole text's value; the reader's error where it is no JSON. */
function parsed(text: string): unknown {
  const reader = new JsonReader(text);
  try {
    const value = readValue(reader);
    reader.end();
    return { value };
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

/** The same by `JSON.parse`. Undefined where it refuses the text. */
function expected(text: string): unknown {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Replaces halves of characters as the reader does. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(HALF, '\ufffd');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.replace(HALF, '\ufffd'), wellFormed(item)]),
  );
}

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Parts that JSON is made of, and some that it is not. */
const piece = fc.constantFrom(
  ...'{}[],:"\\ \t\n\r\f0123456789-+.eE',
  ...[
    '\\u0041',
    '\\ud83d',
    '\\ude00',
    '\\n',
    '\\x',
    'true',
    'false',
    'null',
    'nul',
    '\u00a0',
    '\ufeff',
    '\0',
    'é',
    '😀',
  ],
);

describe('JSON', () => {
  it('has the values that JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parsed(text)).toEqual({ value: JSON.parse(text) });
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused where JSON.parse refuses it, after any damage', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.array(piece, { maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        (value, changes) => {
          let text = JSON.stringify(value);
          for (const [place, cut, pieces] of changes) {
            const at = place % (text.length + 1);
            text = text.slice(0, at) + pieces.join('') + text.slice(at + cut);
          }
          const wanted = expected(text);
          const found = parsed(text);
          if (wanted === undefined) {
            refused++;
            expect(found, text).toBeInstanceOf(JsonError);
            expect((found as JsonError).at).toBeLessThanOrEqual(text.length);
          } else expect(found, text).toEqual(wellFormed(wanted));
        },
      ),
      { numRuns: 5000, seed: 20_261_122 },
    );
    expect(refused).toBeGreaterThan(1000);
  });

  it('keeps numbers as they are written', () => {
    const reader = new JsonReader('[9007199254740993, 8e0, -0, 1E+2, 0.10]');
    const numbers: string[] = [];
    reader.array(() => numbers.push(reader.number()));
    expect(numbers).toEqual(['9007199254740993', '8e0', '-0', '1E+2', '0.10']);
  });

  it('gives each member of an object, with its unescaped name and its place', () => {
    const reader = new JsonReader(' {"a":1, "\\u0061": 2,"__proto__":3}');
    const members: [string, string, string][] = [];
    reader.object((name, { start, end }) => members.push([name, reader.text.slice(start, end), reader.number()]));
    expect(members).toEqual([
      ['a', '"a"', '1'],
      ['a', '"\\u0061"', '2'],
      ['__proto__', '"__proto__"', '3'],
    ]);
  });

  it.each([
    ['"\\ud800"', '\ufffd', [1]],
    ['"\\udc00x"', '\ufffdx', [1]],
    ['"a\\ud800\\u0041"', 'a\ufffdA', [2]],
    ['"\\ud83d\\ude00"', '😀', []],
  ])('finds halves of characters in %s', (text, value, places) => {
    const reader = new JsonReader(text);
    expect(reader.string()).toBe(value);
    expect(reader.loneSurrogates).toEqual(places);
  });

  it.each([
    ['', 0, 'the text ends where a value is expected'],
    ['{"a" 1}', 5, 'a colon is missing'],
    ['{"a":1,}', 7, 'a name in quotation marks is missing'],
    ['[1,]', 3, 'a value is missing'],
    ['[1 2]', 3, 'a comma or ] is missing'],
    ['[01]', 2, 'a comma or ] is missing'],
    ['[1.]', 3, 'a digit is missing'],
    ['[-]', 2, 'a digit is missing'],
    ['"a\nb"', 2, 'control character in a string'],
    ['"a', 2, 'the text ends inside a string'],
    ['"\\q"', 1, 'invalid escape in a JSON string'],
    ['1 2', 2, 'unexpected text after the end'],
    ['{}\0', 2, 'unexpected text after the end'],
    ['\ufeff{}', 0, 'a value is missing'],
  ])('%j is refused at %d: %s', (text, at, message) => {
    expect(parsed(text)).toMatchObject({ kind: 'syntax', at, message });
  });

  it('is refused beyond the deepest nesting', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parsed(nested(MAX_JSON_DEPTH))).toHaveProperty('value');
    expect(parsed(nested(MAX_JSON_DEPTH + 1))).toMatchObject({ kind: 'too-deep', at: MAX_JSON_DEPTH });
    expect(parsed('{"a":'.repeat(1_000_000))).toMatchObject({ kind: 'too-deep' });
  });

  it('is passed at any depth that is allowed, and refused beyond it', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    const pass = (text: string) => {
      const reader = new JsonReader(text, 0, 10_000);
      reader.skip();
      reader.end();
    };
    expect(() => pass(nested(10_000))).not.toThrow();
    expect(() => pass(nested(10_002))).toThrow(/more than 10000 levels/);
  });

  it('is passed without a look where it is JSON, and refused at the same place where not', () => {
    const passed = (text: string) => {
      const reader = new JsonReader(text);
      try {
        reader.skip();
        reader.end();
        return 'passed';
      } catch (error) {
        if (!(error instanceof JsonError)) throw error;
        return { kind: error.kind, at: error.at, message: error.message };
      }
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.nat(3), fc.array(piece, { maxLength: 3 }), (...given) => {
        const [value, place, cut, pieces] = given;
        const whole = JSON.stringify(value);
        const at = place % (whole.length + 1);
        const text = whole.slice(0, at) + pieces.join('') + whole.slice(at + cut);
        const found = parsed(text);
        expect(passed(text), text).toEqual(
          found instanceof JsonError ? { kind: found.kind, at: found.at, message: found.message } : 'passed',
        );
      }),
      { numRuns: 1500, seed: 13 },
    );
  });

  it('passes values without a look at them, in time that grows with their length only', () => {
    const reader = new JsonReader(
      `{"a":[{"b":["\\u0041",null,true,-1.5e3]}],"c":${JSON.stringify('\\'.repeat(1_000_000))}}`,
    );
    const names: string[] = [];
    reader.object((name) => {
      names.push(name);
      reader.skip();
    });
    reader.end();
    expect(names).toEqual(['a', 'c']);
  });
});

it('passes a value that is written as a pattern says, and no other', () => {
  const reader = new JsonReader(' \n[12] [3]');
  const pattern = /\[(\d+)\]/y;
  expect(reader.match(/\[3\]/y)).toBeUndefined();
  expect(reader.match(pattern)?.[1]).toBe('12');
  expect(reader.match(pattern)?.[1]).toBe('3');
  expect(reader.match(pattern)).toBeUndefined();
  reader.end();
});
