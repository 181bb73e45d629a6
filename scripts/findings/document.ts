import { BASE_FINDINGS } from '../../src/base/base-findings.ts';
import type { Severity } from '../../src/base/finding-entry.ts';
import { loadedFindings } from '../../src/base/findings.ts';
import '../../src/formats/findings.ts';

const MEANING: Readonly<Record<Severity, string>> = {
  error:
    'the reference reader rejects the package, or bytes are not what its list of hashes, its directory or its index says',
  warning: 'it loads, but something is off',
  info: 'worth knowing',
};

/**
 * The text of docs/findings.md: every code with its severity, what it means and what to do. Throws if an area has no
 * heading.
 */
export function findingsDocument(): string {
  const { headings, entries } = loadedFindings();
  // The table of `base` is loaded first. Its codes are not about a package, so they come last.
  const own = new Set(Object.keys(BASE_FINDINGS).map(areaOf));
  const areas = [...headings.keys()].sort((a, b) => Number(own.has(a)) - Number(own.has(b)));
  for (const code of entries.keys()) {
    if (!headings.has(areaOf(code))) throw new Error(`${code} is of an area without a heading.`);
  }
  const lines = [
    '<!-- Written by `npm run findings` from the tables that src/formats/findings.ts loads. Do not edit. -->',
    '',
    '# Findings',
    '',
    'What Boxcutter can find in a package. These findings appear on the page, in `boxcutter inspect` and in error messages. A code never changes its meaning.',
    '',
    ...Object.entries(MEANING).map(([severity, meaning]) => `- **${severity}**: ${meaning}.`),
  ];
  for (const area of areas) {
    lines.push('', `## ${headings.get(area)}`);
    for (const [code, { severity, title, meaning, action }] of entries) {
      if (areaOf(code) !== area) continue;
      lines.push('', `### \`${code}\``, '', `**${title}** (${severity})`, '', meaning, '', action);
    }
  }
  return `${lines.join('\n')}\n`;
}

function areaOf(code: string): string {
  return code.slice(0, code.indexOf('/'));
}
