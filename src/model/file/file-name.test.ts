import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_POINT } from '../../testing/code-point.ts';
import { baseName, savedName } from './file-name.ts';

describe('savedName', () => {
  it('keeps a harmless name', () => {
    expect(savedName('model/weights v2.safetensors')).toBe('weights v2.safetensors');
    expect(savedName('misc/ไทย 😀.png')).toBe('ไทย 😀.png');
  });

  it('takes out characters that could be misread', () => {
    expect(savedName('..\\..\\evil.exe')).toBe('evil.exe');
    expect(savedName('/etc/passwd')).toBe('passwd');
    expect(savedName('model/.bashrc')).toBe('bashrc');
    expect(savedName('a/photo\u202egpj.exe\n')).toBe('photogpj.exe');
    expect(savedName('a/b:c?.txt')).toBe('b_c_.txt');
    expect(savedName('nul.txt')).toBe('_nul.txt');
    expect(savedName('..')).toBe('file');
    expect(savedName('')).toBe('file');
  });

  it('cuts a long name before its extension', () => {
    const name = savedName(`${'é'.repeat(4000)}.png`);
    expect(name).toMatch(/^é+\.png$/);
    expect(new TextEncoder().encode(name).length).toBeLessThan(255);
  });

  it('gives a name of one part for any path', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), (path) => {
        const name = savedName(path);
        expect(name).not.toMatch(/^\.|^$|[/\\\p{Cc}\p{Cf}]/u);
        expect(new TextEncoder().encode(name).length).toBeLessThan(256);
      }),
    );
  });
});

describe('baseName', () => {
  it('is the last part', () => {
    expect(baseName('a/b/c.txt')).toBe('c.txt');
    expect(baseName('c.txt')).toBe('c.txt');
    expect(baseName('a/')).toBe('a/');
  });
});
