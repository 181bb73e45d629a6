import { editDistance } from '../../src/formats/known-keys.ts';
import { UsageError } from '../../src/library/usage-error.ts';

export { UsageError };

/** Options that do not go together, or are missing: where they are explained is printed after the message. */
export class Misuse extends UsageError {}

/** Letters that may be off in an option that somebody means. */
const MAX_OFF = 3;

/**
 * What `parseArgs` says is wrong, in a sentence, without its advice on arguments that begin with a hyphen.
 *
 * @param names of the options that there are
 */
export function parseProblem(error: unknown, names: readonly string[] = []): string {
  const [problem = ''] = (error as Error).message.split(' To specify a positional argument');
  const [, missing] = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument (?:missing|is ambiguous)/.exec(problem) ?? [];
  if (missing !== undefined)
    return `${missing} needs a value. One that begins with a hyphen stands after an equals sign: ${missing}=-1.`;
  const [, flag] = /^Option '(?:-\w, )?(--[\w-]+)' does not take an argument/.exec(problem) ?? [];
  if (flag !== undefined) return `${flag} takes no value.`;
  const [, unknown] = /^Unknown option '--([^']*)'/.exec(problem) ?? [];
  const said = problem
    .replace(/\s*\n\s*/g, ' ')
    .replace(/'([^']*)'/g, '“$1”')
    .replace(/\.?$/, '.');
  if (unknown === undefined) return said;
  const near = names
    .map((name) => ({ name, off: editDistance(unknown.slice(0, 100), name) }))
    .filter(({ name, off }) => off <= Math.min(MAX_OFF, name.length / 2))
    .sort((a, b) => a.off - b.off)[0];
  return near ? `${said} Did you mean --${near.name}?` : said;
}
