import {
  DANGEROUS_MODULES,
  DANGEROUS_NAMES,
  DANGEROUS_PACKAGES,
  DANGEROUS_WORDS,
  type NameGroup,
  REACHED_MODULES,
  REACHING_ATTRIBUTES,
} from '../../src/pickle/names/dangerous.ts';
import { HARMLESS_NAMES, HARMLESS_PATTERNS, NOT_LAYERS, UNCALLED_NAMES } from '../../src/pickle/names/harmless.ts';
import { PROVEN_FUNCTIONS, PROVEN_MEMBERS, PROVEN_METHODS, type ProvenObject } from '../../src/pickle/names/proven.ts';
import { MILDER, PEERS, STRICTER } from './peers.ts';

const code = (text: string) => `\`${text}\``;
const list = (names: readonly string[]) => names.map(code).join(', ');
const groups = (all: readonly NameGroup[]) => all.flatMap(({ can, names }) => [`- They ${can}: ${list(names)}.`]);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [first = '', ...others] = all.map(line);
  return [first, line(widths.map((width) => '-'.repeat(width))), ...others];
}

const CLASSES = [
  [
    'harmless',
    'A library’s own class or function. It makes an object of what it is given, and runs nothing else.',
    'none',
  ],
  ['unknown', 'Nobody has looked at it. Importing its module runs code.', '`pickle/unknown`, a warning'],
  [
    'dangerous',
    'It runs code, reads or writes files, talks to hosts, loads other pickles, or reaches whatever it is told to.',
    '`pickle/dangerous`, an error',
  ],
  [
    'computed',
    'Only loading the pickle tells what is imported, or it is in a registry. What is known of the name can still make it dangerous.',
    '`pickle/computed`, a warning',
  ],
];

const MAPPING = [
  ['harmless', 'Innocuous', 'no issue', 'LIKELY_SAFE'],
  [
    'unknown',
    'Suspicious',
    'no issue',
    'POSSIBLY_UNSAFE to LIKELY_UNSAFE: by whether it is of the standard library or outside of the list for models',
  ],
  ['dangerous', 'Dangerous', 'CRITICAL, or HIGH for hosts', 'LIKELY_OVERTLY_MALICIOUS or OVERTLY_MALICIOUS'],
  ['computed', 'Dangerous: `unknown unknown`', 'CRITICAL or none', 'by what it can follow'],
];

const harmless = HARMLESS_NAMES.flatMap(({ library, names }) => ['', `**${library}**: ${list(names)}.`]);
const proven = (objects: readonly ProvenObject[]) =>
  objects.map(({ object, attributes }) => `- ${code(object)}: ${list(attributes)}.`);
const reasons = (all: readonly { names: readonly string[]; why: string }[]) =>
  all.map(({ names, why }) => `- ${list(names)}. ${why}`);

/** The text of docs/pickles.md: what is known of names that pickles import. */
export function picklesDocument(): string {
  const lines = [
    '<!-- Written by `npm run pickles` from the tables in src/pickle/names and scripts/pickles. Do not edit. -->',
    '',
    '# What names in pickles mean',
    '',
    'A pickle names functions and classes. Loading it imports each of them, and calls them where the pickle says so. Boxcutter lists the names without loading anything, and judges each by these tables.',
    '',
    ...table(['class', 'what it means', 'finding'], CLASSES),
    '',
    'What a name means is decided in this order: a harmless name, as a whole and exactly; then anything that makes it dangerous; then a pattern of harmless names. All others are unknown. A name with dots, which leads through attributes, is never harmless.',
    '',
    '## Dangerous packages',
    '',
    'Every name of these packages is dangerous, unless it is one of the harmless names below.',
    '',
    ...groups(DANGEROUS_PACKAGES),
    '',
    '## Dangerous modules',
    '',
    'Every name of these modules, and of those in them, unless it is one of the harmless names below.',
    '',
    ...groups(DANGEROUS_MODULES),
    '',
    '## Dangerous names',
    '',
    'These names, and what is reached through them.',
    '',
    ...groups(DANGEROUS_NAMES),
    '',
    '## Parts of names',
    '',
    `- Modules that most modules import, so that any of them leads there. Dangerous as a part of a module or of a name, except that names of ${code('builtins')} and ${code('__builtin__')} are judged one by one: ${list(REACHED_MODULES)}.`,
    `- Attributes that lead from any object to all others. Dangerous as a part of a module or of a name: ${list(REACHING_ATTRIBUTES)}.`,
    `- Dangerous as a part of a name: ${list(DANGEROUS_WORDS)}.`,
    '',
    '## Harmless names',
    '',
    'Each was read: importing its library is what a program that loads such a file does anyway, and calling the name, or setting the state of its object, runs nothing that the pickle brings along. Functions and classes that it is given are names, too, and are judged as such.',
    ...harmless,
    '',
    `Harmless only where the pickle does not call them, as they call methods of what they are given: ${list(UNCALLED_NAMES)}.`,
    '',
    '## Harmless by a pattern',
    '',
    ...HARMLESS_PATTERNS.map(({ are, pattern }) => `- ${code(pattern.source)}: ${are}.`),
    '',
    `Except for what these modules only import: ${code(NOT_LAYERS.source)}.`,
    '',
    '## Proven calls of getattr',
    '',
    '`getattr` reaches any attribute, and is dangerous. But Python itself writes it: early releases of Python 3.11 (3.11.2, and no longer 3.11.7) for each member of an enumeration, and protocols before 4 for functions in classes. It is listed as harmless where every use of it in the file is a call with an object and an attribute of these lists. One other use anywhere in the file (as a value, as an argument, in another call), a class or module that the pickle changes, a call of what a call returns, or a part of the file that was not read, and it is dangerous.',
    '',
    'Members of enumerations:',
    '',
    ...proven(PROVEN_MEMBERS),
    '',
    'Functions of classes:',
    '',
    ...proven(PROVEN_FUNCTIONS),
    '',
    'Methods of objects that were made without arguments:',
    '',
    ...proven(PROVEN_METHODS),
    '',
    '## What other scanners say',
    '',
    `Compared with the lists of ${PEERS.map(({ name, date }) => `${name} (${date})`).join(', ')}.`,
    '',
    ...table(['Boxcutter', ...PEERS.map(({ name }) => name)], MAPPING),
    '',
    'picklescan and modelscan list what is unsafe, and modelscan says nothing of other names. fickling also decompiles the pickle, and judges what it calls and leaves unused.',
    '',
    'They call unsafe, and Boxcutter does not call dangerous:',
    '',
    ...reasons(MILDER),
    '',
    'They call safe, and Boxcutter does not call harmless:',
    '',
    ...reasons(STRICTER),
    '',
    'All other names in their lists are dangerous, or harmless, here as well. Many that are dangerous here are missing from their lists, such as `string.Formatter`, `functools.update_wrapper`, `typing.ForwardRef`, `numpy.core._ufunc_reconstruct`, `torch._utils._import_dotted_name`, `scipy._lib._uarray._backend.unpickle_function`, `dataclasses._create_fn`, `gzip.GzipFile`, `torch.utils.checkpoint`, `numpy.DataSource` or `sklearn.datasets`.',
    '',
    '## What names cannot tell',
    '',
    '- Whether the module that is imported is the one that was read here. A folder of the same name beside the program comes first.',
    '- What a library’s own loader does with the objects later. A harmless estimator can hold a function that is unknown, and calls it when it predicts.',
    '- What other versions of a library do under the same name.',
    '- What is in bytes that a program unpickles later. They are data here.',
    '- Whether a call that is not dangerous takes all memory or time.',
  ];
  return `${lines.join('\n')}\n`;
}
