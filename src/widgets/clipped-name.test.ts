import { expect, test } from 'vitest';
import { leastCharacters, nameHalves } from './clipped-name.tsx';

test('a long name keeps its ending, and what stands before it', () => {
  expect(nameHalves('model-00001-of-00030.safetensors')).toEqual(['model', '-00001-of-00030.safetensors']);
  expect(nameHalves('a_long_name_of_a_picture_0017.png')).toEqual(['a_long_name_of_a_picture', '_0017.png']);
  expect(nameHalves('averylongnamewithoutanyparts')).toEqual(['averylongnamewithoutanyp', 'arts']);
  expect(nameHalves('short.png')).toEqual(['short.png', '']);
  expect(nameHalves('אבגדהוזחטיכלמנסעפצקרשת.png')).toEqual(['אבגדהוזחטיכלמנסעפצקרשת.png', '']);
});

test('no character is cut, nor parted from its marks', () => {
  for (const name of [
    'averylongnamewithoutanye\u0301art',
    `averylongnamewithout${'😀'.repeat(8)}`,
    'averylongnamewith😀any12',
  ]) {
    const [start, end] = nameHalves(name);
    expect(start + end).toBe(name);
    expect(end).not.toMatch(/^[\p{M}\p{Surrogate}]/u);
    expect(start).not.toMatch(/\p{Surrogate}$/u);
  }
});

test('what a name needs is its end, or all of a short one', () => {
  expect(leastCharacters('short.png')).toBe(9);
  expect(leastCharacters('model-00001-of-00030.safetensors')).toBe(16);
});

test('a hash keeps the same number of digits, whatever they are', () => {
  for (const hash of ['8669f34a1fbf4f965d34e06915a8629f', 'adc37366f403835c1470ab2df93d3837']) {
    expect(nameHalves(`sha256-${hash}`)[1]).toBe(hash.slice(-6));
  }
});
