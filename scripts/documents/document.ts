import { CARTON_DOCUMENT } from './carton.ts';
import { kindsTable } from './kinds-table.ts';
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

/**
 * The text of docs/formats.md: what is read, checked, edited and saved of each kind of packages; and what each document
 * defines, and where Boxcutter shows, checks and edits it.
 */
export async function formatsDocument(): Promise<string> {
  const lines = [
    '<!-- Written by `npm run documents` from the tables in scripts/documents. Do not edit. -->',
    '',
    '# Formats',
    '',
    'What Boxcutter reads, checks, edits and saves of each kind of packages. Each row is read from a package of that kind, which a test opens, damages, edits and saves. “Read” names the tabs that it has besides Files and Problems, which all have. A dash means no.\n\nWhat loading a package would run is looked for in all files of all of them. Tensors can be [taken away](exports.md) from whatever has tensors.',
    '',
    ...(await kindsTable()),
    '',
    'All of these are also opened when they are compressed with gzip, or lie in a zip, a tar or a folder. The entries of a zip may be stored, or compressed with Deflate or zstd.',
    '',
    '## What the formats’ documents define',
    '',
    'Each sentence of a format’s own document that defines something, and where Boxcutter shows, checks, edits or makes it. “Checked” has the codes of the [findings](findings.md). A dash means that there is nothing to show, check or edit. A sentence that Boxcutter leaves out says why. Every row has examples that a test holds it to.',
  ];
  for (const { title, about, sections } of DOCUMENTS) {
    lines.push('', `### ${title}`, '', about);
    for (const { heading, rows } of sections) {
      lines.push(
        '',
        `#### ${heading}`,
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
