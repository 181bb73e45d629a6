import published from '@mdn/browser-compat-data/forLegacyNode';

/** One browser and the oldest version of it that Boxcutter is to work in. */
export interface Target {
  browser: string;
  version: string;
}

interface Statement {
  version_added: string | boolean | null;
  version_removed?: string | boolean | null;
  flags?: unknown[];
  prefix?: string;
  alternative_name?: string;
}

interface Feature {
  __compat?: { support: Record<string, Statement | Statement[]> };
  [name: string]: unknown;
}

interface CompatData {
  __meta: { timestamp: string; version: string };
  browsers: Record<string, { releases: Record<string, { release_date?: string; status: string }> }>;
  api: Record<string, Feature>;
  javascript: { builtins: Record<string, Feature> };
  css: Record<'properties' | 'at-rules' | 'selectors', Record<string, Feature>>;
}

/** What MDN publishes about browsers, as it is installed. */
export const COMPAT_DATA = published as unknown as CompatData;

const BROWSERS = ['chrome', 'edge', 'firefox', 'safari', 'chrome_android', 'firefox_android', 'safari_ios'];

/** Boxcutter is for browsers of the last two years. */
const YEARS = 2;

/**
 * The version of each browser that was current two years before the data was made. The clock has no part in it: the same
 * data gives the same versions on any day.
 */
export function oldestTargets({ __meta, browsers }: CompatData): Target[] {
  const [year = '', ...rest] = __meta.timestamp.slice(0, 10).split('-');
  const day = [Number(year) - YEARS, ...rest].join('-');
  return BROWSERS.map((browser) => {
    const dated = Object.entries(browsers[browser]?.releases ?? {}).flatMap(([version, { release_date: date }]) =>
      date !== undefined && date <= day ? [{ version, date }] : [],
    );
    const last = dated.reduce((a, b) =>
      b.date > a.date || (b.date === a.date && isAtLeast(b.version, a.version)) ? b : a,
    );
    return { browser, version: last.version };
  });
}

/** Compares versions by their numbers: 18.10 is after 18.9. */
function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.replace('≤', '').split('.').map(Number)) as [number[], number[]];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * The targets that do not have a feature without a setting that somebody has to change.
 *
 * @param hasPrefixed whether the code also has it with a vendor's prefix, such as `-webkit-`
 */
export function missingIn(
  { __compat }: Feature,
  targets: readonly Target[],
  hasPrefixed: (prefix: string) => boolean = () => false,
): Target[] {
  if (!__compat) return [];
  return targets.filter(({ browser, version }) => {
    const statements = [__compat.support[browser] ?? []].flat();
    return !statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name }) =>
        typeof added === 'string' &&
        added !== 'preview' &&
        !flags &&
        (!prefix || hasPrefixed(prefix)) &&
        !alternative_name &&
        isAtLeast(version, added) &&
        !(typeof removed === 'string' && isAtLeast(version, removed)),
    );
  });
}

export type { CompatData, Feature };
