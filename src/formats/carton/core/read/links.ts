import * as v from 'valibot';
import { quoteAddress, schemeOf } from '../../../../base/address.ts';
import { grouped } from '../../../../base/amounts.ts';
import type { Finding } from '../../../../base/findings.ts';
import { MAX_ADDRESS_LENGTH, MAX_LINK_ADDRESSES } from '../../../../base/limits.ts';
import { Report } from '../../../../base/report.ts';
import { quote, shortened } from '../../../../base/text.ts';
import { isTable } from '../../../../model/edit/field.ts';
import { parseToml, type TomlFile, type TomlTable } from '../../../../toml/parser.ts';
import { LINKS } from '../paths.ts';
import { issueFinding, issuePath } from './issue.ts';

/** Where to fetch files that the package does not hold (format document, "LINKS"). */
export interface Links {
  /**
   * Addresses by the SHA-256 of the file, at most `MAX_LINK_ADDRESSES` each. Only addresses that may be fetched: https,
   * and http with a warning.
   */
  urls: ReadonlyMap<string, readonly string[]>;
  findings: readonly Finding[];
}

/** The only version so far. */
const LINKS_VERSION = 1n;

const SHA256 = /^[0-9a-f]{64}$/;

const linksSchema = v.object({
  version: v.pipe(v.bigint('a whole number'), v.minValue(0n, 'a non-negative whole number')),
  urls: v.custom<TomlTable>(isTable, 'a table'),
});

const addresses = v.array(v.string('a URL'), 'a list of URLs');

const LINKS_TOML: TomlFile = { path: LINKS, syntax: 'links/syntax', tooLarge: 'carton/file-too-large' };

/**
 * Reads LINKS. Anything that the reference reader rejects gives at least one error; valid entries are kept. Never
 * throws.
 */
export function parseLinks(bytes: Uint8Array): Links {
  const urls = new Map<string, readonly string[]>();
  const document = parseToml(bytes, LINKS_TOML);
  const report = new Report();
  const { findings } = report;
  report.include(document.findings);
  if (!document.value) return { urls, findings };
  for (const issue of v.safeParse(linksSchema, document.value).issues ?? [])
    report.include([issueFinding(issue, LINKS, document, 'links/syntax')]);
  const { version } = document.value;
  if (typeof version === 'bigint' && version !== LINKS_VERSION)
    report.add('links/version', `LINKS declares version ${shortened(String(version))} of its format.`, {
      path: LINKS,
      ...document.at(['version']),
    });
  const table = document.value.urls;
  if (!isTable(table)) return { urls, findings };
  for (const [sha256, value] of Object.entries(table)) {
    const place = () => ({ path: LINKS, ...document.at(['urls', sha256]) });
    const wrong = new Set<unknown>();
    for (const issue of v.safeParse(addresses, value).issues ?? []) {
      report.include([issueFinding(issue, LINKS, document, 'links/syntax', ['urls', sha256])]);
      wrong.add(issuePath(issue)[0]);
    }
    if (!SHA256.test(sha256)) report.add('links/hash', `${quote(sha256)} is not a SHA-256.`, place);
    if (!Array.isArray(value)) continue;
    const good: string[] = [];
    for (const [i, url] of value.entries()) {
      if (wrong.has(i)) continue;
      const at = () => ({ path: LINKS, ...document.at(['urls', sha256, i]) });
      if (url.length > MAX_ADDRESS_LENGTH) {
        report.add('links/url', grouped`${quoteAddress(url)} has ${url.length} characters, and is never fetched.`, at);
        continue;
      }
      const scheme = schemeOf(url);
      if (scheme === 'http:') report.add('links/http', `${quoteAddress(url)} is fetched without encryption.`, at);
      if (isPage(url)) report.add('links/page', `${quoteAddress(url)} is a web page about the file, not the file.`, at);
      if (scheme === 'https:' || scheme === 'http:') good.push(url);
      else report.add('links/url', `${quoteAddress(url)} is not an https URL, and is never fetched.`, at);
    }
    if (good.length > MAX_LINK_ADDRESSES) {
      const message = `LINKS has ${good.length} URLs for one file. Boxcutter keeps the first ${MAX_LINK_ADDRESSES}.`;
      report.add('links/too-many', message, place);
      good.length = MAX_LINK_ADDRESSES;
    }
    urls.set(sha256, good);
  }
  return { urls, findings };
}

/** Whether this is a `/blob/` address, which people copy from their browsers. */
function isPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, pathname } = new URL(address);
  return (
    ['huggingface.co', 'hf.co', 'github.com'].includes(hostname.replace(/^www\./, '')) &&
    /^(\/(datasets|spaces))?\/[^/]+\/[^/]+\/blob\/./.test(pathname)
  );
}
