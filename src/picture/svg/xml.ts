import { SaxesParser } from 'saxes';
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

const XMLNS_SPACE = 'http://www.w3.org/2000/xmlns/';

const MALFORMED = 'is not well-formed XML';

const ENTITIES = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };

/** A document type that declares nothing itself. */
const DOCTYPE = /^\s+[\w:.-]+(?:\s+(?:PUBLIC|SYSTEM)(?:\s+(?:"[^"<>]*"|'[^'<>]*')){1,2})?\s*$/;

/**
 * Reads an XML document with namespaces (XML 1.0, Namespaces in XML 1.0). Refuses what browsers may read in different
 * ways: declarations in the document type, entities other than the five of XML, encodings other than UTF-8, and style
 * sheets that a processing instruction names. Throws a `DrawingDoubt`, also above the limits.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  // A name of `Object.prototype` is not an entity.
  parser.ENTITIES = Object.assign(Object.create(null), ENTITIES);
  const document: XmlElement = { space: '', name: '', attributes: [], children: [], text: '' };
  const open = [document];
  let [elements, attributes] = [0, 0];
  const addText = (characters: string) => {
    (open.at(-1) as XmlElement).text += characters;
  };
  parser.on('error', ({ message }) => {
    throw new DrawingDoubt(/entity/.test(message) ? 'has an entity or character that XML does not define' : MALFORMED);
  });
  parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
    if (version !== '1.0') throw new DrawingDoubt(MALFORMED);
    const isAscii = /^(?:us-ascii|ascii|iso-8859-1|windows-1252)$/i.test(encoding);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
    if (!/^utf-?8$/i.test(encoding) && !(isAscii && /^[\u0000-\u007f]*$/.test(text)))
      throw new DrawingDoubt('uses an encoding other than UTF-8');
  });
  parser.on('doctype', (type) => {
    if (!DOCTYPE.test(type)) throw new DrawingDoubt('declares its own document type');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') throw new DrawingDoubt('refers to a style sheet');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++elements > MAX_XML_ELEMENTS)
      throw new DrawingDoubt(`has more than ${MAX_XML_ELEMENTS.toLocaleString('en')} elements`);
    if (open.length > MAX_XML_DEPTH) throw new DrawingDoubt('nests its elements too deeply');
  });
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw new DrawingDoubt('has an element with too many attributes');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const element: XmlElement = {
      space: uri,
      name: local,
      attributes: Object.values(attributes).flatMap(({ uri, local, value }) =>
        uri === XMLNS_SPACE ? [] : [{ space: uri, name: local, value }],
      ),
      children: [],
      text: '',
    };
    (open.at(-1) as XmlElement).children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return document.children[0] as XmlElement;
}
