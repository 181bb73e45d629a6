import { UsageError } from '../../src/library/usage-error.ts';

export { UsageError };

/** Options that do not go together, or are missing: how the command is called is printed after the message. */
export class Misuse extends UsageError {}

/** What `parseArgs` says is wrong, without its advice on arguments that begin with a hyphen: no command takes them. */
export function parseProblem(error: unknown): string {
  const [problem = ''] = (error as Error).message.split(' To specify a positional argument');
  return problem;
}
