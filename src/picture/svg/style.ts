import { memo } from '../../base/memo.ts';
import { DrawingDoubt } from './doubt.ts';
import { IDLE_PROPERTIES, PROPERTIES } from './plain.ts';

/**
 * Values by the property's name in lower case. A property may occur twice: browsers skip a value that they do not know.
 */
export type Declarations = ReadonlyMap<string, readonly string[]>;

/** The rules in a drawing's style elements. */
export interface StyleSheet {
  /** By selector: `*`, an element's name, or `.class`. A property has one value for each rule that sets it. */
  rules: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** Selectors and declarations of all style elements together. Illustrator writes some dozens. */
const MAX_DECLARATIONS = 1_000;

/** Declarations of one rule or `style` attribute. Inkscape writes about sixty. */
const MAX_PAIRS = 200;

/** Characters of one value. A list of fonts takes some hundreds. */
const MAX_VALUE = 4096;

/** Words, numbers and colors. Escapes, comments, variables and `!important` are refused. */
const VALUE = /^[\w\s#.,%+\-'"()/]*$/;
const FUNCTIONS = /^(?:rgb|rgba|hsl|hsla|light-dark)$/i;
/** A parenthesis and the name right before it. Begins only where a name does, so that a long name is read once. */
const CALL = /(?<![\w-])([\w-]*)\(/g;
const REFERENCE = /^url\(\s*(['"]?)#([\w:.-]+)\1\s*\)/;

/** Throws a `DrawingDoubt` unless a property with this value is plain. */
export function checkProperty(name: string, value: string): void {
  const idle = Object.hasOwn(IDLE_PROPERTIES, name) ? IDLE_PROPERTIES[name] : undefined;
  if (idle !== undefined && value === idle) return;
  if (!PROPERTIES.has(name) && !name.startsWith('-inkscape-'))
    throw new DrawingDoubt(`has a style that is not plain${named(name)}`);
  checkValue(name, value);
}

function checkValue(name: string, value: string): void {
  const clips = name === 'clip-path' || name === 'mask';
  const refers = clips || name === 'fill' || name === 'stroke';
  const rest = refers ? value.replace(REFERENCE, '') : value;
  const isPlain =
    value.length <= MAX_VALUE &&
    VALUE.test(rest) &&
    isPaired(rest) &&
    [...rest.matchAll(CALL)].every(([, name = '']) => FUNCTIONS.test(name)) &&
    (!clips || rest === '' || rest === 'none');
  if (!isPlain) throw new DrawingDoubt(`has a style value that is not plain${named(name)}`);
}

/** Whether quotation marks and parentheses are closed. Otherwise a `;` or `}` may be part of the value. */
function isPaired(value: string): boolean {
  let bare = value.replace(/"[^"']*"|'[^"']*'/g, '');
  if (/["']/.test(bare)) return false;
  // `light-dark()` holds other colors.
  for (let level = 0; level < 2; level++) bare = bare.replace(/\([^()]*\)/g, '');
  return !/[()]/.test(bare);
}

/** The name in parentheses, if it looks like one of SVG or CSS. Other names could be anything. */
export function named(name: string): string {
  return /^[a-z][a-z-]{0,30}$/i.test(name) ? ` (${name})` : '';
}

/** The id that a `url(#id)` refers to. Undefined for any other value. */
export function referenceOf(value: string | undefined): string | undefined {
  return REFERENCE.exec(value ?? '')?.[2];
}

/** Reads a `style` attribute or the body of a rule. Throws a `DrawingDoubt` where it is not plain. */
export function readDeclarations(text: string): Declarations {
  const found = new Map<string, string[]>();
  let count = 0;
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    if (++count > MAX_PAIRS) throw new DrawingDoubt('has a style that is too long');
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = part.slice(colon + 1).trim();
    checkProperty(name, value);
    if (value !== '') found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** A selector of one part: `*`, an element, a class, or an element with a class. */
const SELECTOR = /^(?:\*|[A-Za-z][\w-]*|[A-Za-z]?[\w-]*\.[A-Za-z_-][\w-]*)$/;

/**
 * Reads the text of style elements. Plain rules have selectors of one part and plain properties. Throws a
 * `DrawingDoubt` for anything else.
 */
export function readStyleSheet(text: string): StyleSheet {
  const rules = new Map<string, Map<string, string[]>>();
  let count = 0;
  // Inside quotation marks, `/*` begins no comment. A text with both keeps its comments, which are not plain.
  const bare = (/["']/.test(text) ? text : text.replace(/\/\*[^*]*\*\//g, ' ')).trim();
  const pattern = /([^{}@<>]*)\{([^{}]*)\}\s*/y;
  for (let at = 0; at < bare.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const [found, selectors = '', body = ''] = pattern.exec(bare) ?? [];
    if (found === undefined) throw new DrawingDoubt('has style rules that are not plain');
    const end = pattern.lastIndex;
    const declarations = readDeclarations(body);
    for (const selector of selectors.split(',').map((part) => part.trim())) {
      if (++count > MAX_DECLARATIONS) throw new DrawingDoubt('has too many style rules');
      if (!SELECTOR.test(selector)) throw new DrawingDoubt('has style rules that are not plain');
      const key = selector.includes('.') ? selector.slice(selector.indexOf('.')) : selector;
      const known = rules.get(key) ?? new Map<string, string[]>();
      rules.set(key, known);
      for (const [name, values] of declarations) {
        count += values.length;
        if (count > MAX_DECLARATIONS) throw new DrawingDoubt('has too many style rules');
        known.set(name, [...(known.get(name) ?? []), ...values]);
      }
    }
    pattern.lastIndex = end;
  }
  return { rules };
}

/** The selectors of an element's classes, each once. An element that is copied often is asked for many properties. */
const classSelectors = memo((attributes: ReadonlyMap<string, string>) =>
  Array.from(new Set((attributes.get('class') ?? '').split(/\s+/)), (name) => `.${name}`),
);

/**
 * All values that an element's `style`, its attribute and the rules give for a property. Which one wins is left open.
 */
export function valuesOf(
  sheet: StyleSheet,
  element: { name: string; attributes: ReadonlyMap<string, string>; style: Declarations },
  property: string,
): readonly string[] {
  const attribute = element.attributes.get(property);
  const found = [...(element.style.get(property) ?? []), ...(attribute === undefined ? [] : [attribute.trim()])];
  if (sheet.rules.size === 0) return found;
  for (const key of ['*', element.name, ...classSelectors(element.attributes)])
    for (const value of sheet.rules.get(key)?.get(property) ?? []) found.push(value);
  return found;
}
