import type { ReactNode } from 'react';
import { INVISIBLE, visibleText } from '../base/text.ts';
import classes from './string-text.module.css';

/** Symbols for what moves text without being seen. Dimmed, so that they are no characters of the text itself. */
const SYMBOLS: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '␍', '\t': '⇥' };

const HIDDEN = new RegExp(`(?:${INVISIBLE})+`, 'gu');

/** Runs of invisible characters marked one by one in a text; beyond, they are written out without a mark. */
const MAX_MARKS = 2000;

/** A part of a text: as it stands, or a symbol in place of characters that cannot be seen. */
export interface StringPart {
  text: string;
  symbol: boolean;
}

/** A text in parts. Joined, with each symbol replaced by what it stands for, they are the text. */
export function stringParts(text: string): StringPart[] {
  const parts: StringPart[] = [];
  let at = 0;
  for (const { 0: run, index } of text.matchAll(HIDDEN)) {
    if (parts.length >= 2 * MAX_MARKS) break;
    if (index > at) parts.push({ text: text.slice(at, index), symbol: false });
    const shown = Array.from(run, (char) => SYMBOLS[char] ?? visibleText(char)).join('');
    parts.push({ text: shown, symbol: true });
    at = index + run.length;
  }
  if (at < text.length) parts.push({ text: visibleText(text.slice(at)), symbol: false });
  return parts;
}

interface Props {
  children: string;
  /** Goes on in a new line after each line feed. */
  multiline?: boolean;
}

/** The value of a string tensor: isolated, its line feeds as ⏎, which a backslash and an n are not, and an empty one in words. */
export function StringText({ children, multiline = false }: Props) {
  if (children === '') return <span className={classes.empty}>empty string</span>;
  return (
    <bdi className={classes.text}>
      {stringParts(children).map(
        ({ text, symbol }, index): ReactNode =>
          symbol ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name.
            <span key={index} className={classes.symbol}>
              {multiline ? text.replaceAll('⏎', '⏎\n') : text}
            </span>
          ) : (
            text
          ),
      )}
    </bdi>
  );
}
