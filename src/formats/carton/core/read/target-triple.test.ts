import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixturePath, hasFixtures } from '../../../../testing/fixtures.ts';
import { describeTargetTriple, newPlatforms, parseTargetTriple, type TargetTriple } from './target-triple.ts';

interface Vector {
  value: string;
  accepted: boolean;
  normalised?: string;
}

const VECTORS: Vector[] = hasFixtures
  ? JSON.parse(readFileSync(fixturePath('vectors/reference-reader.json'), 'utf8'))['target triple']
  : [];

const SPECIAL = ['armv6k-nintendo-3ds', 'riscv32imc-esp-espidf'];

/** Bare-metal architectures whose triples leave the vendor out. */
const VENDORLESS =
  'armv4t armv5te armebv7r armv7a armv7r thumbv4t thumbv5te thumbv6m thumbv7em thumbv7m thumbv8m.base thumbv8m.main msp430';

const sameTriple = (text: string, target: TargetTriple) => {
  const parsed = parseTargetTriple(text);
  return parsed.ok && JSON.stringify(parsed.triple) === JSON.stringify(target);
};

/** The triple as the reference writes it: `arm64-apple-darwin` becomes `aarch64-apple-darwin`. */
function formatTargetTriple(target: TargetTriple): string {
  const special = SPECIAL.find((name) => sameTriple(name, target));
  if (special !== undefined) return special;
  const { architecture, vendor, operatingSystem: os, environment, binaryFormat } = target;
  let text = architecture;
  if (vendor === 'unknown' && leavesVendorOut(target)) text += `-${os}`;
  else if (architecture.startsWith('clever') && os === 'unknown') text += `-${vendor}`;
  else text += `-${vendor}-${os}`;
  if (environment !== 'unknown') text += `-${environment}`;
  // The binary format that no word says. `foo` stands for any vendor, which leaves no doubt of the words after it.
  const usual = parseTargetTriple(`${architecture}-foo-${os}-${environment}`);
  if (usual.ok && binaryFormat !== usual.triple.binaryFormat) text += `-${binaryFormat}`;
  return text;
}

function leavesVendorOut({ architecture, operatingSystem: os, environment }: TargetTriple): boolean {
  if (environment === 'hermitkernel' || environment === 'linuxkernel') return false;
  return (
    (os === 'linux' && ['android', 'androideabi', 'kernel'].includes(environment)) ||
    os === 'fuchsia' ||
    os === 'wasi' ||
    (os === 'none' && VENDORLESS.split(' ').includes(architecture))
  );
}

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
