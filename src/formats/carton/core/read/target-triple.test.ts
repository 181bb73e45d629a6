import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixturePath, hasFixtures } from '../../../../testing/fixtures.ts';
import { describeTargetTriple, formatTargetTriple, newPlatforms, parseTargetTriple } from './target-triple.ts';

interface Vector {
  value: string;
  accepted: boolean;
  normalised?: string;
}

const VECTORS: Vector[] = hasFixtures
  ? JSON.parse(readFileSync(fixturePath('vectors/reference-reader.json'), 'utf8'))['target triple']
  : [];

function normalised(text: string): string | undefined {
  const result = parseTargetTriple(text);
  return result.ok ? formatTargetTriple(result.triple) : undefined;
}

describe.skipIf(!hasFixtures)('against the reference reader', () => {
  it.each(VECTORS)('$value', ({ value, accepted, normalised: expected }) => {
    expect(normalised(value)).toBe(accepted ? expected : undefined);
  });
});

describe('parseTargetTriple', () => {
  it.each([
    '',
    'linux',
    'x86_64-',
    'x86_64-Foo-linux',
    'x86_64-unknown-linux-gnu-elf-more',
    'x86_64-apple-macosx10.7',
    '__proto__',
  ])('refuses %j', (text) => expect(parseTargetTriple(text).ok).toBe(false));

  it('knows the special ones', () => {
    expect(normalised('armv6k-nintendo-3ds')).toBe('armv6k-nintendo-3ds');
    expect(normalised('riscv32imc-esp-espidf')).toBe('riscv32imc-esp-espidf');
  });

  it('writes a binary format only where it is not the usual one', () => {
    expect(normalised('x86_64-unknown-linux-gnu-elf')).toBe('x86_64-unknown-linux-gnu');
    expect(normalised('x86_64-unknown-linux-gnu-macho')).toBe('x86_64-unknown-linux-gnu-macho');
  });

  it('reads back what it writes, for any parts', () => {
    const names = 'x86_64 arm64 wasm32 unknown apple foo linux darwin none gnu sim elf'.split(' ');
    const wrong: string[] = [];
    const readBack = (parts: readonly string[]) => {
      const text = normalised(parts.join('-'));
      // A binary format that is written as unknown is read as the environment.
      const isAmbiguous = parts.slice(-2).every((part) => part === 'unknown');
      if (text !== undefined && normalised(text) !== text && !isAmbiguous) wrong.push(parts.join('-'));
      if (parts.length < 5) for (const name of names) readBack([...parts, name]);
    };
    readBack([]);
    expect(wrong).toEqual([]);
  });
});

describe('describeTargetTriple', () => {
  it.each([
    ['x86_64-unknown-linux-gnu', 'Linux on 64-bit x86'],
    ['arm64-apple-darwin', 'macOS on 64-bit Arm'],
    ['x86_64-apple-macosx10.7.0', 'macOS 10.7.0 on 64-bit x86'],
    ['armv7-linux-androideabi', 'Android on armv7'],
    ['aarch64-apple-ios-sim', 'iOS simulator on 64-bit Arm'],
    ['aarch64-unknown-linux-musl', 'Linux on 64-bit Arm (musl)'],
  ])('%s: %s', (text, words) => {
    const result = parseTargetTriple(text);
    expect(result.ok && describeTargetTriple(result.triple)).toBe(words);
  });
});

it('adds a platform once, whatever name it has', () => {
  const listed = ['aarch64-apple-darwin', 'no triple'];
  expect(newPlatforms(['arm64-apple-darwin', 'no triple'], listed)).toEqual([]);
  expect(newPlatforms(['x86_64-unknown-linux-gnu-elf', 'x86_64-unknown-linux-gnu', 'wasm32-wasi'], listed)).toEqual([
    'x86_64-unknown-linux-gnu-elf',
    'wasm32-wasi',
  ]);
});
