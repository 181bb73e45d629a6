import type { Language } from '../../model/file/language.ts';

const SYNTAXES = ['json', 'toml'] as const satisfies readonly Language[];

/** Texts that are compared by their structure. */
export type Syntax = (typeof SYNTAXES)[number];

/** The syntax of two texts that can be compared by their structure. Undefined of all others. */
export function commonSyntax(first: Language | undefined, second: Language | undefined): Syntax | undefined {
  return first === second ? SYNTAXES.find((syntax) => syntax === first) : undefined;
}
