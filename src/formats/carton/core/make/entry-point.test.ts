import { describe, expect, it } from 'vitest';
import type { FieldFile } from '../../../../model/maker.ts';
import { ENTRY_POINT } from './entry-point.ts';

const { places, fit: fitting, lack, maxBytes } = ENTRY_POINT.file as FieldFile;

describe('the entry point of a new carton', () => {
  it('is in a package or a file of model/', () => {
    expect(places('infer.get_model')).toEqual(['model/infer/__init__.py', 'model/infer.py']);
    expect(places('pkg.infer.get_model')).toEqual(['model/pkg/infer/__init__.py', 'model/pkg/infer.py']);
    expect(places('infer')).toEqual([]);
    expect(places('../x.get_model')).toEqual([]);
    expect(maxBytes).toBeGreaterThan(0);
  });

  it.each<[note: string, text: string, value: string]>([
    ['get_model where the file defines it', 'def load(): 1\ndef get_model(): 1', 'pkg.infer.get_model'],
    ['get_model where the file imports it', 'from .x import get_model\ndef load(): 1', 'pkg.infer.get_model'],
    ['the only function', 'class A:\n  def run(self): 1\ndef infer(x): 1', 'pkg.infer.infer'],
    ['get_model where there are more functions', 'def a(): 1\ndef b(): 1', 'pkg.infer.get_model'],
    ['get_model where there is no function', 'x = 1', 'pkg.infer.get_model'],
    ['get_model where the field cannot have the only function', 'def größe(): 1', 'pkg.infer.get_model'],
  ])('is %s', (_, text, value) => {
    expect(fitting('pkg.infer.get_model', text)).toBe(value);
  });

  it.each<[text: string, note: string | undefined]>([
    ['def get_model(): 1', undefined],
    ['get_model = Model', undefined],
    ['x = 1', 'No definition of get_model found in model/infer.py.'],
    ['def infer(): 1', 'No definition of get_model found in model/infer.py. It defines infer.'],
    [
      [...'abcdefg'].map((name) => `def ${name}(): 1`).join('\n'),
      'No definition of get_model found in model/infer.py. It defines a, b, c, d, e and 2 more.',
    ],
  ])('says what the file %j lacks', (text, note) => {
    expect(lack('infer.get_model', 'model/infer.py', text)).toBe(note);
  });
});
