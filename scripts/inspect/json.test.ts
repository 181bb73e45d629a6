import { describe, expect, it } from 'vitest';
import { forTerminal, toJson } from './json.ts';

describe('toJson', () => {
  it('is JSON', () => {
    const value = { a: [1, -0.5, true, null, 'x\n"\u009b\u202e'], b: {}, c: [], __proto__: null, d: undefined };
    expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    expect(toJson('\u009b\u202e\u007f')).toBe('"\\u009b\\u202e\\u007f"');
    expect(toJson([2n ** 64n, Infinity, -Infinity, -0])).toBe(
      '[\n  18446744073709551616,\n  "Infinity",\n  "-Infinity",\n  -0\n]',
    );
  });
});

it('toJson leaves nothing that the log of a CI service takes for a command', () => {
  const text = toJson({ '##[group]': '###[error]x' });
  expect(text).not.toContain('##[');
  expect(JSON.parse(text)).toEqual({ '##[group]': '###[error]x' });
});

describe('forTerminal', () => {
  it('keeps text and escapes characters that act on the terminal', () => {
    expect(forTerminal('naïve 🥳 \u001b[2J\n\u202e')).toBe('naïve 🥳 \\u{1b}[2J\\u{a}\\u{202e}');
  });

  it('leaves nothing that the log of a CI service takes for a command', () => {
    expect(forTerminal('::error::x')).toBe(':\\u{3a}error::x');
    expect(forTerminal('  ::add-mask::x')).toBe('  :\\u{3a}add-mask::x');
    expect(forTerminal('a ##[stop-commands]b')).toBe('a ##\\u{5b}stop-commands]b');
    expect(forTerminal('std::vector # [1]')).toBe('std::vector # [1]');
  });
});
