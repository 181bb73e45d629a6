import type { ReactNode } from 'react';
import { INVISIBLE, visibleText } from '../../base/text.ts';
import classes from './string-text.module.css';

/** Symbols for line ends and tabs. They are dimmed, to tell them from the text's own characters. */
const SYMBOLS: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '␍', '\t': '⇥' };

const HIDDEN = new RegExp(`(?:${INVISIBLE})+`, 'gu');

/** Runs of invisible characters that are marked. Further ones are written out without a mark. */
const MAX_MARKS = 2000;

/** A part of a text: visible characters, or a symbol for invisible ones. */
export interface StringPart {
  text: string;
  symbol: boolean;
}

/** Splits a text into visible parts and symbols. Nothing of the text is left out. */
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
  /** Begins a new line after each line feed. */
  multiline?: boolean;
}

/**
 * A value of a string tensor. A line feed is shown as ⏎, so that it cannot be taken for a backslash and an n; an empty
 * string is shown in words. The text cannot change the direction of the text around it.
 */
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
