/** A deeper first indent is of a text that is laid out by hand. */
const MAX_INDENT = 8;

/**
 * What one level of a text is indented by: as in the first line that is indented by a tab or by 2 to 8 spaces; else
 * four spaces for Python, as its style guide has it (PEP 8), and two for all others.
 *
 * @param language as the editor knows it
 */
export function indentOf(text: string, language: string): string {
  for (const [, indent = ''] of text.matchAll(/^(\t| {2,})\S/gm)) {
    if (indent === '\t' || indent.length <= MAX_INDENT) return indent;
  }
  return ' '.repeat(language === 'python' ? 4 : 2);
}
