import { percentDecoded } from '../../../../base/address.ts';
import type { Finding } from '../../../../base/findings.ts';
import { addTo, groupBy } from '../../../../base/group-by.ts';
import { quote } from '../../../../base/text.ts';
import type { Edit } from '../../../../model/edit/edit.ts';
import { type FieldPath, type FieldValues, isTable, valueAt } from '../../../../model/edit/field.ts';
import { itemsOf } from '../../../../model/edit/list-steps.ts';
import { relativePath } from '../../../../model/file/file-address.ts';
import type { Binding, Package, PackageFile } from '../../../../model/package.ts';
import { belowTensors, MISC_ADDRESS, MISC_PREFIX, TENSOR_FOLDER, TENSOR_INDEX } from '../paths.ts';
import type { RunnerOption } from '../read/carton-schema.ts';
import { unescaped } from '../read/description.ts';
import { entryPoint, modulePaths } from '../run/python-runner.ts';
import { BINDING_TABLES, CASE_LISTS, type CaseSide, ITEM_NOUNS } from './steps.ts';
import { changesValue, TENSOR_CHANGES, tensorChangesOf } from './tensor-changes.ts';

/**
 * What refers to the files of a carton by their paths. carton.toml does so with `@misc/…` in examples and in the
 * description, and with the Python runner's entry point. The tensor index names the files of tensors, and symlinks lead
 * to files. All functions are pure.
 */

/** New paths of files by their old ones. */
type Renames = ReadonlyMap<string, string>;

interface FileReference {
  readonly path: string;
  /** "the description", "example “Cat”, input “image”", "tensor “weights”" */
  readonly words: string;
  /** Whether the file itself is the reference, as a symlink is: removing the file removes it. */
  readonly isOwn?: boolean;
  /** Whether saving, or the edits of `renamedReferences`, let it follow these renames. */
  follows(renames: Renames): boolean;
}

/** A reference in a field of carton.toml. */
interface FieldReference {
  readonly path: string;
  readonly words: string;
  readonly at: FieldPath;
  /** What the field says once files have other paths. Undefined where it cannot refer to the new path of this file. */
  renamed(renames: Renames): string | undefined;
}

const DESCRIPTION: FieldPath = ['model_description'];
const ENTRY_POINT: FieldPath = ['runner', 'opts', 'entrypoint_package'];

/**
 * The edits of carton.toml that make its references follow renamed files. A file that leaves `misc/` can no longer be
 * referred to, so what referred to it stays. So does the entry point of a file that is no longer a Python module of
 * `model/`. Empty where nothing refers to them.
 *
 * @param renames new paths by the old ones
 */
export function renamedReferences(values: FieldValues, renames: Renames): Edit[] {
  // Of the files that a field may mean, the first one decides.
  const fields = new Map<string, { path: FieldPath; value: string }>();
  for (const { at, path, renamed } of fieldReferences(values)) {
    const value = renames.has(path) ? renamed(renames) : undefined;
    const key = at.join('\0');
    if (value !== undefined && !fields.has(key)) fields.set(key, { path: at, value });
  }
  const changed = [...fields.values()].filter(({ path, value }) => valueAt(values, path) !== value);
  return [...changed.map((field): Edit => ({ kind: 'set', ...field })), ...renamedTensorFiles(values, renames)];
}

/** The edit that lets tensors which the draft has given files follow these. */
function renamedTensorFiles(values: FieldValues, renames: Renames): Edit[] {
  const { removed, tensors } = tensorChangesOf(values);
  let isChanged = false;
  const followed = tensors.map((tensor) => {
    const file = belowTensors(renames.get(TENSOR_FOLDER + tensor.file) ?? '');
    if (tensor.file === undefined || file === undefined) return tensor;
    isChanged = true;
    return { ...tensor, file };
  });
  const value = isChanged ? changesValue({ removed, tensors: followed }) : undefined;
  return value === undefined ? [] : [{ kind: 'set', path: [TENSOR_CHANGES], value }];
}

/** A value of a self-test or example. */
export interface BoundValue extends CaseSide {
  readonly name: string;
  readonly at: FieldPath;
  /** The reference, as the file has it. */
  readonly value: string;
  /** "example “Cat”, input “image”" */
  readonly words: string;
}

/** The values of self-tests and examples. */
export function* boundValues(values: FieldValues): Generator<BoundValue> {
  for (const list of CASE_LISTS)
    for (const [index, item] of itemsOf(values, list).entries())
      for (const side of ['input', 'output'] as const) {
        const table = BINDING_TABLES[list][side];
        const bindings = valueAt(item, [table]);
        for (const [name, value] of isTable(bindings) ? Object.entries(bindings) : []) {
          if (typeof value !== 'string') continue;
          const words = `${called(ITEM_NOUNS[list], valueAt(item, ['name']), index)}, ${side} ${quote(name)}`;
          yield { list, index, side, name, at: [list, index, table, name], value, words };
        }
      }
}

/** What the fields of carton.toml refer to. */
function* fieldReferences(values: FieldValues): Generator<FieldReference> {
  const description = valueAt(values, DESCRIPTION);
  if (typeof description === 'string' && description.includes(MISC_PREFIX))
    for (const path of addressedFiles(description)) {
      const renamed = (renames: Renames) =>
        addressOf(renames.get(path)) === undefined ? undefined : renamedAddresses(description, renames);
      yield { path, words: 'the description', at: DESCRIPTION, renamed };
    }
  for (const { at, list, value, words } of boundValues(values)) {
    if (list !== 'example' || !value.startsWith(MISC_PREFIX)) continue;
    const path = MISC_ADDRESS.folder + value.slice(MISC_PREFIX.length);
    yield { path, words, at, renamed: (renames) => addressOf(renames.get(path)) };
  }
  const entry = entryModule(values);
  for (const path of entry === undefined ? [] : modulePaths(entry)) {
    const words = 'the runner’s option entrypoint_package';
    yield { path, words, at: ENTRY_POINT, renamed: (renames) => moduleOf(renames.get(path)) };
  }
}

/**
 * What refers to files, in words, by path. Files that nothing refers to are left out.
 *
 * @param pkg where it is given, also its tensors and symlinks
 */
export function referencesTo(values: FieldValues, paths: readonly string[], pkg?: Package): Map<string, string[]> {
  return wordsOf(values, paths, pkg, ({ isOwn }) => !isOwn);
}

/** What refers to renamed files and does not follow them, in words, by their old paths. */
export function strandedReferences(values: FieldValues, renames: Renames, pkg?: Package): Map<string, string[]> {
  return wordsOf(values, [...renames.keys()], pkg, ({ follows }) => !follows(renames));
}

function wordsOf(
  values: FieldValues,
  paths: readonly string[],
  pkg: Package | undefined,
  counts: (reference: FileReference) => boolean,
): Map<string, string[]> {
  const references = groupBy([...fileReferences(values, pkg)], ({ path }) => path);
  const doubt = pkg && unreadIndex(pkg);
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const words = (references.get(path) ?? []).filter(counts).map((reference) => reference.words);
    if (doubt !== undefined && belowTensors(path) !== undefined) words.push(doubt);
    if (words.length > 0) found.set(path, [...new Set(words)]);
  }
  return found;
}

/** Everything that refers to a file. */
function* fileReferences(values: FieldValues, pkg: Package | undefined): Generator<FileReference> {
  for (const { path, words, renamed } of fieldReferences(values))
    yield { path, words, follows: (renames) => renamed(renames) !== undefined };
  if (!pkg) return;
  const users = tensorUsers(pkg);
  for (const { name, data } of pkg.tensors) {
    if (!data) continue;
    const { path } = data;
    const follows = (renames: Renames) => belowTensors(renames.get(path) ?? '') !== undefined;
    for (const words of [`tensor ${quote(name)}`, ...(users.get(name) ?? [])]) yield { path, words, follows };
  }
  for (const link of pkg.files) {
    const { path, target } = link;
    if (target === undefined || link.shadowed || link.unsafe) continue;
    const follows = (renames: Renames) => leadsOn(link, target, renames);
    yield { path: target, words: `the link ${quote(path)}`, follows };
    yield { path, words: `the link itself, which leads to ${quote(target)}`, follows, isOwn: true };
  }
}

/** Says that the tensor index may refer to any file of its folder. Undefined where it can be read, or is not there. */
function unreadIndex({ tensors, findings }: Package): string | undefined {
  const isUnread = ({ code, path, severity }: Finding) =>
    path === TENSOR_INDEX && severity === 'error' && code !== 'tensor/index-missing';
  return tensors.length === 0 && findings.some(isUnread)
    ? 'perhaps the tensor index, which Boxcutter cannot read'
    : undefined;
}

/** Whether a symlink's text still leads to its file. A text that is not a path of the package is left alone. */
function leadsOn({ path, linkText }: PackageFile, target: string, renames: Renames): boolean {
  const now = renames.get(path) ?? path;
  const to = renames.get(target) ?? target;
  const leads = linkText === undefined ? undefined : relativePath(linkText, path);
  // It leads to its file by way of another link or of a folder that is one.
  if (linkText === undefined || leads !== target) return now === path && to === target;
  return relativePath(linkText, now) === to;
}

/** The self-tests and examples that use a tensor, also as a part of a nested one, by its name. */
function tensorUsers({ selfTests, examples, tensors }: Package): ReadonlyMap<string, readonly string[]> {
  const parts = new Map(tensors.flatMap(({ name, inner }) => (inner ? [[name, inner]] : [])));
  const users = new Map<string, string[]>();
  const use = (noun: string, name: string | undefined, index: number, bindings: readonly Binding[]) => {
    for (const { value } of bindings) {
      if (value.kind !== 'tensor') continue;
      for (const tensor of [value.tensor, ...(parts.get(value.tensor) ?? [])])
        addTo(users, tensor, called(noun, name, index));
    }
  };
  for (const [index, { name, inputs, expected = [] }] of selfTests.entries())
    use('self-test', name, index, [...inputs, ...expected]);
  for (const [index, { name, inputs, outputs }] of examples.entries())
    use('example', name, index, [...inputs, ...outputs]);
  return users;
}

/** "example “Cat”", or "example 2" of one without a name. */
function called(noun: string, name: unknown, index: number): string {
  return `${noun} ${typeof name === 'string' && name.trim() !== '' ? quote(name) : index + 1}`;
}

/** The address of a file in `misc/`. Undefined for any other. */
function addressOf(path: string | undefined): string | undefined {
  if (path === undefined || !path.startsWith(MISC_ADDRESS.folder)) return undefined;
  return MISC_PREFIX + path.slice(MISC_ADDRESS.folder.length);
}

/**
 * An address in a Markdown text, up to what cannot be part of one: `<@misc/a b.png>`, or `@misc/a(1).png` without
 * spaces and with as many opening parentheses as closing ones, but for escaped ones.
 */
const ADDRESS = /(<)?@misc\/(?:(?<=<@misc\/)[^<>\n]+|(?:\\[!-/:-@[-`{-~]|[^\s<>()"'`\]]|\([^\s<>()]*\))+)/g;

const SENTENCE_END = /[.,;:!?*_]+$/;

/** The files that an address of a text may mean. At the end of a sentence, `end` may be its sign, not of the name. */
function* meanings(found: string): Generator<{ path: string; end: string }> {
  const address = found.replace(/^</, '');
  for (const end of ['', SENTENCE_END.exec(address)?.[0] ?? '']) {
    const raw = address.slice(MISC_PREFIX.length, address.length - end.length);
    for (const name of new Set([raw, percentDecoded(raw), percentDecoded(unescaped(raw))]))
      yield { path: MISC_ADDRESS.folder + name, end };
  }
}

/** A Markdown text in which addresses of renamed files are their new ones. */
function renamedAddresses(text: string, renames: Renames): string {
  return text.replace(ADDRESS, (found: string, open = '') => {
    for (const { path, end } of meanings(found)) {
      const to = addressOf(renames.get(path));
      if (to !== undefined) return `${open}${MISC_PREFIX}${encodedAddress(to.slice(MISC_PREFIX.length))}${end}`;
    }
    return found;
  });
}

/** The files that a Markdown text may refer to. */
function addressedFiles(text: string): Set<string> {
  const found = Array.from(text.matchAll(ADDRESS), ([address]) => [...meanings(address)]);
  return new Set(found.flat().map(({ path }) => path));
}

/** A path as an address in Markdown. Encodes only what would end an address, or be taken for an encoding. */
export function encodedAddress(path: string): string {
  return path.replace(/[\s()<>"'`\]\\%]/g, (char) =>
    Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
      '',
    ),
  );
}

/** The module that the Python runner imports. Undefined of other runners, and where the options do not say it. */
function entryModule(values: FieldValues): string | undefined {
  const name = valueAt(values, ['runner', 'runner_name']);
  const opts = valueAt(values, ['runner', 'opts']);
  if (typeof name !== 'string' || !isTable(opts)) return undefined;
  return entryPoint({ runner_name: name, opts: opts as Record<string, RunnerOption> })?.package || undefined;
}

/** A path of `model/` that a Python module can have. */
const MODULE_PATH = /^model\/((?:[\p{L}_][\p{L}\p{N}_]*\/)*[\p{L}_][\p{L}\p{N}_]*)\.py$/u;

/** The name by which the Python runner imports a file. Undefined where it cannot. */
function moduleOf(path: string | undefined): string | undefined {
  const name = path?.match(MODULE_PATH)?.[1]?.replace(/\/__init__$/, '');
  return name === '__init__' ? undefined : name?.replaceAll('/', '.');
}
