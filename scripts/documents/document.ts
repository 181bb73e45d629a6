import { CARTON_DOCUMENT } from './carton.ts';
import { MLDEF_DOCUMENT } from './mldef.ts';
import { MLF_DOCUMENT } from './mlf.ts';
import { OLLAMA_DOCUMENT } from './ollama.ts';
import type { DocumentRow, FormatDocument } from './row.ts';
import { SAFETENSORS_DOCUMENT } from './safetensors.ts';

/** The documents of the formats, in the order of docs/formats.md. */
export const DOCUMENTS: readonly FormatDocument[] = [
  CARTON_DOCUMENT,
  SAFETENSORS_DOCUMENT,
  MLF_DOCUMENT,
  OLLAMA_DOCUMENT,
  MLDEF_DOCUMENT,
];

/** The text of docs/formats.md: what each document defines, and where Boxcutter shows, checks and edits it. */
export function formatsDocument(): string {
  const lines = [
    '<!-- Written by `npm run documents` from the tables in scripts/documents. Do not edit. -->',
    '',
    '# What the formats’ documents define',
    '',
    'Each sentence of a format’s own document that defines something, and where Boxcutter shows, checks, edits or makes it. “Checked” has the codes of the [findings](findings.md). A dash means that there is nothing to show, check or edit. A sentence that Boxcutter leaves out says why. Every row has examples that a test holds it to.',
  ];
  for (const { title, about, sections } of DOCUMENTS) {
    lines.push('', `## ${title}`, '', about);
    for (const { heading, rows } of sections) {
      lines.push(
        '',
        `### ${heading}`,
        '',
        '| The document | Shown | Checked | Edited or made |',
        '| --- | --- | --- | --- |',
      );
      lines.push(...rows.map(lineOf));
    }
  }
  return `${lines.join('\n')}\n`;
}

function lineOf({ defines, shown, checked, edited, made, left }: DocumentRow): string {
  const codes = [...new Set(checked?.map(({ code }) => code))].map((code) => `\`${code}\``);
  const says = left === undefined ? defines : `${defines} **Left out:** ${left}`;
  const cells = [
    says,
    shown?.where ?? '–',
    codes.join('<br>') || '–',
    [edited?.where, made?.where].filter(Boolean).join('<br>') || '–',
  ];
  // A pipe would end the cell, also in code.
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
