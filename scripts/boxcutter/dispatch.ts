import { existsSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { quote } from '../../src/base/text.ts';
import { forTerminal, toJson } from '../inspect/json.ts';
import type { Output } from '../inspect/output.ts';
import { COMMANDS } from './commands.ts';

/**
 * Runs a command of `boxcutter`.
 *
 * @param args what follows the name of the program
 * @returns the exit code: that of the command, or 2 where there is no such command
 */
export async function boxcutter([name, ...args]: string[], print: Output): Promise<number> {
  if (name === undefined) return refuse(print, helpText());
  // As other programs of many commands have it: help, and help COMMAND.
  if (name === 'help') return boxcutter(args[0] === undefined ? ['--help'] : [args[0], '--help'], print);
  if (name === '--version' || name === '-V') {
    print.out(`${manifest.version}\n`);
    return 0;
  }
  if (name === '--help' || name === '-h') {
    print.out(`${helpText()}\n`);
    return 0;
  }
  const command = COMMANDS.get(name);
  if (command) return command.run(args, print);
  const hint = existsSync(name) ? `boxcutter inspect ${name} opens that file.` : 'boxcutter --help lists the commands.';
  const why = `${quote(name)} is not a command of boxcutter. ${hint}`;
  if (!args.includes('--json')) return refuse(print, forTerminal(why));
  print.out(`${toJson({ error: { code: 'usage', message: why } })}\n`);
  return 2;
}

function refuse({ err }: Output, why: string): number {
  err(`${why}\n`);
  return 2;
}

function helpText(): string {
  const width = Math.max(...[...COMMANDS.keys()].map(({ length }) => length));
  return [
    'Usage: boxcutter COMMAND …',
    '',
    ...[...COMMANDS].map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'boxcutter COMMAND --help  prints the options of a command, as does boxcutter help COMMAND',
    'boxcutter --version       prints the version',
    '',
    'Example: boxcutter inspect model.carton --verify',
  ].join('\n');
}
