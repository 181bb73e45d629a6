import { formatCount } from '../../base/amounts.ts';
import { DrawingDoubt } from './doubt.ts';
import { type Measures, numbersIn, readLength, readNumbers, readViewBox } from './number.ts';
import type { Part, Parts } from './part.ts';
import { CLIPS, GRADIENTS, SHAPES } from './plain.ts';
import { readStyleSheet, referenceOf, type StyleSheet, valuesOf } from './style.ts';

/**
 * Milliseconds that drawing takes, measured with Chromium 156 without a graphics card. Lengths are in pixels of the
 * screen, areas in millions of them.
 */
const COST = {
  /** Each element, with all its copies. The page's own thread lays them out. */
  element: 0.03,
  /** Filling an area with one color, with smooth edges and transparency. */
  area: 1.2,
  /** Filling an area with a gradient, and each of its stops. */
  gradientArea: 3,
  stopArea: 0.1,
  /** Drawing a group with opacity, and clipping by a shape. Both take a picture in between. */
  layerArea: 8,
  clippedArea: 3,
  /** Each pixel of a line. This is the cost where all lines cross each other. */
  length: 0.0005,
  segment: 0.005,
  /** Multiplied by the square of a path's segments: its edges are kept in order, and any two may cross. */
  crossing: 5e-6,
  dash: 0.03,
  character: 0.02,
} as const;

/** Elements that are drawn, with the copies that `use` makes. So many keep the page from answering for 0.3 s. */
const MAX_DRAWN_ELEMENTS = 10_000;

/** Nesting of what is drawn. Browsers recurse. */
const MAX_DRAWN_DEPTH = 128;

/** Groups with opacity inside one another. Each needs a picture of its own while it is drawn. */
const MAX_LAYERS = 8;

const MAX_STOPS = 200;

/** Gradients in a row that take their stops from the next one. */
const MAX_GRADIENT_CHAIN = 8;

/** Length of a letter's outline for each unit of font size. Only the most ornate letters have more. */
const OUTLINE_PER_SIZE = 20;

/** Font size in pixels up to which browsers keep letters as small pictures. */
const MAX_KEPT_LETTER = 100;

/** The usual font size, and the largest that a word names (`xxx-large`). */
const FONT_SIZE = 16;
const LARGEST_WORD = 3 * FONT_SIZE;

/**
 * Characters of values that are read, of all elements and for each copy of one. Reading so many takes half a second.
 * Ten thousand elements with the styles of drawing programs have a tenth of it.
 */
const MAX_READ = 10_000_000;

/** A reference to an element of the same document. URL parsing changes some other characters. */
const REFERENCE = /^#[\w:.\-\u00a1-\uffff]+$/;

const PATH_DATA = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]*$/;
/** Commands whose numbers add up: those from the last point on, and those that mirror a point. */
const ADDS_UP = /[mlhvcsqtaST]/;
const TRANSFORM = /^\s*(?:(?:translate|rotate|scale|matrix)\([^()]*\)[\s,]*)*$/;
const SCALING = /(scale|matrix|translate|rotate)\(([^()]*)\)/g;

export interface Canvas {
  /** The longer side of the drawing, in user units. */
  side: number;
  /** Pixels on the screen for each user unit, at most. */
  zoom: number;
  /** Pixels of the drawing that are on the screen at once. */
  pixels: number;
}

/** What an element inherits from those around it. */
interface Around {
  /** Pixels for each user unit, at most. */
  scale: number;
  fontSize: number;
  isFilled: boolean;
  isStroked: boolean;
  strokeWidth: number;
  /** User units of the finest dash and gap. */
  dash: number;
  hasGradient: boolean;
  layers: number;
  depth: number;
  isCopy: boolean;
}

/**
 * Milliseconds that a plain drawing takes at most, estimated: no shape is larger than its largest numbers, nor than the
 * drawing. Of values that could apply to an element, the most costly one counts. Throws a `DrawingDoubt` where a value
 * is not plain, or where the drawing has too many parts.
 */
export function drawingTime(parts: Parts, canvas: Canvas): number {
  return new Walk(parts, canvas).time;
}

class Walk {
  time = 0;
  readonly #parts: Parts;
  readonly #sheet: StyleSheet;
  readonly #canvas: Canvas;
  /** The longest line that fits the screen, in pixels. */
  readonly #diagonal: number;
  readonly #gradientArea: number;
  /** Of path data, which is long, and may be copied. */
  readonly #extents = new Map<Part, Pick<Extent, 'segments' | 'size'>>();
  #elements = 0;
  #read = 0;

  constructor(parts: Parts, canvas: Canvas) {
    this.#parts = parts;
    this.#sheet = readStyleSheet(parts.styles);
    this.#canvas = { ...canvas, pixels: Math.max(canvas.pixels, 1) };
    this.#diagonal = Math.SQRT2 * Math.sqrt(this.#canvas.pixels) * 2;
    this.#gradientArea = COST.gradientArea + COST.stopArea * this.#mostStops();
    this.#draw(parts.root, {
      scale: canvas.zoom,
      fontSize: FONT_SIZE,
      isFilled: true,
      isStroked: false,
      strokeWidth: 1,
      dash: Number.POSITIVE_INFINITY,
      hasGradient: false,
      layers: 0,
      depth: 0,
      isCopy: false,
    });
  }

  #mostStops(): number {
    let most = 0;
    for (const gradient of this.#parts.byId.values()) {
      if (!GRADIENTS.has(gradient.name)) continue;
      most = Math.max(most, gradient.children.length);
      let at: Part | undefined = gradient;
      for (let link = 0; at; link++, at = this.#target(at))
        if (link > MAX_GRADIENT_CHAIN) throw new DrawingDoubt('has gradients that refer to each other too often');
    }
    if (most > MAX_STOPS) throw new DrawingDoubt('has a gradient with too many stops');
    return most;
  }

  /** Adds the cost of an element and of all that it draws. `frame` is the `use` that draws it. */
  #draw(part: Part, outside: Around, frame?: Part): void {
    this.#count(outside);
    const { name } = part;
    if (name === 'defs' || CLIPS.has(name) || (name === 'symbol' && !frame) || GRADIENTS.has(name)) {
      this.#store(part, outside);
      return;
    }
    const around = this.#inherit(part, outside, frame);
    if (SHAPES.has(name)) this.#shape(part, around);
    else if (part.characters > 0) this.#text(part, around);
    else if (name === 'use') this.#use(part, around);
    for (const child of part.children) this.#draw(child, around);
  }

  #count({ depth }: Around): void {
    this.time += COST.element;
    if (depth > MAX_DRAWN_DEPTH) throw new DrawingDoubt('nests its elements too deeply');
    if (++this.#elements <= MAX_DRAWN_ELEMENTS) return;
    throw new DrawingDoubt(`has more than ${formatCount(MAX_DRAWN_ELEMENTS)} parts, with their copies`);
  }

  /** Adds the cost of an element that is kept to be drawn elsewhere. */
  #store(part: Part, around: Around): void {
    if (CLIPS.has(part.name) && part.children.length > 1) throw new DrawingDoubt('clips with several shapes at once');
    for (const child of part.children) {
      this.#count(around);
      this.#store(child, around);
    }
  }

  /** All values that may apply. A few rules can give a thousand of them to each element. */
  #values(part: Part, property: string): readonly string[] {
    const values = valuesOf(this.#sheet, part, property).filter((value) => value !== 'inherit');
    for (const { length } of values) this.#read += 1 + length;
    if (this.#read > MAX_READ) throw new DrawingDoubt('gives its elements too many styles');
    return values;
  }

  #inherit(part: Part, outside: Around, frame: Part | undefined): Around {
    const { attributes } = part;
    const around: Around = { ...outside, depth: outside.depth + 1 };
    around.scale *= scaleOf(attributes.get('transform') ?? '') * this.#framed(part, frame);
    const measures = { side: this.#canvas.side, fontSize: outside.fontSize };
    const fonts = [...this.#values(part, 'font-size'), ...this.#values(part, 'font').flatMap(fontSizesIn)];
    if (fonts.length > 0) around.fontSize = Math.max(...fonts.map((value) => fontSizeOf(value, outside.fontSize)));
    around.isFilled = paints(this.#values(part, 'fill'), outside.isFilled);
    around.isStroked = paints(this.#values(part, 'stroke'), outside.isStroked);
    around.hasGradient ||= [...this.#values(part, 'fill'), ...this.#values(part, 'stroke')].some(referenceOf);
    const widths = this.#values(part, 'stroke-width');
    if (widths.length > 0)
      around.strokeWidth = Math.max(...widths.map((width) => Math.abs(readLength(width, measures))));
    for (const value of this.#values(part, 'stroke-dasharray')) {
      const lengths = value === 'none' ? [] : value.split(/\s*,\s*|\s+/).map((length) => readLength(length, measures));
      const period = lengths.reduce((sum, length) => sum + Math.abs(length), 0);
      around.dash = period > 0 ? period / lengths.length : Number.POSITIVE_INFINITY;
    }
    if (this.#values(part, 'opacity').some((value) => !/^(?:1|1\.0+|100%)$/.test(value))) {
      if (++around.layers > MAX_LAYERS) throw new DrawingDoubt('draws too many groups with opacity inside each other');
      const shape = part.name === 'use' ? this.#target(part) : part;
      const area = shape && SHAPES.has(shape.name) ? this.#extent(shape, around).area : this.#canvas.pixels;
      this.time += (COST.layerArea * area) / 1e6;
    }
    for (const value of this.#clips(part)) this.#clip(referenceOf(value), around);
    return around;
  }

  /** How much an `svg` or `symbol` element that is drawn inside another one enlarges what it holds. */
  #framed(part: Part, frame: Part | undefined): number {
    const box = part === this.#parts.root ? undefined : readViewBox(part.attributes.get('viewBox'));
    if (!box) return 1;
    const size = (side: 'width' | 'height') => {
      const text = frame?.attributes.get(side) ?? part.attributes.get(side) ?? 'auto';
      return text.trim() === 'auto' ? this.#canvas.side : Math.abs(readLength(text, this.#measures));
    };
    return Math.max(size('width') / box.width, size('height') / box.height);
  }

  get #measures(): Measures {
    return { side: this.#canvas.side, fontSize: FONT_SIZE };
  }

  #target(part: Part): Part | undefined {
    const href = part.attributes.get('href');
    if (href === undefined) return undefined;
    if (!REFERENCE.test(href)) throw new DrawingDoubt('refers to something that is not in it');
    return this.#parts.byId.get(href.slice(1));
  }

  #clips(part: Part): readonly string[] {
    return [...this.#values(part, 'clip-path'), ...this.#values(part, 'mask')].filter((value) => value !== 'none');
  }

  #clip(id: string | undefined, around: Around): void {
    const clip = id === undefined ? undefined : this.#parts.byId.get(id);
    const shape = clip && CLIPS.has(clip.name) ? clip.children[0] : undefined;
    if (!clip || !shape) return;
    if ([clip, shape].some((part) => this.#clips(part).length > 0))
      throw new DrawingDoubt('clips the shape that clips it');
    this.time += COST.element;
    const isTurned = [clip, shape].some(({ attributes }) => /rotate|matrix/.test(attributes.get('transform') ?? ''));
    if (
      clip.name === 'clipPath' &&
      shape.name === 'rect' &&
      !isTurned &&
      !shape.attributes.has('rx') &&
      !shape.attributes.has('ry')
    )
      return;
    this.#line(this.#extent(shape, around));
    const cost = clip.name === 'mask' ? 2 * COST.layerArea : COST.clippedArea;
    this.time += (cost * this.#canvas.pixels) / 1e6;
  }

  #shape(part: Part, around: Around): void {
    const { isFilled, isStroked, hasGradient, strokeWidth, scale, dash } = around;
    const extent = this.#extent(part, around);
    const cost = (hasGradient ? this.#gradientArea : COST.area) / 1e6;
    if (isFilled) {
      this.time += cost * extent.area;
      this.#line(extent);
    }
    if (!isStroked) return;
    this.time += cost * Math.min(this.#canvas.pixels, extent.area + extent.length * strokeWidth * scale);
    this.#line(extent);
    this.time += (COST.dash * extent.length) / (dash * scale);
  }

  #line({ length, segments }: Extent): void {
    this.time += COST.length * length + COST.segment * segments + COST.crossing * segments ** 2;
  }

  /** What a shape takes on the screen, at most. */
  #extent(part: Part, { scale }: Around): Extent {
    const own = this.#extents.get(part) ?? extentOf(part, this.#measures);
    this.#extents.set(part, own);
    const { size, segments } = own;
    return {
      segments,
      size,
      length: segments * Math.min(this.#diagonal, 3 * size * scale),
      area: Math.min(this.#canvas.pixels, (2 * size * scale) ** 2),
    };
  }

  #text({ attributes, characters }: Part, { fontSize, scale, isStroked, hasGradient, dash }: Around): void {
    const size = fontSize * scale;
    // Letters may be wider than high, and have marks above and below. What is stretched may be as wide as the drawing.
    const letter = Math.min(this.#canvas.pixels, (2 * size) ** 2);
    const whole = attributes.has('textLength') ? this.#canvas.pixels : 0;
    const cost = (hasGradient ? this.#gradientArea : COST.area) * (isStroked ? 2 : 1);
    this.time += (cost * (characters * letter + whole)) / 1e6;
    // Large letters, and those with a stroke, are drawn from their outlines.
    const length = characters * OUTLINE_PER_SIZE * size;
    if (isStroked || size > MAX_KEPT_LETTER) this.time += COST.length * length;
    if (isStroked) this.time += (COST.dash * length) / (dash * scale);
    const placed = ['x', 'y', 'dx', 'dy', 'rotate'].map((name) => (attributes.get(name) ?? '').length / 2);
    this.time += COST.character * (characters + Math.max(...placed));
  }

  #use(part: Part, around: Around): void {
    if (around.isCopy) throw new DrawingDoubt('repeats parts inside parts that it repeats');
    const target = this.#target(part);
    if (target) this.#draw(target, { ...around, isCopy: true }, part);
  }
}

interface Extent {
  segments: number;
  /** User units of the largest number, or of all together where they add up. */
  size: number;
  /** Pixels. */
  length: number;
  area: number;
}

/** Numbers of a path or of points for each of its segments, at least. */
const NUMBERS_PER_SEGMENT = 2;

function extentOf({ name, attributes }: Part, measures: Measures): Pick<Extent, 'segments' | 'size'> {
  const data = name === 'path' ? (attributes.get('d') ?? '') : attributes.get('points');
  if (data === undefined || name === 'rect') {
    const sides = ['width', 'height', 'r', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2'].map((side) => {
      const text = attributes.get(side)?.trim() ?? 'auto';
      return text === 'auto' ? 0 : Math.abs(readLength(text, measures));
    });
    return { segments: 4, size: Math.max(...sides) };
  }
  if (data.trim() !== 'none' && !PATH_DATA.test(data)) throw new DrawingDoubt('has path data that is not plain');
  const { count, largest, sum } = numbersIn(data);
  const segments = Math.ceil(count / NUMBERS_PER_SEGMENT) + 1;
  return { segments, size: ADDS_UP.test(data.replace(/^\s*m/, 'M')) ? sum : largest };
}

/** How much a transform enlarges, at most. Throws a `DrawingDoubt` where it is not plain. */
function scaleOf(transform: string): number {
  if (!TRANSFORM.test(transform)) throw new DrawingDoubt('has a transform that is not plain');
  let scale = 1;
  for (const [, name, list = ''] of transform.matchAll(SCALING)) {
    const [a = 1, b = 0, c = 0, d = 0] = readNumbers(list).map(Math.abs);
    if (name === 'scale') scale *= Math.max(a, b);
    else if (name === 'matrix') scale *= Math.max(a + c, b + d);
  }
  return scale;
}

/** Whether one of the values of `fill` or `stroke` paints anything. */
function paints(values: readonly string[], otherwise: boolean): boolean {
  return values.length === 0 ? otherwise : values.some((value) => value !== 'none' && value !== 'transparent');
}

/** Pixels of a font size. A browser may keep the size around the element where it does not know the value. */
function fontSizeOf(value: string, outside: number): number {
  const relative = value.trim().endsWith('%') ? `${value.trim().slice(0, -1)}e-2em` : value;
  if (!/\d/.test(value)) return Math.max(LARGEST_WORD, 1.2 * outside);
  const size = Math.abs(readLength(relative, { side: 0, fontSize: outside }));
  return /^[\s\d.+-]*$/.test(value) ? Math.max(size, outside) : size;
}

/** What may be the size in a `font` shorthand. */
function fontSizesIn(value: string): string[] {
  const words = value.replace(/"[^"]*"|'[^']*'/g, ' ').split(/[\s,/]+/);
  return ['medium', ...words.filter((word) => /^[+.\d-]*\d/.test(word) && !/^\d+$/.test(word))];
}
