import type { Finding } from '../../base/findings.ts';
import type { Language } from '../../model/file/language.ts';
import { visibleText } from '../name-text.tsx';

/** A place of the text. Lines and columns count from 1. Without a column it is the whole line. */
export interface TextPlace {
  readonly line: number;
  readonly column?: number | undefined;
}

export interface TextProblem extends TextPlace {
  message: string;
  severity: 'error' | 'warning' | 'info';
}

export interface TextEditorProps {
  /** The whole text, with its byte-order mark and line ends. */
  value: string;
  /** Called with the whole text at each change. Parts that were not edited keep every byte, also their line ends. */
  onChange(text: string): void;
  /** Names the editor, as "a.toml". */
  label: string;
  /** Undefined of a text that nobody looks for problems in. */
  problems?: readonly TextProblem[] | undefined;
  /** A place to put the caret at and bring into view. A new object does so again. */
  reveal?: TextPlace | undefined;
  readOnly?: boolean | undefined;
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean | undefined;
  /** What it is written in, for its colors. TOML by default. */
  language?: Language | 'none' | undefined;
}

/**
 * The findings that belong beside the lines of one file's text. Those of other files, and those without a line, do not.
 *
 * @param path of the file
 * @param messageOf the message as it stands beside its line
 */
export function textProblems(
  findings: readonly Finding[],
  path: string,
  messageOf: (message: string) => string,
): readonly TextProblem[] {
  return findings.flatMap(({ path: at, line, column, message, severity }): TextProblem[] =>
    at === path && line !== undefined ? [{ line, column, message: visibleText(messageOf(message)), severity }] : [],
  );
}
