import type { Finding } from '../../base/findings.ts';
import { visibleText } from '../name-text.tsx';
import type { TextProblem } from './text-editor.tsx';

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
