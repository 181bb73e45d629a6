import { parseTOML } from 'toml-eslint-parser';
import { describe, expect, it, vi } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { checkNesting, parseTensorIndex } from './tensor-index.ts';

vi.mock('toml-eslint-parser', { spy: true });

const read = (text: string) => parseTensorIndex(encodeUtf8(text));
const flat = (name: string, more = 'file = "t.bin"') =>
  `[[tensor]]\nname = "${name}"\ndtype = "float32"\nshape = [2]\ninner = []\n${more}\n`;
const nested = (name: string, ...inner: string[]) =>
  `[[tensor]]\nname = "${name}"\ndtype = "nested"\ninner = ${JSON.stringify(inner)}\n`;

describe('parseTensorIndex', () => {
  it('gives the tensors in order', () => {
    const { tensors, findings, readable } = read(flat('b') + flat('a', 'file = "sub/t.bin"') + nested('n', 'a'));
    expect(readable).toBe(true);
    expect(findings).toEqual([]);
    expect(tensors).toEqual([
      { name: 'b', dtype: 'float32', shape: [2n], file: 'tensor_data/t.bin' },
      { name: 'a', dtype: 'float32', shape: [2n], file: 'tensor_data/sub/t.bin' },
      { name: 'n', dtype: 'nested', shape: [], inner: ['a'] },
    ]);
  });

  it('reads as many tensors as fit in the file', () => {
    vi.mocked(parseTOML).mockClear();
    const count = 30_000;
    const index = read(Array.from({ length: count }, (_, i) => flat(`layer.${i}`)).join('') + flat('layer.7'));
    expect(index.tensors).toHaveLength(count);
    expect(index.findings).toMatchObject([{ code: 'tensor/duplicate-name', line: count * 6 + 1 }]);
    expect(parseTOML).not.toHaveBeenCalled();
  });

  it('takes sizes of up to 64 bits, with a sign', () => {
    expect(read(flat('a').replace('[2]', `[${2n ** 63n - 1n}]`)).tensors).toMatchObject([{ shape: [2n ** 63n - 1n] }]);
    const { tensors, findings } = read(flat('a').replace('[2]', `[${2n ** 63n}]`));
    expect(tensors).toEqual([]);
    expect(findings.map(({ code }) => code)).toEqual(['toml/integer-range', 'tensor/index-syntax']);
  });

  it.each([
    ['no list', '', 'tensor/index-syntax', 0],
    ['something else than a list', 'tensor = 5', 'tensor/index-syntax', 0],
    ['no TOML', '[[tensor]', 'toml/syntax', 0],
    ['an item that is not a table', 'tensor = [5]', 'tensor/index-syntax', 0],
    ['no file', flat('a', ''), 'tensor/index-syntax', 0],
    ['a negative size', flat('a').replace('[2]', '[-2]'), 'tensor/index-syntax', 0],
    ['too many dimensions', flat('a').replace('[2]', `[${'1,'.repeat(65)}]`), 'tensor/index-syntax', 0],
    ['an unknown dtype', flat('a').replace('float32', 'float16'), 'schema/dtype', 0],
    ['no inner', flat('a').replace('inner = []\n', ''), 'tensor/index-syntax', 1],
    ['a name twice', flat('a') + flat('a'), 'tensor/duplicate-name', 1],
    ['a file outside', flat('a', 'file = "../carton.toml"'), 'tensor/unsafe-path', 1],
    ['an absolute file', flat('a', 'file = "/etc/passwd"'), 'tensor/unsafe-path', 1],
    ['a backslash', flat('a', "file = '..\\x'"), 'tensor/unsafe-path', 1],
    ['no file name', flat('a', 'file = ""'), 'tensor/unsafe-path', 1],
    ['numbers in a file for strings', flat('a', 'file = "a.toml"'), 'tensor/file-ending', 1],
    ['strings in a file for numbers', flat('a').replace('float32', 'string'), 'tensor/file-ending', 1],
    ['an inner that is not there', nested('n', 'gone'), 'tensor/inner-missing', 1],
    ['a nested inner', nested('n', 'm') + nested('m'), 'tensor/nested-in-nested', 2],
    ['an inner of itself', nested('n', 'n'), 'tensor/nested-in-nested', 1],
    ['an inner of two', flat('a') + nested('n', 'a') + nested('m', 'a'), 'tensor/inner-reused', 3],
  ])('tells of %s', (_, text, code, kept) => {
    const index = read(text);
    const { tensors } = index;
    expect([...index.findings, ...checkNesting(index)]).toMatchObject([
      { code, path: 'tensor_data/index.toml', line: expect.any(Number) },
    ]);
    expect(tensors).toHaveLength(kept);
    for (const { file } of tensors) expect(file ?? 'tensor_data/').toMatch(/^tensor_data\//);
  });
});
