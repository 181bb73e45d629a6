import type { ComponentType } from './types.ts';

/** Characters of a type that is written out. That of a model's function takes some 500. */
const MAX_TYPE_TEXT = 2000;

/**
 * A type as WIT writes it, cut at `MAX_TYPE_TEXT` characters: types of a hundred bytes may be endless as text.
 *
 * @param isWhole whether types in it that have names are written out, too
 */
export function typeText(type: ComponentType, isWhole = false): string {
  let text = '';
  const write = (part: ComponentType | undefined): void => {
    if (!part) text += '_';
    else if (part.name !== undefined && !isWhole) text += part.name;
    else writeWhole(part);
  };
  const writeParts = ({ kind, parts }: ComponentType, [open, close]: readonly [string, string]): void => {
    text += open;
    for (const [at, [label, part]] of parts.entries()) {
      if (text.length > MAX_TYPE_TEXT) return;
      text += `${at > 0 ? ', ' : ''}${label}`;
      if (!part && label) continue;
      if (label) text += kind === 'variant' ? '(' : ': ';
      write(part);
      if (kind === 'variant') text += ')';
    }
    text += close;
  };
  const writeWhole = (whole: ComponentType): void => {
    text += whole.kind;
    if (whole.kind === 'func') writeParts(whole, ['(', ')']);
    else if (BRACED.has(whole.kind)) writeParts(whole, [' { ', ' }']);
    else if (whole.parts.length > 0) writeParts(whole, ['<', '>']);
    // Functions that give functions may be endless, too.
    if (whole.result && text.length <= MAX_TYPE_TEXT) {
      text += ' -> ';
      write(whole.result);
    }
  };
  writeWhole(type);
  return text.length > MAX_TYPE_TEXT ? `${text.slice(0, MAX_TYPE_TEXT)}…` : text;
}

const BRACED: ReadonlySet<string> = new Set(['record', 'variant', 'enum', 'flags']);
