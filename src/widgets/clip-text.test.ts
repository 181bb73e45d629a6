import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_POINT } from '../testing/code-point.ts';
import { clipText } from './clip-text.ts';

const HIDDEN = ', with hidden characters shown';

describe('clipText', () => {
  it.each([
    ['model/weights.pt', 'model/weights.pt', ''],
    ['misc/new\nline.txt', 'misc/new\\nline.txt', HIDDEN],
    ['misc/a\u202egpj.exe', 'misc/a\\u202Egpj.exe', HIDDEN],
    ['misc/\u001b[201~', 'misc/\\u001B[201~', HIDDEN],
    ['misc/נתונים.txt', 'misc/נתונים.txt', ''],
  ])('makes one line of the path %j', (path, text, change) => {
    expect(clipText(path, 'line')).toEqual({ text, change });
  });

  it.each([
    ['https://a.example/x?y', 'https://a.example/x?y', ''],
    ['https://bücher.example/', 'https://bücher.example/', ''],
    [
      'https://evil.example/\n;touch /tmp/pwned;\n',
      'https://evil.example/;touch%20/tmp/pwned;',
      ', escaped, control characters left out',
    ],
    ['https://evil.example/\u202egnp.bin', 'https://evil.example/%E2%80%AEgnp.bin', ', escaped'],
    ['https://аpple.com/w.bin', 'https://xn--pple-43d.com/w.bin', ', escaped'],
    ['https://github.com@evil.example/w', 'https://evil.example/w', ', user name left out'],
    ['https:a.example', 'https://a.example/', ', as browsers read it'],
    ['not\nan address', 'not\\nan address', HIDDEN],
  ])('makes the address that is asked of %j', (address, text, change) => {
    expect(clipText(address, 'address')).toEqual({ text, change });
  });

  it('keeps the lines of a text, but no other controls', () => {
    expect(clipText('a\tb\r\nc\n', 'text')).toEqual({ text: 'a\tb\r\nc\n', change: '' });
    expect(clipText('a\rb\u001b[201~\u0000', 'text')).toEqual({ text: 'a\\rb\\u001B[201~\\u0000', change: HIDDEN });
  });

  it('never gives a control character, and says every change', () => {
    const value = fc.oneof(
      fc.string({ unit: CODE_POINT }),
      fc.string({ unit: CODE_POINT }).map((rest) => `https://a.example/${rest}`),
    );
    fc.assert(
      fc.property(value, fc.constantFrom('line', 'address', 'text'), (original, kind) => {
        const { text, change } = clipText(original, kind);
        expect(kind === 'text' ? text.replace(/\r\n|[\t\n]/g, '') : text).not.toMatch(/\p{Cc}/u);
        expect(change !== '').toBe(text !== original);
      }),
      { numRuns: 500 },
    );
  });
});
