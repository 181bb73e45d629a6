import { describe, expect, it } from 'vitest';
import { namedLicenses } from './license.ts';

describe('namedLicenses', () => {
  it('names one license', async () => {
    expect(await namedLicenses('Apache-2.0')).toEqual([
      { id: 'Apache-2.0', name: 'Apache License 2.0', href: 'https://spdx.org/licenses/Apache-2.0.html' },
    ]);
  });

  it('names each of an expression, once', async () => {
    const found = await namedLicenses('(MIT OR Apache-2.0) AND MIT AND GPL-2.0-or-later WITH Classpath-exception-2.0');
    expect(found?.map(({ id }) => id)).toEqual(['MIT', 'Apache-2.0', 'GPL-2.0-or-later']);
    expect(found?.every(({ name }) => name !== undefined)).toBe(true);
  });

  it('leaves an author’s own license unnamed', async () => {
    expect(await namedLicenses('LicenseRef-mine')).toEqual([{ id: 'LicenseRef-mine' }]);
  });

  it.each(['openrail++', 'MIT License', '', 'mit', 'toString', '('.repeat(900), `MIT${' OR MIT'.repeat(1000)}`])(
    'is undefined of what is no expression: %.20s',
    async (text) => {
      expect(await namedLicenses(text)).toBeUndefined();
    },
  );
});
