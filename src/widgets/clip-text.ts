import { shownAddress } from '../base/address.ts';
import { visibleText, withoutControls } from '../base/text.ts';

/**
 * What a copied text is. People paste it into terminals, which run a line at its end.
 *
 * `line`: a name, path or hash, which becomes one line without invisible characters. `address`: a web address, which
 * becomes the one that the browser asks. `text`: several lines, such as code; line ends and tabs stay.
 */
export type ClipKind = 'line' | 'address' | 'text';

/** What goes to the clipboard. It has no control characters; of the kind `text`, only line ends and tabs. */
export interface ClipText {
  text: string;
  /**
   * How it differs from the original, to follow "Copied": ", with hidden characters shown". Empty if it does not.
   */
  change: string;
}

/** What to copy of a stranger's text. */
export function clipText(value: string, kind: ClipKind): ClipText {
  if (kind === 'address') {
    const shown = shownAddress(value);
    if (shown?.text === value) return { text: value, change: '' };
    if (shown) {
      const changes = [/[^!-~]/.test(value) ? 'escaped' : undefined, shown.note].filter((part) => part !== undefined);
      return { text: shown.href, change: `, ${changes.join(', ') || 'as browsers read it'}` };
    }
  }
  const text = kind === 'text' ? withoutControls(value) : visibleText(value);
  return { text, change: text === value ? '' : ', with hidden characters shown' };
}
