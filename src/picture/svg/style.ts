import { addTo } from '../../base/group-by.ts';
import { DrawingDoubt } from './doubt.ts';
import { IDLE_PROPERTIES, PROPERTIES } from './plain.ts';

/**
 * Values by the property's name in lower case. A property may occur twice: browsers skip a value that they do not know.
 */
export type Declarations = ReadonlyMap<string, readonly string[]>;

/** What a drawing's style elements say, whatever it is about: which rule applies to which element is left open. */
export interface StyleSheet {
  values: Declarations;
  /** How many values there are, and selectors. */
  size: number;
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
    if (value !== '') addTo(found, name, value);
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
  const values = new Map<string, string[]>();
  let size = 0;
  // Inside quotation marks, `/*` begins no comment. A text with both keeps its comments, which are not plain.
  const bare = (/["']/.test(text) ? text : text.replace(/\/\*[^*]*\*\//g, ' ')).trim();
  const pattern = /([^{}@<>]*)\{([^{}]*)\}\s*/y;
  while (pattern.lastIndex < bare.length) {
    const [found, selectors = '', body = ''] = pattern.exec(bare) ?? [];
    const isPlain = selectors.split(',').every((selector) => SELECTOR.test(selector.trim()));
    if (found === undefined || !isPlain) throw new DrawingDoubt('has style rules that are not plain');
    size += selectors.split(',').length;
    for (const [name, own] of readDeclarations(body)) {
      size += own.length;
      values.set(name, [...(values.get(name) ?? []), ...own]);
    }
    if (size > MAX_DECLARATIONS) throw new DrawingDoubt('has too many style rules');
  }
  return { values, size };
}
