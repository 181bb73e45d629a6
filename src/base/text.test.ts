import { describe, expect, it } from 'vitest';
import { cpuClock } from '../testing/cpu-clock.ts';
import { MAX_QUOTED, nameKey, quote, shortened, visibleName, visibleProse, visibleText, wordsTest } from './text.ts';

describe('quote', () => {
  it('leaves a readable name as it is', () => {
    expect(quote('model/weights.pt')).toBe('“model/weights.pt”');
  });

  it('cuts a long one in its middle', () => {
    const quoted = quote(`model/${'x'.repeat(1_000_000)}/weights.pt`);
    expect(quoted).toMatch(/^“model\/x+…x+\/weights\.pt”$/);
    expect(quoted).toHaveLength(MAX_QUOTED + 2);
  });

  it('never cuts a character in two', () => {
    for (let length = 10; length < 20; length++) {
      const short = shortened('🥳'.repeat(100), length);
      // encodeURIComponent throws at half a surrogate pair.
      expect(decodeURIComponent(encodeURIComponent(short))).toBe(short);
      expect(short.length).toBeLessThanOrEqual(length);
    }
  });
});

describe('wordsTest', () => {
  it('wants each word, in any order and case', () => {
    expect(wordsTest('FLOAT ima')('image\nfloat32')).toBe(true);
    expect(wordsTest('image int')('image\nfloat32')).toBe(false);
    expect(wordsTest('')('anything')).toBe(true);
  });
});

describe('visibleText', () => {
  it('writes out invisible characters', () => {
    expect(visibleText('model/\u202Egpj.exe')).toBe('model/\\u202Egpj.exe');
    expect(visibleText('a\nb\tc\u0000d')).toBe('a\\nb\\tc\\u0000d');
  });

  it.each([
    0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180d, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
    0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0,
    0xfff9,
  ])('writes out U+%x beside a letter', (point) => {
    const written = `\\u${point.toString(16).toUpperCase().padStart(4, '0')}`;
    expect(visibleText(`a${String.fromCodePoint(point)}b`)).toBe(`a${written}b`);
    expect(nameKey(`a${String.fromCodePoint(point)}b`)).toBe('ab');
  });

  it.each([0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe01ef])('writes out U+%x beside a letter', (point) => {
    expect(visibleText(`a${String.fromCodePoint(point)}`)).toBe(`a\\u{${point.toString(16).toUpperCase()}}`);
    expect(nameKey(`a${String.fromCodePoint(point)}`)).toBe('a');
  });

  it.each([
    'నమస్తే 🥳 e\u0301',
    'క్\u200cష',
    'نامه\u200cای',
    '👩\u200d👩\u200d👧 👩🏽\u200d🔬 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3',
    '葛\u{e0100}城市',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'ab ✔\ufe0f (c) ©\ufe0f',
  ])('keeps what scripts and emoji need: %s', (text) => {
    expect(visibleText(text)).toBe(text);
  });

  it('takes time linear in the length of the text', () => {
    const seconds = cpuClock();
    for (const char of ['\u{e0041}', '\u200d', '\ufe0f', '\u{1f3f4}', 'a']) visibleText(char.repeat(300_000));
    for (const text of [`${' '.repeat(3_000_000)}x`, `x${' '.repeat(3_000_000)}`]) nameKey(visibleName(`x${text}x`));
    expect(seconds()).toBeLessThan(15);
  });
});

describe('visibleName', () => {
  it('shows spaces at both ends', () => {
    expect(visibleName(' a b  ')).toBe('\\u0020a b\\u0020×2');
    expect(visibleName('   ')).toBe('\\u0020×3');
    expect(visibleName('')).toBe('');
  });
});

describe('nameKey', () => {
  it.each([
    ['café', 'cafe\u0301'],
    ['Weights.PT', 'weights.pt'],
    ['straße', 'STRASSE'],
    ['weights.pt', ' weights.pt\u3164 '],
    ['a b/c', 'a\u00a0 b / c'],
  ])('is the same for %s and %s', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b));
  });

  it('differs where names do', () => {
    expect(nameKey('model/a.pt')).not.toBe(nameKey('model/b.pt'));
    expect(nameKey('e\u0301')).not.toBe(nameKey('e'));
  });
});

describe('visibleProse', () => {
  it('keeps lines and tabs', () => {
    expect(visibleProse('a\r\nb\tc\nd\re')).toBe('a\nb\tc\nd\\re');
  });

  it('writes out overrides, embeddings and isolates in every text', () => {
    for (const char of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
      for (const text of ['gnp.exe', 'שלום', 'مرحبا'])
        expect(visibleProse(`${text}${char}`)).toBe(`${text}\\u${char.charCodeAt(0).toString(16).toUpperCase()}`);
  });

  it.each(['שלום (C++\u200f) עולם', 'نامه\u200cای \u200e10-20\u200e', 'مرحبا\u061c!'])(
    'leaves Arabic and Hebrew as they are: %s',
    (text) => {
      expect(visibleProse(text)).toBe(text);
    },
  );

  it('writes out direction marks among other letters', () => {
    expect(visibleProse('a\u200fb\u200e\u061c')).toBe('a\\u200Fb\\u200E\\u061C');
  });
});
