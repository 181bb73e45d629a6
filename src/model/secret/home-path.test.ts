import { describe, expect, it } from 'vitest';
import { homePathLine } from './home-path.ts';

describe('homePathLine', () => {
  it.each([
    ['open("/home/ada/weights.bin")', 1],
    ['a\nb = "/Users/Grace Hopper"\nc = "/Users/grace/b"', 3],
    ['a\r\n"C:\\\\Users\\\\ada\\\\x"', 2],
    ['D:\\Users\\ada\\x', 1],
    ['file:///home/ada/x', undefined],
    ['path=C:/Users/ada/x', 1],
    // A place of a URL, a placeholder, a machine that nobody owns.
    ['https://example.org/home/ada/x', undefined],
    ['/home/user/x, /Users/<name>/x, /home/runner/work', undefined],
    ['/home/$USER/x', undefined],
    ['\0/home/ada/x', undefined],
    ['', undefined],
  ])('%j: %o', (text, line) => expect(homePathLine(text)).toBe(line));
});
