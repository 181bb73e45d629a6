import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { DEBTS, type Debt, FOR_TESTS_ONLY, LAYERS, type Layer, PACKAGES, ROOTS } from '../layers.ts';

/**
 * `worker` is the address of a script: `?worker&url`, or `new URL('…', import.meta.url)`. `unknown` is an import with a computed target, which nobody can know.
 */
export type ImportKind = 'value' | 'type' | 'lazy' | 'worker' | 'unknown';

export interface Import {
  kind: ImportKind;
  /**
   * The specifier as written, where `*` stands for the name of a folder that is filled in. For an unknown import, the
   * kind of expression.
   */
  specifier: string;
}

/** The files that an import of a module may be of, of all files there are. One that is not there is among them. */
export function targetsOf(path: string, { specifier }: Import, files: Iterable<string>): string[] {
  const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
  const [start = '', end, ...others] = target.split('*');
  if (end === undefined) return [target];
  if (others.length > 0) return [];
  const isOne = (file: string) =>
    file.startsWith(start) && file.endsWith(end) && !file.slice(start.length, -end.length).includes('/');
  return [...files].filter(isOne);
}

interface Node {
  type: string;
  [key: string]: unknown;
}

/** What a module was parsed to. */
type Parsed = Pick<ReturnType<typeof parseSync>, 'program' | 'comments'>;

/** The last module that was parsed: its imports and its strings are asked for one after the other. */
let last: { file: string; code: string; parsed: Parsed } | undefined;

function parse(file: string, code: string): Parsed {
  if (last?.file === file && last.code === code) return last.parsed;
  const { program, errors, comments } = parseSync(file, code, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  last = { file, code, parsed: { program, comments } };
  return last.parsed;
}

/** Every import of a TypeScript module, from its syntax tree. Throws if the code does not parse. */
export function importsOf(file: string, code: string): Import[] {
  const { program, comments } = parse(file, code);
  const found: Import[] = [];
  const add = (kind: ImportKind, source: unknown, what: string) => {
    const specifier = literal(source) ?? folderPattern(source);
    found.push(specifier === undefined ? { kind: 'unknown', specifier: what } : { kind, specifier });
  };
  walk(program, (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (node.source) add(kindOf(node), node.source, node.type);
        break;
      case 'ImportExpression':
        add('lazy', node.source, 'import(…)');
        break;
      case 'TSImportType':
        add('type', node.source ?? node.argument, 'an import type');
        break;
      case 'TSExternalModuleReference':
        add('value', node.expression, 'import … = require(…)');
        break;
      case 'CallExpression':
        if (isName(node.callee, 'require')) add('value', (node.arguments as unknown[])[0], 'require(…)');
        else if (isMeta(node.callee, 'glob')) add('lazy', (node.arguments as unknown[])[0], 'import.meta.glob(…)');
        break;
      case 'NewExpression': {
        const [target, origin] = node.arguments as unknown[];
        if (isName(node.callee, 'URL') && isMeta(origin, 'url')) add('worker', target, 'new URL(…, import.meta.url)');
        break;
      }
    }
  });
  for (const comment of comments) {
    const path = /^\/\s*<reference\s+path="([^"]*)"/.exec(comment.value)?.[1];
    if (path !== undefined) found.push({ kind: 'type', specifier: path });
  }
  return found;
}

/**
 * Every string literal of a TypeScript module, including literal types and import specifiers. Throws if the code does
 * not parse.
 */
export function stringsOf(file: string, code: string): string[] {
  const { program } = parse(file, code);
  const found: string[] = [];
  walk(program, (node) => {
    const text = literal(node);
    if (text !== undefined) found.push(text);
  });
  return found;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (isNode(value)) {
    visit(value);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** The text of a string literal, of a literal type, or of a template without expressions. */
function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TSLiteralType') return literal(value.literal);
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : undefined;
  if (value.type !== 'TemplateLiteral' || (value.expressions as unknown[]).length > 0) return undefined;
  return (value.quasis as { value: { cooked: string } }[])[0]?.value.cooked;
}

/** The pattern of a template whose one expression is the name of a folder. */
function folderPattern(value: unknown): string | undefined {
  if (!isNode(value) || value.type !== 'TemplateLiteral') return undefined;
  const [start = '', end = '', ...others] = (value.quasis as { value: { cooked: string } }[]).map(
    (part) => part.value.cooked,
  );
  return others.length === 0 && start.endsWith('/') && end.startsWith('/') ? `${start}*${end}` : undefined;
}

function kindOf(node: Node): ImportKind {
  if (literal(node.source)?.endsWith('?worker&url')) return 'worker';
  return onlyTypes(node) ? 'type' : 'value';
}

function onlyTypes(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = (node.specifiers ?? []) as Node[];
  return (
    specifiers.length > 0 && specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type')
  );
}

function isName(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value.name === name;
}

function isMeta(value: unknown, property: string): boolean {
  return (
    isNode(value) &&
    value.type === 'MemberExpression' &&
    isNode(value.object) &&
    value.object.type === 'MetaProperty' &&
    (isName(value.property, property) || literal(value.property) === property)
  );
}

/** The row of the table that a file belongs to, and the format that `X` stands for. */
interface Place {
  layer: Layer;
  format?: string;
}

const places = new Map<string, Place | undefined>();

/** The row with the longest path that the path of the file starts with, by whole segments. */
function placeOf(path: string): Place | undefined {
  if (!places.has(path)) places.set(path, findPlace(path));
  return places.get(path);
}

function findPlace(path: string): Place | undefined {
  const parts = path.replace(/\.[^/]*$/, '').split('/');
  let best: Place | undefined;
  for (const layer of LAYERS) {
    const wanted = layer.path.split('/');
    const fits = wanted.every((part, i) => (part === 'X' ? parts[i] !== undefined : part === parts[i]));
    if (!fits || wanted.length <= (best?.layer.path.split('/').length ?? 0)) continue;
    const format = parts[wanted.indexOf('X')];
    best = format === undefined ? { layer } : { layer, format };
  }
  return best;
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/**
 * Checks a set of files against the table. Returns one sentence for each violation. Paths are relative to `src`, with
 * `/`.
 * @param files every file of `src` by its path; code is parsed if the name ends in .ts or .tsx
 * @param packages those that the builds have in them, and those for development
 * @param debts known violations
 */
export function checkImports(
  files: ReadonlyMap<string, string>,
  packages: { runtime: readonly string[]; development: readonly string[] },
  debts: readonly Debt[] = DEBTS,
): string[] {
  const violations: string[] = [];
  const standing = new Set<Debt>();
  for (const [path, code] of files) {
    if (!/\.tsx?$/.test(path)) continue;
    const from = placeOf(path);
    if (!from) violations.push(`${path} is in no layer of the table`);
    if (code === '') continue;
    for (const found of importsOf(path, code)) {
      const relative = /^\.\.?(\/|$)/.test(found.specifier);
      const targets = targetsOf(path, found, files.keys());
      const debt = debts.find((known) => known.from === path && targets.includes(known.to));
      if (debt) standing.add(debt);
      if (debt || !from) continue;
      const wrong =
        found.kind === 'unknown' || targets.length === 0
          ? 'its target is computed, so that this check cannot see it'
          : relative || found.kind === 'worker'
            ? targets.map((target) => wrongTarget(path, from, found, target, files)).find((why) => why)
            : wrongPackage(path, from, found, packages);
      if (wrong !== undefined) violations.push(`${path} imports ${found.specifier}: ${wrong}`);
    }
  }
  for (const debt of debts) {
    if (!standing.has(debt)) violations.push(`the debt ${debt.from} → ${debt.to} is paid: take it out`);
  }
  return violations;
}

/** Why a module may not import one of our files. Undefined if it may. */
function wrongTarget(
  path: string,
  from: Place,
  found: Import,
  target: string,
  files: ReadonlyMap<string, string>,
): string | undefined {
  if (isTest(path) || from.layer.path === 'testing') return undefined;
  if (!files.has(target)) return 'there is no such file in src (write the path with its extension)';
  if (isTest(target)) return 'that is a test';
  const to = placeOf(target);
  if (!to) return 'that is in no layer of the table';
  const { may, path: own } = from.layer;
  const name = to.layer.path;
  if (ROOTS.includes(name)) return `nobody may import ${name}`;
  if (FOR_TESTS_ONLY.includes(name)) return `only tests may import ${name}`;
  if (own === name) return from.format === to.format ? undefined : 'that is another format';
  if (may === 'anything') return undefined;
  const sameFormat = from.format === undefined || to.format === undefined || from.format === to.format;
  if (may.includes(name) && sameFormat) return undefined;
  if (may.includes(`types:${name}`))
    return found.kind === 'type' ? undefined : `${own} may import only types of ${name}`;
  if (may.includes(`lazy:${name}`)) {
    return found.kind === 'lazy' ? undefined : `${own} may import ${name} only by import()`;
  }
  return sameFormat ? `${own} may not import ${name}` : 'that is another format';
}

/** Why a module may not import a package. Undefined if it may. */
function wrongPackage(
  path: string,
  from: Place,
  found: Import,
  packages: { runtime: readonly string[]; development: readonly string[] },
): string | undefined {
  const free = isTest(path) || from.layer.path === 'testing';
  const [first = '', second = ''] = found.specifier.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  if (
    found.specifier.startsWith('node:') ||
    builtinModules.includes(found.specifier) ||
    builtinModules.includes(name)
  ) {
    return free ? undefined : 'what is in src runs in a browser, which has no modules of Node';
  }
  // A package with types only (`hast`) has its name at DefinitelyTyped.
  const typesOnly = found.kind === 'type' && packages.development.includes(`@types/${name}`);
  if (!packages.runtime.includes(name) && !typesOnly && !(free && packages.development.includes(name))) {
    return 'package.json does not have it, or only for development';
  }
  const rule = PACKAGES.find(({ names }) => names.includes(name) || names.includes(first));
  if (rule && !free && !rule.only.includes(from.layer.path)) return `only ${rule.only.join(', ')} may`;
  if (rule?.lazy && !free && found.kind === 'value') return 'it may be imported only by import()';
  return undefined;
}
