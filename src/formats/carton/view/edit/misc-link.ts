import { baseName } from '../../../../model/file-name.ts';

/** Markdown that shows a picture of the package, or links to another file of it. `selected` becomes its text. */
export function markdownFor(path: string, isPicture: boolean, selected = ''): string {
  const text = (selected || baseName(path)).replace(/[\\[\]]/g, '\\$&').replace(/[\r\n]+/g, ' ');
  return `${isPicture ? '!' : ''}[${text}](${addressOf(path)})`;
}

/**
 * The file's address in a description (format document, "model_description"). Characters that would end the address are
 * percent-encoded.
 */
function addressOf(path: string): string {
  return `@${path.replace(/[%\s()<>\\\p{Cc}]/gu, (char) => (/[()]/.test(char) ? PARENTHESES[char as '('] : encodeURIComponent(char)))}`;
}

const PARENTHESES = { '(': '%28', ')': '%29' };
