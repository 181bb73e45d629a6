import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { lfsPointer, lookOf } from './look.ts';
import { sniffMedia } from './media.ts';
import { SIGNATURES } from './signature.ts';

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const pointer = (more = '', oid = 'a'.repeat(64), size = '9007199254740993') =>
  `version https://git-lfs.github.com/spec/v1\n${more}oid sha256:${oid}\nsize ${size}\n`;

describe('what a file looks like', () => {
  it.each<[string, string | undefined]>([
    [pointer(), 'a Git LFS pointer'],
    ['<!DOCTYPE html>\n<html>', 'a web page'],
    ['\ufeff \n<!-- a --><html lang="en">', 'a web page'],
    [`${'<!---->'.repeat(500)}<html>`, 'a web page'],
    // Must not try all ways to split the comments.
    [`${'<!---->'.repeat(500)}x`, undefined],
    ['<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code>', 'a host’s error message'],
    ['{"error":"Repository not found"}', 'a host’s error message'],
    ['Invalid username or password.', 'a host’s error message'],
    ['{"name": "a model"}', undefined],
    ['a,b\n1,2\n', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ])('the text %j: %s', (text, expected) => expect(lookOf(encodeUtf8(text))?.what).toBe(expected));

  it.each<[string, string | undefined]>([
    ['\x08\x07\x12\x07pytorch\x1a\x052.1.0', 'an ONNX model'],
    ['\x08\x08B\x02\x10\x11\x00', 'an ONNX model'],
    ['\x08\x01\x12\x07pytorch', undefined],
    ['\x89HDF\r\n\x1a\n\x00', 'an HDF5 file'],
    ['\x1c\x00\x00\x00TFL3\x14\x00', 'a TensorFlow Lite model'],
    ['7z\xbc\xaf\x27\x1c\x00\x04', 'a 7z archive'],
    ['Rar!\x1a\x07\x01\x00', 'a RAR archive'],
    ['GGUF\x03\x00\x00\x00', 'a GGUF model'],
    ['\x00asm\x01\x00\x00\x00', 'a WebAssembly module'],
    ['\x00asm\x0d\x00\x01\x00', 'a WebAssembly component'],
    ['\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.', 'a PyTorch file (before 1.6)'],
    ['\x80\x04\x95\x00\x00', 'a Python pickle'],
    ['\x89PNG\r\n\x1a\n\x00', undefined],
    ['\x00\x01\x02', undefined],
    ['', undefined],
  ])('the bytes %j: %s', (text, expected) => expect(lookOf(ascii(text))?.what).toBe(expected));

  it('each signature has a source, and is the first that its own bytes have', () => {
    for (const { magic, at = 0, check, label, source } of SIGNATURES) {
      expect(source, label).not.toBe('');
      if (check) continue;
      const bytes = new Uint8Array(at + magic.length + 1);
      bytes.set(ascii(magic), at);
      expect(sniffMedia(bytes), label).toMatchObject({ kind: 'bytes', label });
    }
  });
});

describe('a Git LFS pointer', () => {
  it('has the hash and the exact size of its file', () => {
    expect(lfsPointer(pointer())).toEqual({ sha256: 'a'.repeat(64), size: 9007199254740993n });
    expect(lfsPointer(pointer(`ext-0-foo sha256:${'b'.repeat(64)}\n`))?.sha256).toBe('a'.repeat(64));
  });

  it.each([pointer('x\n'), pointer('', 'A'.repeat(64)), pointer('', 'a'.repeat(64), '-1'), `${pointer()}more`])(
    'is not %j',
    (text) => expect(lfsPointer(text)).toBeUndefined(),
  );
});
