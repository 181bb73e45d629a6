import { parseSync, Visitor } from 'vite';

/** What code asks of a browser, as far as its text shows it. */
export interface Uses {
  /** Names that are bound nowhere in the file: `DecompressionStream`. */
  globals: Set<string>;
  /** Members of such names: `Promise.try`, `navigator.storage`. */
  members: Set<string>;
  /** Names of methods that are called of anything else: `toSorted`. */
  methods: Set<string>;
}

/** The parts of a syntax tree that matter here. */
interface Node {
  type: string;
  name?: string;
  [key: string]: unknown;
}

/**
 * What a script uses. Left out is what it asks about before: `typeof X`, `'x' in y`, and what a `?.` follows, as in
 * `a.b?.()`. Throws what the parser throws.
 */
export function scriptUses(code: string, file = 'script.js'): Uses {
  const { program, errors } = parseSync(file, code, { sourceType: 'module' });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const uses: Uses = { globals: new Set(), members: new Set(), methods: new Set() };
  /** Identifiers that are names of members and keys, or that are only asked about. */
  const others = new Set<unknown>();
  const bound = new Set<string>();
  const called = new Set<unknown>();
  const found: { of?: string; name: string; isCalled: boolean }[] = [];
  const bind = (pattern: unknown) => {
    for (const name of boundNames(pattern as Node | null)) bound.add(name);
  };
  const bindFunction = (node: unknown) => {
    const { id, params } = node as { id: unknown; params: unknown[] };
    bind(id);
    params.forEach(bind);
  };
  new Visitor({
    UnaryExpression({ operator, argument }) {
      if (operator === 'typeof') others.add(argument);
    },
    CallExpression({ optional, callee }) {
      (optional ? others : called).add(callee);
    },
    MemberExpression(node) {
      // What a `?.` follows may be missing.
      if (node.optional) others.add(node.object);
      const { object, property, computed } = node;
      if (computed) return;
      others.add(property);
      if (others.has(node)) return;
      const of = object.type === 'Identifier' ? { of: object.name } : {};
      found.push({ ...of, name: (property as unknown as { name: string }).name, isCalled: called.has(node) });
    },
    Property({ key, computed, shorthand }) {
      if (!computed && !shorthand) others.add(key);
    },
    VariableDeclarator({ id, init }) {
      bind(id);
      if (id.type !== 'ObjectPattern') return;
      const of = init?.type === 'Identifier' ? { of: init.name } : {};
      for (const property of id.properties as unknown as Node[]) {
        const key = property.key as Node | undefined;
        // A default says what happens where it is missing.
        if (key?.name && !property.computed && (property.value as Node).type !== 'AssignmentPattern')
          found.push({ ...of, name: key.name, isCalled: false });
      }
    },
    FunctionDeclaration: bindFunction,
    FunctionExpression: bindFunction,
    ArrowFunctionExpression: bindFunction,
    ClassDeclaration({ id }) {
      bind(id);
    },
    ClassExpression({ id }) {
      bind(id);
    },
    CatchClause({ param }) {
      bind(param);
    },
    ImportSpecifier({ local }) {
      bind(local);
    },
    ImportDefaultSpecifier({ local }) {
      bind(local);
    },
    ImportNamespaceSpecifier({ local }) {
      bind(local);
    },
    MethodDefinition({ key, computed }) {
      if (!computed) others.add(key);
    },
    PropertyDefinition({ key, computed }) {
      if (!computed) others.add(key);
    },
    LabeledStatement({ label }) {
      others.add(label);
    },
    Identifier(node) {
      if (!others.has(node)) uses.globals.add(node.name);
    },
  }).visit(program);
  for (const name of bound) uses.globals.delete(name);
  for (const { of, name, isCalled } of found) {
    if (of !== undefined && !bound.has(of)) uses.members.add(`${of}.${name}`);
    else if (isCalled) uses.methods.add(name);
  }
  return uses;
}

/** The names that a pattern binds. */
function boundNames(pattern: Node | null): string[] {
  if (!pattern) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name as string];
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((each) => boundNames((each.value ?? each) as Node));
    case 'ArrayPattern':
      return (pattern.elements as (Node | null)[]).flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(pattern.left as Node);
    case 'RestElement':
      return boundNames(pattern.argument as Node);
    default:
      return [];
  }
}

/** What a style sheet uses. */
export interface StyleUses {
  /** Also those with a vendor's prefix. */
  properties: Set<string>;
  atRules: Set<string>;
  /** Pseudo-classes and pseudo-elements, without colons. */
  selectors: Set<string>;
}

/** What a style sheet uses, outside of `@supports`. Custom properties are left out. */
export function styleUses(css: string): StyleUses {
  const uses: StyleUses = { properties: new Set(), atRules: new Set(), selectors: new Set() };
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)/g, '""');
  /** How many braces are open, and at which depth each `@supports` begins. */
  let depth = 0;
  const supports: number[] = [];
  for (const [, text = '', end] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const part = text.trim();
    const isAsked = supports.length > 0;
    if (end === '{') {
      depth++;
      const atRule = /^@([\w-]+)/.exec(part)?.[1];
      if (atRule === 'supports') supports.push(depth);
      if (atRule && !isAsked) uses.atRules.add(atRule);
      if (!atRule && !isAsked) for (const [, name = ''] of part.matchAll(/::?([a-z][\w-]*)/g)) uses.selectors.add(name);
      continue;
    }
    const property = /^(-?[a-z][\w-]*)\s*:/.exec(part)?.[1];
    if (property && !isAsked) uses.properties.add(property);
    if (end === '}') {
      if (supports.at(-1) === depth) supports.pop();
      depth--;
    }
  }
  return uses;
}
