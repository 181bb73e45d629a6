import { quote } from '../../../base/text.ts';
import type { Edit } from '../../../model/edit.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, valueAt } from '../../../model/field.ts';
import type { Binding, Package } from '../../../model/package.ts';
import { MISC_PREFIX, type RunnerOption } from './carton-fields.ts';
import { MISC_ADDRESS } from './misc-address.ts';
import { entryPoint } from './python-runner.ts';
import { itemName } from './steps.ts';

/**
 * What refers to the files of a carton: carton.toml by `@misc/…` in examples and in the description, the runner's
 * options, and the tensor index. All functions are pure.
 */

/** A value of an example that is a file in `misc/`. */
interface ExampleReference {
  at: FieldPath;
  /** "example Cat, input image" */
  words: string;
  path: string;
}

const DESCRIPTION: FieldPath = ['model_description'];

/**
 * The edits of carton.toml that make its references follow renamed files. A file that leaves `misc/` can no longer be
 * referred to, so what referred to it stays. Empty where nothing refers to them.
 *
 * @param renames new paths by the old ones
 */
export function renamedReferences(values: FieldValues, renames: ReadonlyMap<string, string>): Edit[] {
  const edits: Edit[] = [];
  for (const { at, path } of exampleReferences(values)) {
    const address = addressOf(renames.get(path));
    if (address !== undefined) edits.push({ kind: 'set', path: at, value: address });
  }
  const before = valueAt(values, DESCRIPTION);
  if (typeof before !== 'string' || !before.includes(MISC_PREFIX)) return edits;
  const after = renamedAddresses(before, renames);
  if (after !== before) edits.push({ kind: 'set', path: DESCRIPTION, value: after });
  return edits;
}

/**
 * What refers to a file, in words: "the description", "example Cat, input image", "tensor weights".
 *
 * @param pkg where it is given, also its tensors and symlinks
 */
export function referencesTo(values: FieldValues, path: string, pkg?: Package): string[] {
  const found: string[] = [];
  const description = valueAt(values, DESCRIPTION);
  if (typeof description === 'string' && description.includes(MISC_PREFIX)) {
    const away = new Map([[path, `${path}\0`]]);
    if (renamedAddresses(description, away) !== description) found.push('the description');
  }
  for (const { path: of, words } of exampleReferences(values)) if (of === path) found.push(words);
  if (isEntry(values, path)) found.push('the runner’s option entrypoint_package');
  for (const { name, data } of pkg?.tensors ?? []) {
    if (data?.path !== path) continue;
    found.push(`tensor ${quote(name)}`);
    found.push(...usersOf(pkg as Package, name));
  }
  for (const { path: link, target } of pkg?.files ?? []) if (target === path) found.push(`the link ${quote(link)}`);
  return [...new Set(found)];
}

/** The self-tests and examples that use a tensor. */
function usersOf({ selfTests, examples }: Package, tensor: string): string[] {
  const uses = ({ value }: Binding) => value.kind === 'tensor' && value.tensor === tensor;
  const called = (noun: string, name: string | undefined, index: number) =>
    `${noun} ${name === undefined || name.trim() === '' ? index + 1 : quote(name)}`;
  return [
    ...selfTests.flatMap(({ name, inputs, expected = [] }, index) =>
      [...inputs, ...expected].some(uses) ? [called('self-test', name, index)] : [],
    ),
    ...examples.flatMap(({ name, inputs, outputs }, index) =>
      [...inputs, ...outputs].some(uses) ? [called('example', name, index)] : [],
    ),
  ];
}

function* exampleReferences(values: FieldValues): Generator<ExampleReference> {
  const examples = values.example;
  if (!Array.isArray(examples)) return;
  for (const index of examples.keys()) {
    for (const [table, side] of [
      ['inputs', 'input'],
      ['sample_out', 'output'],
    ] as const) {
      const bindings = valueAt(values, ['example', index, table]);
      if (!isTable(bindings)) continue;
      for (const [name, value] of Object.entries(bindings) as [string, FieldValue][]) {
        if (typeof value !== 'string' || !value.startsWith(MISC_PREFIX)) continue;
        yield {
          at: ['example', index, table, name],
          words: `${itemName(values, 'example', index)}, ${side} ${quote(name)}`,
          path: MISC_ADDRESS.folder + value.slice(MISC_PREFIX.length),
        };
      }
    }
  }
}

/** The address of a file in `misc/`. Undefined for any other. */
function addressOf(path: string | undefined): string | undefined {
  if (path === undefined || !path.startsWith(MISC_ADDRESS.folder)) return undefined;
  return MISC_PREFIX + path.slice(MISC_ADDRESS.folder.length);
}

/**
 * An address in a Markdown text, up to what cannot be part of one: `<@misc/a b.png>`, or `@misc/a(1).png` without
 * spaces and with as many opening parentheses as closing ones.
 */
const ADDRESS = /(<)?@misc\/(?:(?<=<@misc\/)[^<>\n]+|(?:[^\s<>()"'`\]]|\([^\s<>()]*\))+)/g;

/** A Markdown text in which addresses of renamed files are their new ones. */
function renamedAddresses(text: string, renames: ReadonlyMap<string, string>): string {
  return text.replace(ADDRESS, (found: string, open: string | undefined) => {
    const address = open ? found.slice(1) : found;
    // A sentence may end right after it.
    for (const end of ['', /[.,;:!?*_]+$/.exec(address)?.[0] ?? '']) {
      const raw = address.slice(MISC_PREFIX.length, address.length - end.length);
      const to = addressOf(renames.get(MISC_ADDRESS.folder + raw) ?? renames.get(MISC_ADDRESS.folder + decoded(raw)));
      if (to !== undefined) return `${open ?? ''}${MISC_PREFIX}${encoded(to.slice(MISC_PREFIX.length))}${end}`;
    }
    return found;
  });
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Encodes only what would end an address, or be taken for an encoding. */
function encoded(path: string): string {
  return path.replace(/[\s()<>"'`\]\\%]/g, (char) =>
    Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
      '',
    ),
  );
}

/** Whether a file is what the Python runner imports. */
function isEntry(values: FieldValues, path: string): boolean {
  const name = valueAt(values, ['runner', 'runner_name']);
  const opts = valueAt(values, ['runner', 'opts']);
  if (typeof name !== 'string' || !isTable(opts)) return false;
  const entry = entryPoint({ runner_name: name, opts: opts as Record<string, RunnerOption> })?.package;
  if (!entry) return false;
  const module = `model/${entry.replaceAll('.', '/')}`;
  return path === `${module}.py` || path === `${module}/__init__.py`;
}
