import { describe, expect, it } from 'vitest';
import { inUsualCase, isLicenseExpression, licenseChoices, namedLicenses } from './license.ts';

describe('namedLicenses', () => {
  it('names one license', async () => {
    expect(await namedLicenses('Apache-2.0')).toEqual([
      { id: 'Apache-2.0', name: 'Apache License 2.0', href: 'https://spdx.org/licenses/Apache-2.0.html' },
    ]);
  });

  it('names each license of an expression once', async () => {
    const found = await namedLicenses('(MIT OR Apache-2.0) AND MIT AND GPL-2.0-or-later WITH Classpath-exception-2.0');
    expect(found?.map(({ id }) => id)).toEqual(['MIT', 'Apache-2.0', 'GPL-2.0-or-later']);
    expect(found?.every(({ name }) => name !== undefined)).toBe(true);
  });

  it('takes names in any case, as many write them, although the strict check does not', async () => {
    expect((await namedLicenses('apache-2.0 OR (mit AND cc-by-nc-4.0)'))?.map(({ id }) => id)).toEqual([
      'Apache-2.0',
      'MIT',
      'CC-BY-NC-4.0',
    ]);
    expect(await isLicenseExpression('mit')).toBe(false);
  });

  it('leaves an author’s own license unnamed', async () => {
    expect(await namedLicenses('LicenseRef-mine')).toEqual([{ id: 'LicenseRef-mine' }]);
  });

  it.each(['openrail++', 'MIT License', '', 'toString', '('.repeat(900), `MIT${' OR MIT'.repeat(1000)}`])(
    'is undefined of what is not an expression: %.20s',
    async (text) => {
      expect(await namedLicenses(text)).toBeUndefined();
      expect(await isLicenseExpression(text)).toBe(false);
    },
  );
});

it('the choices begin with the usual licenses, each with its newest version first', async () => {
  const ids = (await licenseChoices()).map(({ id }) => id);
  expect(ids.slice(0, 2)).toEqual(['Apache-2.0', 'MIT']);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith('Apache-'))).toEqual(['Apache-2.0', 'Apache-1.1', 'Apache-1.0']);
  expect(ids.indexOf('GPL-3.0')).toBeGreaterThan(ids.indexOf('Zlib'));
});

it('an expression is one, whether its license is usual or not', async () => {
  for (const text of ['MIT', 'Zlib', '(MIT OR Zlib) AND LicenseRef-mine'])
    expect(await isLicenseExpression(text)).toBe(true);
  const usual = (await licenseChoices()).slice(0, 22);
  expect(usual.at(-1)?.id).toBe('Unlicense');
  for (const { id } of usual) expect(await namedLicenses(id)).toMatchObject([{ id, name: expect.any(String) }]);
});

it.each([
  ['mit', 'MIT'],
  [' apache-2.0 ', 'Apache-2.0'],
  ['MIT OR Apache-2.0', 'MIT OR Apache-2.0'],
  ['other', 'other'],
])('a usual license is written as SPDX writes it: %s', (text, written) => {
  expect(inUsualCase(text)).toBe(written);
});
