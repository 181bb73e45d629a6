/**
 * Layers that know no format by its name, and the lines in which they still name one. `neutral.test.ts` counts them.
 */
export const NEUTRAL_LAYERS: readonly string[] = [
  'app',
  'state',
  'worker',
  'widgets',
  'archive',
  'model',
  'tensor',
  'source',
  'codec',
  'base',
  'toml',
  'json',
  'picture',
  'sandbox',
];

/** What only a format may say: its name, the names of its files and folders, and the question which format is open. */
export const FORMAT_WORDS = /carton|tensor_data|self_tests|\bmisc\/|\bMANIFEST\b|\bLINKS\b|\bformat [!=]==/gi;

/** Lines that name a format all the same. Paths are relative to `src`. */
export interface NamedFormat {
  file: string;
  lines: number;
  why: string;
}

/** A line that is gone must be taken out of its count. */
export const NAMED_FORMATS: readonly NamedFormat[] = [
  { file: 'app/cases/cases-tab.tsx', lines: 1, why: 'says to those who pack a model how to add self-tests' },
  { file: 'app/help/help-dialog.tsx', lines: 3, why: 'links to the format’s own pages' },
  { file: 'app/opening/empty-page.tsx', lines: 1, why: 'says to those who come for the first time what a carton is' },
  { file: 'app/opening/opening.tsx', lines: 1, why: 'the name of the sample' },
  { file: 'model/file/language.ts', lines: 1, why: 'LINKS is TOML, as Pipfile is' },
  { file: 'sandbox/host.ts', lines: 1, why: 'the only format whose models run in the page' },
  { file: 'state/draft/kept-entry.ts', lines: 2, why: 'the only file that drafts of the first version are of' },
  { file: 'source/web-address.ts', lines: 2, why: 'the addresses of a host of packages' },
  { file: 'source/request.ts', lines: 1, why: 'the header of that host' },
];

/** Layers that know no syntax of a format's files: they pass texts, edits and values on. */
export const SYNTAX_FREE_LAYERS: readonly string[] = ['app', 'state', 'worker'];

/** The only syntax that a format edits so far. */
export const SYNTAX_WORDS = /toml/gi;

/** Lines that name the syntax all the same. */
export const NAMED_SYNTAX: readonly NamedFormat[] = [
  { file: 'state/draft/kept-entry.ts', lines: 2, why: 'the only file that drafts of the first version are of' },
];
