import { describe, expect, it } from 'vitest';
import { homePathLine } from './home-path.ts';

describe('homePathLine', () => {
  it.each([
    ['open("/home/ada/weights.bin")', 1],
    ['a\nb = "/Users/Grace Hopper"\nc = "/Users/grace/b"', 3],
    ['a\r\n"C:\\\\Users\\\\ada\\\\x"', 2],
    ['D:\\Users\\ada\\x', 1],
    ['file:///home/ada/x', 1],
    ['file:///C:/Users/ada/x', 1],
    ['C:\\Users\\Ada Lovelace\\x', 1],
    ['/Users/Ada King Lovelace/x', 1],
    ['c:\\users\\ada\\x', 1],
    ['/home/josé/x', 1],
    ['/home/josÃ©/x', 1],
    ['/mnt/c/Users/ada/x', 1],
    ['/c/Users/ada/x', 1],
    ['\\/home\\/ada\\/x', 1],
    ['"C:\\\\\\\\Users\\\\\\\\ada\\\\\\\\x"', 1],
    ['/nfs/home/ada/x', 1],
    ['/mnt/disk1/home/ada/x', 1],
    ['path=C:/Users/ada/x', 1],
    // A place of a URL, a placeholder, a machine that nobody owns.
    ['https://example.org/home/ada/x', undefined],
    ['/home/user/x, /Users/<name>/x, /home/runner/work', undefined],
    ['/home/$USER/x', undefined],
    ['a\0\n\0/home/ada/x\0', 2],
    // The byte before it is its length.
    ['\x12./home/ada/x', 1],
    // An address of a page or of an interface, and parts of sentences.
    ['https:\\/\\/example.org\\/home\\/ada\\/x', undefined],
    ['"/api/home/list/x", "/users/ada/x", "site/home/ada/x"', undefined],
    ['/home/user and/or /Users/you and/or C:\\Users\\Default User\\x', undefined],
    ['/home/…/x, /home/â€¦/x, /home/.../x', undefined],
    ['', undefined],
  ])('%j: %o', (text, line) => expect(homePathLine(text)).toBe(line));
});
