import { baseName } from '../../../../../model/file/file-name.ts';
import { isPastedName } from '../../../../../widgets/files/media-files.ts';

/**
 * Markdown that shows a picture of the package, or links to another file of it. Its text is `selected`, or else the
 * file's name, for a picture in words. A pasted picture has no text until somebody writes one, because its name says
 * nothing about it.
 */
export function markdownFor(path: string, isPicture: boolean, selected = ''): string {
  const name = baseName(path);
  const text = (selected || (isPicture ? nameInWords(name) : name))
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/[\r\n]+/g, ' ');
  return `${isPicture ? '!' : ''}[${text}](${addressOf(path)})`;
}

/** "Confusion matrix" of `Confusion-matrix.png`. */
function nameInWords(name: string): string {
  if (isPastedName(name)) return '';
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? name : words;
}

/**
 * The file's address in a description (format document, "model_description"). Characters that would end the address are
 * percent-encoded.
 */
function addressOf(path: string): string {
  return `@${path.replace(/[%\s()<>\\\p{Cc}]/gu, (char) => (/[()]/.test(char) ? PARENTHESES[char as '('] : encodeURIComponent(char)))}`;
}

const PARENTHESES = { '(': '%28', ')': '%29' };
