import { FINDINGS, type FindingCode, type Severity } from '../../src/base/findings.ts';

/** What stands before the `/` of a code, as headings, in the order of the document. */
const AREAS: Readonly<Record<string, string>> = {
  zip: 'The zip container',
  carton: 'What a carton must hold',
  toml: 'TOML files',
  schema: 'The fields of carton.toml',
  reference: 'References from carton.toml',
  manifest: 'MANIFEST',
  links: 'LINKS',
  tensor: 'Tensor data',
  meta: 'Texts for people, and the runner',
  source: 'Reading the file or the network',
  internal: 'Boxcutter itself',
};

const MEANING: Readonly<Record<Severity, string>> = {
  error: 'the reference reader refuses the carton, or bytes are not what MANIFEST, the directory or the index say',
  warning: 'it loads, but something is off',
  info: 'worth knowing',
};

/** docs/findings.md: every finding with its severity, what it means and what to do. Throws where an area has no heading. */
export function findingsDocument(): string {
  const areas = new Map(Object.keys(AREAS).map((area) => [area, [] as FindingCode[]]));
  for (const code of Object.keys(FINDINGS) as FindingCode[]) {
    const codes = areas.get(code.split('/')[0] as string);
    if (!codes) throw new Error(`${code} is of an area without a heading.`);
    codes.push(code);
  }
  const lines = [
    '<!-- Written by `npm run findings` from src/base/findings.ts. Do not edit. -->',
    '',
    '# Findings',
    '',
    'What Boxcutter can tell of a package, on its page, in `npm run inspect` and in its errors. A code never changes its meaning.',
    '',
    ...Object.entries(MEANING).map(([severity, meaning]) => `- **${severity}**: ${meaning}.`),
  ];
  for (const [area, codes] of areas) {
    lines.push('', `## ${AREAS[area]}`);
    for (const code of codes) {
      const { severity, title, meaning, action } = FINDINGS[code];
      lines.push('', `### \`${code}\``, '', `**${title}** (${severity})`, '', meaning, '', action);
    }
  }
  return `${lines.join('\n')}\n`;
}
