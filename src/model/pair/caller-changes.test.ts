import { describe, expect, test } from 'vitest';
import type { ShapeSpec } from '../../tensor/shape.ts';
import type { Runtime, TensorSpec } from '../package.ts';
import { plainText } from '../run-facts.ts';
import { callerChanges } from './caller-changes.ts';

const spec = (name: string, shape: ShapeSpec | undefined = ['batch', 16n], dtype = 'float32'): TensorSpec => ({
  name,
  dtype,
  ...(shape === undefined ? {} : { shape }),
});
const called = (inputs: TensorSpec[], outputs: TensorSpec[] = [], runtime: Runtime = {}) => ({
  inputs,
  outputs,
  runtime,
});

/** As a person reads them: "breaks image takes a, took b". */
function read(before: ReturnType<typeof called>, after: ReturnType<typeof called>): string[] {
  return callerChanges(before, after).map(({ effect, name, text }) =>
    [effect, name, plainText(text)].filter((part) => part !== undefined).join(' '),
  );
}

const x = spec('x');
const y = spec('y', ['batch', 10n]);

describe('inputs', () => {
  test.each<[string, TensorSpec[], TensorSpec[], string[]]>([
    ['the same', [x], [x], []],
    ['a symbol of another name', [x], [spec('x', ['n', 16n])], []],
    ['removed', [x, spec('mask', [])], [x], ['breaks mask is not taken any more']],
    ['renamed', [x], [spec('z')], ['breaks x is called z now']],
    ['renamed, one of two alike', [x, spec('w')], [x, spec('z')], ['breaks w is called z now']],
    [
      'two alike that nobody can tell apart',
      [x, spec('w')],
      [spec('a'), spec('b')],
      [
        'breaks x is not taken any more',
        'breaks w is not taken any more',
        'may a is a new input: float32 batch × 16',
        'may b is a new input: float32 batch × 16',
      ],
    ],
    ['retyped', [x], [spec('x', ['batch', 16n], 'float16')], ['breaks x takes float16, took float32']],
    ['narrowed', [x], [spec('x', ['batch', 32n])], ['breaks x takes batch × 32, took batch × 16']],
    ['a symbol that became a number', [x], [spec('x', [1n, 16n])], ['breaks x takes 1 × 16, took batch × 16']],
    ['another number of dimensions', [x], [spec('x', ['batch'])], ['breaks x takes batch, took batch × 16']],
    ['a number that became a symbol', [x], [spec('x', ['batch', 'n'])], ['adds x takes batch × n, took batch × 16']],
    ['any shape', [x], [spec('x', '*')], ['adds x takes any shape, took batch × 16']],
    ['a shape from any', [spec('x', '*')], [x], ['breaks x takes batch × 16, took any shape']],
    ['any size that became a symbol', [spec('x', ['*'])], [spec('x', ['n'])], []],
    [
      'two sizes that must be one',
      [spec('x', ['a', 'b'])],
      [spec('x', ['n', 'n'])],
      ['breaks x takes n × n, took a × b'],
    ],
    [
      'two sizes of two inputs that must be one',
      [spec('x', ['a']), spec('y', ['b'])],
      [spec('x', ['n']), spec('y', ['n'])],
      ['breaks y takes n, took b'],
    ],
    ['one size that may be two', [spec('x', ['n', 'n'])], [spec('x', ['a', 'b'])], ['adds x takes a × b, took n × n']],
    ['a new one', [x], [x, spec('mask', [])], ['may mask is a new input: float32 scalar']],
    ['of one name twice', [x, x], [x, x], []],
    ['without names', [{ dtype: 'int8' }, { dtype: 'int8' }], [{ dtype: 'int8' }, { dtype: 'int8' }], []],
    [
      'with a type and shape that were not stated',
      [{ name: 'x' }],
      [x],
      ['may x has a type now, which was not stated', 'may x has a shape now, which was not stated'],
    ],
    ['without a shape now', [x], [{ name: 'x', dtype: 'float32' }], []],
    ['another order', [x, y], [y, x], ['may The inputs are in another order, which matters to calls without names']],
    ['no schema any more', [x], [], ['may What it takes and gives is not stated any more']],
    ['a schema where none was', [], [x], ['adds What it takes and gives is stated now']],
  ])('%s', (_, before, after, expected) => {
    expect(read(called(before), called(after))).toEqual(expected);
  });

  test('a name that the code inside keeps tells two alike apart', () => {
    const inside = (name: string, internalName: string) => ({ ...spec(name), internalName });
    expect(
      read(called([inside('x', 'one'), inside('w', 'two')]), called([inside('a', 'two'), inside('b', 'one')])),
    ).toEqual(['breaks x is called b now', 'breaks w is called a now']);
  });
});

describe('outputs', () => {
  test.each<[string, TensorSpec, TensorSpec[], string[]]>([
    ['the same', y, [y], []],
    ['gone', y, [], ['breaks y is not returned any more']],
    ['renamed', y, [spec('z', ['batch', 10n])], ['breaks y is called z now']],
    ['retyped', y, [spec('y', ['batch', 10n], 'int64')], ['breaks y is int64, was float32']],
    ['another size', y, [spec('y', ['batch', 12n])], ['breaks y is batch × 12, was batch × 10']],
    ['a size that is open now', y, [spec('y', ['batch', 'n'])], ['may y is batch × n, was batch × 10']],
    ['a shape that is open now', y, [spec('y', '*')], ['may y is any shape, was batch × 10']],
    ['a symbol that became a number', y, [spec('y', [1n, 10n])], ['breaks y is 1 × 10, was batch × 10']],
    ['any size that became a number', spec('y', ['*']), [spec('y', [3n])], ['breaks y is 3, was *']],
    ['another symbol than that of the input', y, [spec('y', ['n', 10n])], ['may y is n × 10, was batch × 10']],
    ['any shape that became a list with a number', spec('y', '*'), [spec('y', [3n])], ['breaks y is 3, was any shape']],
    ['a whole shape that became a number', spec('y', 'shape'), [spec('y', [3n])], ['breaks y is 3, was shape']],
    [
      'without a type and shape now',
      y,
      [{ name: 'y' }],
      ['may y has no stated type any more', 'may y has no stated shape any more'],
    ],
    ['a new one', y, [y, spec('z', [])], ['adds z is a new output: float32 scalar']],
  ])('%s', (_, before, after, expected) => {
    expect(read(called([x], [before]), called([x], after))).toEqual(expected);
  });

  test('a size that follows from what old callers give is what it was', () => {
    const before = called([spec('x', [16n])], [spec('y', [16n])]);
    expect(read(before, called([spec('x', ['n'])], [spec('y', ['n'])]))).toEqual(['adds x takes n, took 16']);
  });

  test('a symbol of input and output may be called otherwise', () => {
    const schema = (name: string) => called([spec('x', [name, 3n])], [spec('y', [name])]);
    expect(read(schema('batch'), schema('n'))).toEqual([]);
  });
});

test.each<[string, Runtime, Runtime, string[]]>([
  ['the same', { name: 'python', version: '=3.10' }, { name: 'python', version: '=3.10' }, []],
  [
    'its version',
    { name: 'python', version: '=3.10' },
    { name: 'python', version: '=3.11' },
    ['may Runner python =3.11, was =3.10'],
  ],
  ['another one', { name: 'python', version: '1' }, { name: 'wasm' }, ['may Runner wasm, was python 1']],
  [
    'how it reads files',
    { name: 'a', compat: '1' },
    { name: 'a', compat: '2' },
    ['may Runner compat version 2, was 1'],
  ],
  [
    'options',
    { options: { threads: '1', gone: 'true' } },
    { options: { threads: '4', come: '"a"' } },
    ['may threads is 4, was 1', 'may gone is not set, was true', 'may come is "a", was not set'],
  ],
  ['one platform less', { platforms: ['a', 'b'] }, { platforms: ['a'] }, ['may Does not run on b any more']],
  ['one platform more', { platforms: ['a'] }, { platforms: ['a', 'b'] }, ['adds Runs on b too']],
  ['platforms where there were none', {}, { platforms: ['a'] }, ['may Runs only on a, ran on all platforms']],
  ['no platforms any more', { platforms: ['a'] }, { platforms: [] }, ['adds Runs on all platforms, ran only on a']],
])('the runner: %s', (_, before, after, expected) => {
  expect(read(called([x], [], before), called([x], [], after))).toEqual(expected);
});

test('a package that does not say what runs it has no other runner', () => {
  expect(callerChanges(called([], [], { name: 'python', platforms: ['a'] }), { inputs: [], outputs: [] })).toEqual([]);
});

test('ten thousand renamed inputs take a moment', () => {
  const inputs = (prefix: string) => Array.from({ length: 10_000 }, (_, at) => spec(`${prefix}${at}`, [BigInt(at)]));
  expect(callerChanges(called(inputs('a')), called(inputs('b')))).toHaveLength(10_000);
});

test('the worst comes first', () => {
  const before = called([x, spec('w', [])], [], { version: '1' });
  const after = called([x, spec('v', ['k'], 'int8')], [spec('z', [])], { version: '2' });
  expect(callerChanges(before, after).map(({ effect }) => effect)).toEqual(['breaks', 'may', 'may', 'adds']);
});
