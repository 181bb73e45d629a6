import { formatCount } from '../../base/amounts.ts';
import { DrawingDoubt } from './doubt.ts';

export interface XmlElement {
  /** Address of the namespace. Empty for none. */
  space: string;
  /** Without its prefix. */
  name: string;
  attributes: XmlAttribute[];
  children: XmlElement[];
  /** Text of the element itself, without that of its children. */
  text: string;
}

export interface XmlAttribute {
  space: string;
  name: string;
  value: string;
}

/** Elements of a document. A plot has hundreds or thousands. Each costs a browser some kilobytes. */
const MAX_XML_ELEMENTS = 20_000;

/** Nesting of elements. Drawing programs nest a dozen. Browsers recurse. */
const MAX_XML_DEPTH = 64;

/** Attributes of one element. Inkscape writes forty. */
const MAX_ATTRIBUTES = 200;

const XML_SPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_SPACE = 'http://www.w3.org/2000/xmlns/';

const MALFORMED = 'is not well-formed XML';

interface Scope {
  prefixes: ReadonlyMap<string, string>;
  outer: Scope | undefined;
}

const OUTERMOST: Scope = {
  prefixes: new Map([
    ['', ''],
    ['xml', XML_SPACE],
    ['xmlns', XMLNS_SPACE],
  ]),
  outer: undefined,
};

interface Open {
  element: XmlElement;
  /** The name as it was written, with its prefix. */
  tag: string;
  scope: Scope;
}

/**
 * Reads an XML document with namespaces (XML 1.0, Namespaces in XML 1.0), in time linear in its length. It is strict:
 * it refuses what browsers may read in different ways. These are declarations in the document type, entities other than
 * the five of XML, encodings other than UTF-8, and style sheets that a processing instruction names.
 *
 * Throws a `DrawingDoubt`, also above `MAX_XML_ELEMENTS` and `MAX_XML_DEPTH`.
 */
export function parseXml(text: string): XmlElement {
  const reader = new XmlReader(text.startsWith('\ufeff') ? text.slice(1) : text);
  return reader.read();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids (XML 1.0, 2.2).
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

// XML allows other letters in names. SVG has none.
const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y;
const SPACE = /[ \t\r\n]*/y;
const VALUE = /[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const DECLARATION = /<\?xml[ \t\r\n]+version=["']1\.0["']([^?<>]*)\?>/y;
const DOCTYPE =
  /<!DOCTYPE[ \t\r\n]+[\w:.-]+(?:[ \t\r\n]+(?:PUBLIC|SYSTEM)(?:[ \t\r\n]+(?:"[^"<>]*"|'[^'<>]*')){1,2})?[ \t\r\n]*>/y;

class XmlReader {
  readonly text: string;
  #at = 0;
  #elements = 0;
  readonly #open: Open[] = [];

  constructor(text: string) {
    this.text = text;
  }

  read(): XmlElement {
    if (FORBIDDEN.test(this.text)) throw new DrawingDoubt(MALFORMED);
    this.#declaration();
    let root: XmlElement | undefined;
    let isTyped = false;
    while (this.#at < this.text.length) {
      const inside = this.#open.at(-1);
      if (this.text[this.#at] !== '<') {
        const characters = this.#characters();
        if (inside) inside.element.text += decodeReferences(characters);
        else if (/[^ \t\r\n]/.test(characters)) throw new DrawingDoubt(MALFORMED);
      } else if (this.#starts('<!--')) this.#comment();
      else if (this.#starts('<?')) this.#instruction();
      else if (this.#starts('<![CDATA[')) {
        if (!inside) throw new DrawingDoubt(MALFORMED);
        inside.element.text += this.#until('<![CDATA[', ']]>');
      } else if (this.#starts('<!DOCTYPE')) {
        if (root || isTyped) throw new DrawingDoubt(MALFORMED);
        isTyped = true;
        if (this.#match(DOCTYPE) === undefined) throw new DrawingDoubt('declares its own document type');
      } else if (this.#starts('</')) this.#end();
      else {
        if (root && !inside) throw new DrawingDoubt(MALFORMED);
        const element = this.#start();
        root ??= element;
      }
    }
    if (!root || this.#open.length > 0) throw new DrawingDoubt(MALFORMED);
    return root;
  }

  #declaration(): void {
    if (!this.#starts('<?xml') || /[\w-]/.test(this.text[5] ?? '')) return;
    const rest = this.#match(DECLARATION);
    if (!rest) throw new DrawingDoubt(MALFORMED);
    const [, encoding = 'utf-8'] = /\bencoding\s*=\s*["']([^"']*)["']/.exec(rest[1] ?? '') ?? [];
    const isAscii = /^(?:us-ascii|ascii|iso-8859-1|windows-1252)$/i.test(encoding);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
    if (!/^utf-?8$/i.test(encoding) && !(isAscii && /^[\u0000-\u007f]*$/.test(this.text)))
      throw new DrawingDoubt('uses an encoding other than UTF-8');
  }

  #start(): XmlElement {
    this.#at++;
    const tag = this.#match(NAME)?.[0];
    if (tag === undefined) throw new DrawingDoubt(MALFORMED);
    const raw = this.#attributes();
    const outer = this.#open.at(-1);
    const scope = scopeOf(raw, outer?.scope ?? OUTERMOST);
    const element: XmlElement = {
      ...resolve(tag, scope, true),
      attributes: attributesOf(raw, scope),
      children: [],
      text: '',
    };
    if (++this.#elements > MAX_XML_ELEMENTS)
      throw new DrawingDoubt(`has more than ${formatCount(MAX_XML_ELEMENTS)} elements`);
    outer?.element.children.push(element);
    const isClosed = this.text[this.#at] === '/';
    if (isClosed) this.#at++;
    if (this.text[this.#at++] !== '>') throw new DrawingDoubt(MALFORMED);
    if (isClosed) return element;
    this.#open.push({ element, tag, scope });
    if (this.#open.length > MAX_XML_DEPTH) throw new DrawingDoubt('nests its elements too deeply');
    return element;
  }

  #attributes(): [name: string, value: string][] {
    const found: [string, string][] = [];
    for (;;) {
      const hasSpace = this.#match(SPACE)?.[0] !== '';
      const next = this.text[this.#at];
      if (next === '>' || next === '/' || next === undefined) return found;
      const name = hasSpace ? this.#match(NAME)?.[0] : undefined;
      const value = name === undefined ? undefined : this.#match(VALUE);
      if (name === undefined || !value) throw new DrawingDoubt(MALFORMED);
      found.push([name, decodeReferences((value[1] ?? value[2] ?? '').replace(/[\t\r\n]/g, ' '))]);
      if (found.length > MAX_ATTRIBUTES) throw new DrawingDoubt('has an element with too many attributes');
    }
  }

  #end(): void {
    this.#at += 2;
    const tag = this.#match(NAME)?.[0];
    this.#match(SPACE);
    if (this.text[this.#at++] !== '>' || this.#open.pop()?.tag !== tag) throw new DrawingDoubt(MALFORMED);
  }

  #comment(): void {
    if (this.#until('<!--', '-->').includes('--')) throw new DrawingDoubt(MALFORMED);
  }

  #instruction(): void {
    const content = this.#until('<?', '?>');
    const target = /^[A-Za-z_][\w.-]*(?=[ \t\r\n]|$)/.exec(content)?.[0].toLowerCase();
    if (target === undefined || target === 'xml') throw new DrawingDoubt(MALFORMED);
    if (target === 'xml-stylesheet') throw new DrawingDoubt('refers to a style sheet');
  }

  /** Text up to the next markup. */
  #characters(): string {
    const end = this.text.indexOf('<', this.#at);
    const found = this.text.slice(this.#at, end < 0 ? this.text.length : end);
    this.#at += found.length;
    if (found.includes(']]>')) throw new DrawingDoubt(MALFORMED);
    return found;
  }

  #starts(mark: string): boolean {
    return this.text.startsWith(mark, this.#at);
  }

  /** The text between two marks. Moves to the end of the second. */
  #until(start: string, end: string): string {
    const from = this.#at + start.length;
    const to = this.text.indexOf(end, from);
    if (to < 0) throw new DrawingDoubt(MALFORMED);
    this.#at = to + end.length;
    return this.text.slice(from, to);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found) this.#at = pattern.lastIndex;
    return found;
  }
}

function scopeOf(raw: readonly [string, string][], outer: Scope): Scope {
  const prefixes = new Map<string, string>();
  for (const [name, value] of raw) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const prefix = name.slice(6);
    const isReserved = prefix === 'xml' || prefix === 'xmlns' || value === XML_SPACE || value === XMLNS_SPACE;
    if (isReserved || (prefix !== '' && value === '') || prefixes.has(prefix)) throw new DrawingDoubt(MALFORMED);
    prefixes.set(prefix, value);
  }
  return prefixes.size === 0 ? outer : { prefixes, outer };
}

function attributesOf(raw: readonly [string, string][], scope: Scope): XmlAttribute[] {
  const seen = new Set<string>();
  return raw.flatMap(([written, value]) => {
    if (written === 'xmlns' || written.startsWith('xmlns:')) return [];
    const { space, name } = resolve(written, scope, false);
    const key = `${space} ${name}`;
    if (seen.has(key)) throw new DrawingDoubt(MALFORMED);
    seen.add(key);
    return [{ space, name, value }];
  });
}

/** Splits a name into its namespace and local name. An attribute without a prefix has no namespace. */
function resolve(written: string, scope: Scope, isElement: boolean): { space: string; name: string } {
  const colon = written.indexOf(':');
  if (colon < 0 && !isElement) return { space: '', name: written };
  const prefix = colon < 0 ? '' : written.slice(0, colon);
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const space = at.prefixes.get(prefix);
    if (space !== undefined) return { space, name: written.slice(colon + 1) };
  }
  throw new DrawingDoubt(MALFORMED);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));|&/gi, (_, hex, decimal, name) => {
    if (typeof name === 'string' && Object.hasOwn(ENTITIES, name)) return ENTITIES[name] as string;
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : -1;
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    const character = isCharacter ? String.fromCodePoint(code) : '\0';
    if (FORBIDDEN.test(character)) throw new DrawingDoubt('has an entity or character that XML does not define');
    return character;
  });
}
