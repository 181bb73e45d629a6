import { BoxcutterError, isMendedByDownload, toErrorData } from '../../src/base/errors.ts';
import { loadedFindings } from '../../src/base/findings.ts';
import { forTerminal, toJson } from './json.ts';
import type { Output } from './output.ts';
import { stackText } from './process.ts';
import { UnansweredSecrets } from './secret-answers.ts';
import { UsageError } from './usage.ts';

/** What to do, where that is to download the file: the page offers that or explains it; here, people do it themselves. */
export function withRemedy(code: string, message: string): string {
  if (isMendedByDownload(code)) return `${message}\nDownload the file, and inspect the copy.`;
  // Another download would be one of the pointer.
  if (message.includes('Git LFS pointer')) return `${message}\nRun “git lfs pull” where it was cloned.`;
  const { action = '' } = loadedFindings().entries.get(code) ?? {};
  return /\bdownload .*again/i.test(action) ? `${message}\n${action}` : message;
}

/**
 * Tells why nothing more is done.
 *
 * @param savedAs the new file, where it is there all the same
 */
export function fail(error: unknown, print: Output, json: boolean, savedAs: string | undefined): void {
  const told = error instanceof UsageError ? { code: 'usage', message: error.message } : toErrorData(error);
  const { code } = told;
  const message = savedAs === undefined ? told.message : `${told.message} ${savedAs} was saved before.`;
  const files = error instanceof BoxcutterError ? error.fields.files : undefined;
  const secrets = error instanceof UnansweredSecrets ? error.secrets : undefined;
  if (json) print.out(`${toJson({ error: { code, message, files, secrets } })}\n`);
  // Whoever has pressed Ctrl-C looks at the terminal, and not at where the JSON goes.
  if (!json || code === 'internal/cancelled') {
    const lines = [...withRemedy(code, message).split('\n'), ...(files?.map(({ url }) => `  ${url}`) ?? [])];
    print.err(`${lines.map(forTerminal).join('\n')}\n`);
  }
  if (code === 'internal/bug') print.err(stackText(error));
}
