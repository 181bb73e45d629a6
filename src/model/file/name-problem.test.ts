import { describe, expect, it } from 'vitest';
import { fileNameProblem, TakenNames } from './name-problem.ts';

const taken = new TakenNames(['model/infer.py', 'misc/Photo.png', 'misc/caf\u00e9.txt', 'README']);

describe('the name of a new file', () => {
  it.each(['misc/a.png', 'model/.carton/carton.lock', 'été/模型 x', 'model/console', 'a..b'])('may be %s', (path) => {
    expect(fileNameProblem(path, taken)).toBeUndefined();
  });

  it.each([
    ['', 'is empty'],
    ['../a', '“..”'],
    ['/a', 'absolute'],
    ['C:/a', 'drive letter'],
    ['a\\b', 'backslash'],
    ['a//b', 'empty part'],
    ['a/', 'empty part'],
    ['a\nb', 'control character'],
    ['model/infer.py', 'already a file'],
    ['model', 'already a folder'],
    ['README/a', '“README” is a file'],
    ['a\ud800', 'half of a character'],
    ['a/'.repeat(2100), 'part'],
    [`${'a'.repeat(5000)}`, 'longer'],
  ])('cannot be %s', (path, why) => {
    expect(fileNameProblem(path, taken)).toMatchObject({ severity: 'error', text: expect.stringContaining(why) });
  });

  it.each([
    ['misc/photo.png', 'only in case'],
    ['Model/x.py', 'only in case'],
    ['misc/cafe\u0301.txt', 'look the same'],
    ['misc/con', 'device'],
    ['misc/LPT1.txt', 'device'],
    ['misc/a.', 'dot or a space'],
    ['misc/a /b', 'dot or a space'],
    ['misc/a?b', 'contain ?'],
    [`misc/${'é'.repeat(128)}`, '255 bytes'],
    [`misc/${'a/'.repeat(120)}b`, 'so long'],
    ['misc/a\u202egnp.exe', 'nobody can see'],
  ])('should not be %s', (path, why) => {
    expect(fileNameProblem(path, taken)).toMatchObject({ severity: 'warning', text: expect.stringContaining(why) });
  });
});
