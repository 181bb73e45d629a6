import { type Finding, finding } from '../../../../base/findings.ts';
import { quote } from '../../../../base/text.ts';
import { isLicenseExpression } from '../../../../model/license.ts';
import type { TomlPlaces } from '../../../../toml/parser.ts';
import { CARTON_TOML } from '../paths.ts';
import type { CartonToml } from '../read/carton-fields.ts';
import type { FixId } from '../read/fix.ts';

/**
 * Other names, in lower case, that mean exactly one license. `gpl`, `bsd` and `cc` alone are not here: each names
 * several licenses, and a guess may give the wrong one.
 */
const ALIASES: Readonly<Record<string, string>> = {
  'apache 2': 'Apache-2.0',
  'apache-2': 'Apache-2.0',
  apache2: 'Apache-2.0',
  'apache 2.0': 'Apache-2.0',
  'apache2.0': 'Apache-2.0',
  'apache license 2.0': 'Apache-2.0',
  'apache license, version 2.0': 'Apache-2.0',
  'mit license': 'MIT',
  'the mit license': 'MIT',
  'isc license': 'ISC',
  'bsd 2-clause': 'BSD-2-Clause',
  'bsd 3-clause': 'BSD-3-Clause',
  'mpl 2.0': 'MPL-2.0',
  'cc by 4.0': 'CC-BY-4.0',
  'cc by-sa 4.0': 'CC-BY-SA-4.0',
  'cc by-nc 4.0': 'CC-BY-NC-4.0',
  'cc0 1.0': 'CC0-1.0',
};

/**
 * Checks that the license is an SPDX expression. The license does not keep a carton from loading. Loads SPDX's lists
 * where the license is unusual.
 */
export async function checkLicense({ license }: CartonToml, places: TomlPlaces): Promise<Finding[]> {
  if (license === undefined || (await isLicenseExpression(license))) return [];
  const same = await spdxId(license);
  const hint = same === undefined ? '' : `. SPDX writes it ${quote(same)}`;
  return [
    finding('meta/license', `${quote(license)} is not an SPDX license expression${hint}.`, {
      path: CARTON_TOML,
      ...places.at(['license']),
      ...(same && { fix: 'license' satisfies FixId, fixed: same }),
    }),
  ];
}

/** The SPDX identifier that a text means: the same in another letter case, or one of `ALIASES`. */
async function spdxId(text: string): Promise<string | undefined> {
  const lower = text.trim().toLowerCase();
  if (Object.hasOwn(ALIASES, lower)) return ALIASES[lower];
  const { default: ids } = await import('spdx-license-list/simple.js');
  for (const id of ids) if (id.toLowerCase() === lower) return id;
  return undefined;
}
