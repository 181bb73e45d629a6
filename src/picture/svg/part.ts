import { DrawingDoubt } from './doubt.ts';
import {
  ACTIVE_SPACES,
  ATTRIBUTES,
  CLIPS,
  CONTAINERS,
  GRADIENTS,
  IDLE_PROPERTIES,
  NOTES,
  PROPERTIES,
  SHAPES,
  STORES,
  SVG_SPACE,
  TEXTS,
  words,
  XLINK_ATTRIBUTES,
  XLINK_SPACE,
  XML_SPACE,
} from './plain.ts';
import { checkProperty, type Declarations, named, readDeclarations } from './style.ts';
import type { XmlAttribute, XmlElement } from './xml.ts';

/** An element of a drawing whose attributes and styles are plain. */
export interface Part {
  name: string;
  /** Attributes without a namespace. `href` may be that of XLink. */
  attributes: ReadonlyMap<string, string>;
  style: Declarations;
  children: readonly Part[];
  /** Number of characters of its own text. */
  characters: number;
}

/** The elements of a drawing. */
export interface Parts {
  root: Part;
  byId: ReadonlyMap<string, Part>;
  /** Text of all style elements. */
  styles: string;
}

/** Characters of an attribute. For each copy of the element, it is read again. Paths, styles and notes are not. */
const MAX_ATTRIBUTE = 4096;

const LONG_ATTRIBUTES = words('style d points x y dx dy rotate content');

/**
 * Compares all elements and attributes of a drawing with what is plain. Throws a `DrawingDoubt` for the first that is
 * not.
 */
export function readParts(document: XmlElement): Parts {
  if (document.space !== SVG_SPACE || document.name !== 'svg')
    throw new DrawingDoubt('does not say that it is SVG (xmlns)');
  const byId = new Map<string, Part>();
  const styles: string[] = [];

  function add(id: string | undefined, part: Part): void {
    if (id === undefined) return;
    if (byId.has(id)) throw new DrawingDoubt('has two elements with the same id');
    byId.set(id, part);
  }

  function read(element: XmlElement): Part {
    const attributes = readAttributes(element.attributes);
    const style = readDeclarations(attributes.get('style') ?? '');
    const isText = TEXTS.has(element.name) || (element.name === 'a' && element.text.trim() !== '');
    const part = {
      name: element.name,
      attributes,
      style,
      children: element.children.flatMap((child) => readChild(element, child) ?? []),
      characters: isText ? element.text.length : 0,
    };
    add(attributes.get('id'), part);
    return part;
  }

  function readChild(parent: XmlElement, child: XmlElement): Part | undefined {
    if (child.space !== SVG_SPACE) {
      checkNote(child);
      return undefined;
    }
    if (NOTES.has(child.name)) {
      for (const inner of child.children) checkNote(inner);
      return undefined;
    }
    if (child.name === 'style') {
      if (child.children.length > 0) throw new DrawingDoubt('has style rules that are not plain');
      styles.push(child.text);
      return undefined;
    }
    if (!canHold(parent.name, child.name))
      throw new DrawingDoubt(`has an element that is not plain${named(child.name)}`);
    return read(child);
  }

  return { root: read(document), byId, styles: styles.join('\n') };
}

function canHold(parent: string, child: string): boolean {
  if (GRADIENTS.has(parent)) return child === 'stop';
  if (TEXTS.has(parent)) return child === 'tspan' || child === 'a';
  if (CLIPS.has(parent)) return SHAPES.has(child);
  const holds = CONTAINERS.has(parent) || STORES.has(parent);
  return (
    holds && (child === 'use' || [CONTAINERS, STORES, CLIPS, SHAPES, GRADIENTS, TEXTS].some((of) => of.has(child)))
  );
}

/** Checks notes of a drawing program. They may hold other notes, but nothing that acts. */
function checkNote(element: XmlElement): void {
  if (element.space === SVG_SPACE || ACTIVE_SPACES.has(element.space))
    throw new DrawingDoubt(`has an element that is not plain${named(element.name)}`);
  for (const child of element.children) checkNote(child);
}

function readAttributes(attributes: readonly XmlAttribute[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { space, name, value } of attributes) {
    if (space === '') {
      checkAttribute(name, value);
      found.set(name, value);
    } else if (space === XLINK_SPACE) {
      if (!XLINK_ATTRIBUTES.has(name)) throw notPlain(name);
      if (name === 'href') found.set('xlink:href', value);
    } else if (space === XML_SPACE && name !== 'space' && name !== 'lang') throw notPlain(`xml:${name}`);
  }
  const href = found.get('href') ?? found.get('xlink:href');
  if (href !== undefined) found.set('href', href.trim());
  return found;
}

function checkAttribute(name: string, value: string): void {
  // Event handlers never run in an image.
  const isNote = /^(?:data-|aria-|on)[a-z][\w.-]*$/i.test(name);
  if (isNote) return;
  if (value.length > MAX_ATTRIBUTE && !LONG_ATTRIBUTES.has(name))
    throw new DrawingDoubt(`has an attribute that is too long${named(name)}`);
  if (ATTRIBUTES.has(name)) return;
  if (!PROPERTIES.has(name) && !Object.hasOwn(IDLE_PROPERTIES, name)) throw notPlain(name);
  checkProperty(name, value.trim());
}

function notPlain(name: string): DrawingDoubt {
  return new DrawingDoubt(`has an attribute that is not plain${named(name)}`);
}
