import { expect, test } from 'vitest';
import { savedExtension, suggestedName, typedName } from './save-name.ts';

test('an edited file is numbered when it is edited again', () => {
  expect(suggestedName('x.carton', '.carton')).toBe('x-edited.carton');
  expect(suggestedName('x-edited.carton', '.carton')).toBe('x-edited-2.carton');
  expect(suggestedName('x-edited-2.carton', '.carton')).toBe('x-edited-3.carton');
  expect(suggestedName('x-edited-99.zip', '.carton')).toBe('x-edited-100.carton');
  expect(suggestedName('folder', '.carton')).toBe('folder-edited.carton');
  expect(suggestedName('x-edited', '')).toBe('x-edited-2');
  expect(suggestedName(`${'ä'.repeat(200)}-edited.carton`, '.carton')).toMatch(/^ä+-edited(-2)?\.carton$/);
});

test('a package that was made here is numbered from the start', () => {
  expect(suggestedName('x.carton', '.carton', 1)).toBe('x-2.carton');
  expect(suggestedName('x-2.carton', '.carton', 2)).toBe('x-3.carton');
  expect(suggestedName('resnet-50.carton', '.carton', 1)).toBe('resnet-50-2.carton');
  expect(suggestedName('v-1.carton', '.carton', 1)).toBe('v-1-2.carton');
  expect(suggestedName(`${'ä'.repeat(200)}.carton`, '.carton', 9)).toMatch(/^ä+-10\.carton$/);
});

test('a typed name gets the ending of the format, and nothing that a file system misreads', () => {
  expect(typedName('mine', '.carton')).toBe('mine.carton');
  expect(typedName(' mine.carton ', '.carton')).toBe('mine.carton');
  expect(typedName('mine.zip', '.carton')).toBe('mine.zip');
  expect(typedName('v1.5', '.carton')).toBe('v1.5.carton');
  expect(typedName('../../x.carton', '.carton')).toBe('x.carton');
  expect(typedName('a', '')).toBe('a');
});

test('a file whose format has no ending of its own keeps that of the open one', () => {
  expect(savedExtension('x.zip', '.carton')).toBe('.carton');
  expect(savedExtension('outer.zip', undefined)).toBe('.zip');
  expect(savedExtension('arrays.NPZ', undefined)).toBe('.NPZ');
  expect(savedExtension('folder', undefined)).toBe('');
  expect(savedExtension('v1.5', undefined)).toBe('');
  expect(savedExtension('notes.afterwards', undefined)).toBe('');
  expect(suggestedName('outer.zip', savedExtension('outer.zip', undefined))).toBe('outer-edited.zip');
  expect(suggestedName('outer-edited.zip', '.zip')).toBe('outer-edited-2.zip');
  expect(typedName('mine', savedExtension('a.npz', undefined))).toBe('mine.npz');
});
