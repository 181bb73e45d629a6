import fc from 'fast-check';
import { parse } from 'smol-toml';
import { parseTOML } from 'toml-eslint-parser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_TOML_VALUES } from '../base/limits.ts';
import { parseToml, type TomlFile } from './parser.ts';
import { scanToml } from './scan.ts';

vi.mock('toml-eslint-parser', { spy: true });

const FILE: TomlFile = { path: 'f.toml', syntax: 'toml/syntax', tooLarge: 'carton/file-too-large' };

beforeEach(() => {
  vi.mocked(parseTOML).mockClear();
});

describe('the parser of places', () => {
  it('reads a plain text when a place is asked for, and once', () => {
    const { value, at, within } = parseToml('a = "x:y {-1"\n# 1979-05-27\n[b-c]\nd = [1e-3, -2]', FILE);
    expect(value).toMatchObject({ a: 'x:y {-1', 'b-c': { d: [0.001, -2n] } });
    expect(parseTOML).not.toHaveBeenCalled();
    expect(at(['b-c', 'd', 1])).toEqual({ line: 4, column: 12 });
    expect(within(['a'], 'y')).toEqual({ line: 1, column: 8 });
    expect(parseTOML).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a = { b = 1 }', false],
    ['a = 07:32:00', false],
    ['a = 1979-05-27', false],
    ['a = "\\e"', false],
    ['a = "\\u00e9 \\\\e" # { 1-2', true],
  ])('reads %j at once, unless it is plain', (text, plain) => {
    parseToml(text, FILE);
    expect(scanToml(text).plain).toBe(plain);
    expect(parseTOML).toHaveBeenCalledTimes(plain ? 0 : 1);
  });

  it('never reads a text with more values than it can hold', () => {
    const items = MAX_TOML_VALUES / 4;
    const text = `name = """\n[[t]]"""\n${'[[t]]\na = 1\nb = [2]\n\n'.repeat(items)}`;
    const { value, at } = parseToml(text, { ...FILE, maxValues: MAX_TOML_VALUES * 2 });
    expect(value?.t).toHaveLength(items);
    // The item that holds the value.
    expect(at(['t', 0, 'a'])).toEqual({ line: 3, column: 1 });
    expect(at(['t', items - 1, 'b', 0])).toEqual({ line: items * 4 - 1, column: 1 });
    const [tooLarge] = parseToml(`${text}c = {}`, { ...FILE, maxValues: MAX_TOML_VALUES * 2 }).findings;
    expect(tooLarge).toMatchObject({ code: 'carton/file-too-large', message: expect.stringContaining('125,000') });
    const faulty = parseToml(`${text}c = `, { ...FILE, maxValues: MAX_TOML_VALUES * 2 });
    expect(faulty.findings).toMatchObject([{ code: 'toml/syntax', line: items * 4 + 3 }]);
    expect(parseTOML).not.toHaveBeenCalled();
  });

  it('accepts every plain text that the parser of values accepts', () => {
    const pieces =
      `[a]\n|[[a]]\n|[[a.b]]\n|a = 1\n|b.c = "x"\n|a = [1, 2]\n|x = 0x1F\n|y = 1e5\n|z = 1_000\n|"q" = 's'\n|'' = 1
|d = 1979-05-27\n|f = -inf\n|g = +0.0\n|h = """m\n"""\n|i = '''\n x'''\n|# c\n|\r\n|\r|\t| |.|"|'|\\u00e9|\\ |_|0|1|-|+|e|[|]
|,|=|\n|#|é|\u0001|\u00a0|\ufeff|nan|true|\\|\\n|"""|'''|0o7|0b1|1.|.5|01|-0|1979|{|}|:`.split('|');
    let plain = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }), (chosen) => {
        const text = chosen.join('');
        if (!scanToml(text).plain) return;
        try {
          parse(text.replaceAll('\r\n', '\n'), { integersAsBigInt: true });
        } catch {
          return;
        }
        plain++;
        parseTOML(`${text}\n`, { tomlVersion: '1.0' });
      }),
      { numRuns: 8000 },
    );
    expect(plain).toBeGreaterThan(300);
  });
});
