import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../testing/cpu-clock.ts';
import { readStructure, structureChanges } from './structure.ts';
import type { Syntax } from './syntax.ts';

function changes(syntax: Syntax, before: string, after: string) {
  const [a, b] = [readStructure(before, syntax), readStructure(after, syntax)];
  if ('problem' in a || 'problem' in b) throw new Error(JSON.stringify([a, b]));
  return structureChanges(a.values, b.values).map(({ kind, path, before: old, after: now }) =>
    [kind, path, old, now].filter((part) => part !== undefined),
  );
}

describe('what differs by structure', () => {
  it.each<[string, string, string, string[][]]>([
    ['nothing, whatever the order and the spaces', '{"a":1,"b":[2]}', '{ "b": [2],\n "a": 1 }', []],
    ['a value', '{"a":{"b":[1,2,{"c":3}]}}', '{"a":{"b":[1,2,{"c":4}]}}', [['changed', 'a.b[2].c', '3', '4']]],
    ['a member that is added', '{"a":1}', '{"a":1,"b":null}', [['added', 'b', 'null']]],
    ['a member that is removed', '{"a":1,"b":"x"}', '{"a":1}', [['removed', 'b', '"x"']]],
    ['a member with another name', '{"old":"x"}', '{"new":"x"}', [['renamed', 'new', 'old', 'new']]],
    ['a number that becomes a text', '{"a":1}', '{"a":"1"}', [['changed', 'a', '1', '"1"']]],
    ['a number that is written otherwise', '{"a":1}', '{"a":1.0}', [['changed', 'a', '1', '1.0']]],
    [
      'a digit beyond 2^53',
      '[9007199254740992]',
      '[9007199254740993]',
      [['changed', '[0]', '9007199254740992', '9007199254740993']],
    ],
    ['items put in and taken out', '[1,2,3,4]', '[1,2,9,3,4]', [['added', '[2]', '9']]],
    [
      'items at the end',
      '{"s":[1,2,3]}',
      '{"s":[1]}',
      [
        ['removed', 's[1]', '2'],
        ['removed', 's[2]', '3'],
      ],
    ],
    ['lists in lists', '[[1,2],[3,4]]', '[[1,2],[3,5]]', [['changed', '[1][1]', '4', '5']]],
    ['a text of another kind', '{"a":1}', '[1]', [['changed', '', '{a: 1}', '[1]']]],
    [
      'items by their names',
      '[{"name":"x","v":1},{"name":"y"}]',
      '[{"name":"y"},{"name":"x","v":2}]',
      [
        ['changed', '[1].v', '1', '2'],
        ['moved', '', '"x", "y"', '"y", "x"'],
      ],
    ],
    ['a name with a point', '{"a.b":1}', '{"a.b":2}', [['changed', '"a.b"', '1', '2']]],
    ['a name that objects have', '{"__proto__":1}', '{"__proto__":2}', [['changed', '__proto__', '1', '2']]],
  ])('JSON: %s', (_, before, after, expected) => expect(changes('json', before, after)).toEqual(expected));

  it.each<[string, string, string, string[][]]>([
    ['an integer that becomes a float', 'a = 1', 'a = 1.0', [['changed', 'a', '1', '1.0']]],
    [
      'a table',
      '[x]\ny = "1"',
      '[x]\ny = "2"\nz = 2024-01-01',
      [
        ['changed', 'x.y', '"1"', '"2"'],
        ['added', 'x.z', '2024-01-01'],
      ],
    ],
    ['nothing but comments', 'a = 1 # one', '# none\na = 1', []],
  ])('TOML: %s', (_, before, after, expected) => expect(changes('toml', before, after)).toEqual(expected));

  it('cuts what is long', () => {
    const [[, , old, now] = []] = changes('json', `"${'x'.repeat(10_000)}"`, `[${'1,'.repeat(10_000)}1]`);
    expect(old?.length).toBeLessThan(600);
    expect(now?.length).toBeLessThan(600);
  });

  it('is none just of the same values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [first, second] = [JSON.stringify(a), JSON.stringify(b)];
        // `-0` is written as 0.
        const isSame = isEqual(JSON.parse(first), JSON.parse(second));
        expect(changes('json', first, first)).toEqual([]);
        expect(changes('json', first, second).length === 0).toBe(isSame);
      }),
    );
  });
});

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b);
    return true;
  } catch {
    return false;
  }
}

describe('a text that is not compared by its structure', () => {
  it.each<[Syntax, string, string]>([
    ['json', '{"a":1,}', 'cannot be read as JSON: a name in quotation marks is missing, in line 1'],
    ['json', '{"a":1,"a":2}', 'has an object with two members of one name'],
    [
      'json',
      `${'['.repeat(200)}${']'.repeat(200)}`,
      'cannot be read as JSON: values are nested more than 127 levels deep, in line 1',
    ],
    ['json', `[${'1,'.repeat(20_000)}1]`, 'has more than 20,000 values'],
    ['toml', 'a = ', 'is not valid TOML 1.0 at line 1, column 4: unspecified values are invalid'],
    ['toml', `a = ${'['.repeat(100)}${']'.repeat(100)}`, 'is nested more than 64 levels deep on line 1'],
  ])('%s: %.20s…', (syntax, text, problem) => expect(readStructure(text, syntax)).toEqual({ problem }));

  it('is compared in little time, whatever it has', () => {
    const named = (step: number) =>
      Array.from({ length: 6_000 }, (_, at) => ({ name: `n${(step * at) % 6_007}`, v: at }));
    const lists = (step: number) =>
      Array.from({ length: 99 }, (_, at) => Array.from({ length: 99 }, (__, of) => ({ [`k${at * of * step}`]: of })));
    for (const make of [named, lists]) {
      const clock = cpuClock();
      changes('json', JSON.stringify(make(3)), JSON.stringify(make(7)));
      expect(clock()).toBeLessThan(10);
    }
  });
});
