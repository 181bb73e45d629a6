import { formatCount } from '../../base/amounts.ts';
import { DrawingDoubt } from './doubt.ts';
import { type Measures, numbersIn, readLength, readNumbers, readViewBox } from './number.ts';
import type { Part, Parts } from './part.ts';
import { CLIPS, GRADIENTS, SHAPES } from './plain.ts';
import { readStyleSheet, referenceOf, type StyleSheet } from './style.ts';

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

/** Length of a letter's outline for each unit of font size. Only the most ornate letters have more. */
const OUTLINE_PER_SIZE = 20;

/** Font size in pixels up to which browsers keep letters as small pictures. */
const MAX_KEPT_LETTER = 100;

/** The usual font size, and the largest that a word names (`xxx-large`). */
const FONT_SIZE = 16;
const LARGEST_WORD = 3 * FONT_SIZE;

/** Values of the rules, for each element that is drawn. Illustrator's hundred, for ten thousand, are a million. */
const MAX_READ = 5_000_000;

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
  layers: number;
  depth: number;
  isCopy: boolean;
}

/**
 * Milliseconds that a plain drawing takes at most, estimated: no shape is larger than its largest numbers, nor than the
 * drawing. Of values that could apply to an element, the most costly one counts: rules could apply to all, and so could
 * gradients. Throws a `DrawingDoubt` where a value
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
  /** Milliseconds for a million pixels that are filled or stroked. */
  readonly #area: number;
  /** Of path data, which is long, and may be copied. */
  readonly #extents = new Map<Part, Pick<Extent, 'segments' | 'size'>>();
  readonly #dashes = new Map<string, number>();
  #elements = 0;

  constructor(parts: Parts, canvas: Canvas) {
    this.#parts = parts;
    this.#sheet = readStyleSheet(parts.styles);
    this.#canvas = { ...canvas, pixels: Math.max(canvas.pixels, 1) };
    this.#diagonal = Math.SQRT2 * Math.sqrt(this.#canvas.pixels) * 2;
    this.#area = this.#paintArea();
    this.#draw(parts.root, {
      scale: canvas.zoom,
      fontSize: FONT_SIZE,
      isFilled: true,
      isStroked: false,
      strokeWidth: 1,
      dash: Number.POSITIVE_INFINITY,
      layers: 0,
      depth: 0,
      isCopy: false,
    });
  }

  #paintArea(): number {
    const gradients = [...this.#parts.byId.values()].filter(({ name }) => GRADIENTS.has(name));
    for (const gradient of gradients) {
      const stopsFrom = this.#target(gradient);
      // Inkscape keeps the stops in a gradient of their own.
      if (stopsFrom?.attributes.has('href')) throw new DrawingDoubt('has gradients that refer to each other too often');
      if (gradient.children.length > MAX_STOPS) throw new DrawingDoubt('has a gradient with too many stops');
    }
    if (gradients.length === 0) return COST.area;
    return COST.gradientArea + COST.stopArea * Math.max(...gradients.map(({ children }) => children.length));
  }

  /** Adds the cost of an element and of all that it draws. `isUsed`: a `use` draws it. */
  #draw(part: Part, outside: Around, isUsed = false): void {
    this.#count(outside);
    const { name } = part;
    if (name === 'defs' || CLIPS.has(name) || (name === 'symbol' && !isUsed) || GRADIENTS.has(name)) {
      this.#store(part, outside);
      return;
    }
    const around = this.#inherit(part, outside);
    if (SHAPES.has(name)) this.#shape(part, around);
    else if (part.characters > 0) this.#text(part, around);
    else if (name === 'use') this.#use(part, around);
    for (const child of part.children) this.#draw(child, around);
  }

  #count({ depth }: Around): void {
    this.time += COST.element;
    if (depth > MAX_DRAWN_DEPTH) throw new DrawingDoubt('nests its elements too deeply');
    if (++this.#elements * this.#sheet.size > MAX_READ) throw new DrawingDoubt('gives its elements too many styles');
    if (this.#elements <= MAX_DRAWN_ELEMENTS) return;
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

  /** All values that may apply: those of its `style`, its attribute and the rules. Which one wins is left open. */
  #values({ style, attributes }: Part, property: string): readonly string[] {
    const attribute = attributes.get(property)?.trim() ?? 'inherit';
    const values = [style, this.#sheet.values].flatMap((declarations) => declarations.get(property) ?? []);
    return [...values, attribute].filter((value) => value !== 'inherit');
  }

  #inherit(part: Part, outside: Around): Around {
    const around: Around = { ...outside, depth: outside.depth + 1 };
    around.scale *= scaleOf(part.attributes.get('transform') ?? '') * this.#framed(part);
    const measures = { side: this.#canvas.side, fontSize: outside.fontSize };
    const fonts = [...this.#values(part, 'font-size'), ...this.#values(part, 'font').flatMap(fontSizesIn)];
    if (fonts.length > 0) around.fontSize = Math.max(...fonts.map((value) => fontSizeOf(value, outside.fontSize)));
    around.isFilled = paints(this.#values(part, 'fill'), outside.isFilled);
    around.isStroked = paints(this.#values(part, 'stroke'), outside.isStroked);
    const widths = this.#values(part, 'stroke-width');
    if (widths.length > 0)
      around.strokeWidth = Math.max(...widths.map((width) => Math.abs(readLength(width, measures))));
    const dashes = this.#values(part, 'stroke-dasharray');
    if (dashes.length > 0) around.dash = Math.min(...dashes.map((value) => this.#dash(value, measures)));
    if (this.#values(part, 'opacity').some((value) => !/^(?:1|1\.0+|100%)$/.test(value))) {
      if (++around.layers > MAX_LAYERS) throw new DrawingDoubt('draws too many groups with opacity inside each other');
      const shape = part.name === 'use' ? this.#target(part) : part;
      const area = shape && SHAPES.has(shape.name) ? this.#extent(shape, around).area : this.#canvas.pixels;
      this.time += (COST.layerArea * area) / 1e6;
    }
    for (const value of this.#clips(part)) this.#clip(referenceOf(value), around);
    return around;
  }

  /** User units of a dash or gap of a pattern, on average. */
  #dash(value: string, measures: Measures): number {
    const known = this.#dashes.get(value);
    if (known !== undefined) return known;
    const lengths = value === 'none' ? [] : value.split(/\s*,\s*|\s+/).map((length) => readLength(length, measures));
    const period = lengths.reduce((sum, length) => sum + Math.abs(length), 0);
    const dash = period > 0 ? period / lengths.length : Number.POSITIVE_INFINITY;
    this.#dashes.set(value, dash);
    return dash;
  }

  /** How much an `svg` or `symbol` inside another one enlarges what it holds, which may fill the drawing. */
  #framed(part: Part): number {
    const box = part === this.#parts.root ? undefined : readViewBox(part.attributes.get('viewBox'));
    return box ? this.#canvas.side / Math.min(box.width, box.height) : 1;
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
    const { isFilled, isStroked, strokeWidth, scale, dash } = around;
    const extent = this.#extent(part, around);
    const cost = this.#area / 1e6;
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

  #text({ attributes, characters }: Part, { fontSize, scale, isStroked, dash }: Around): void {
    const size = fontSize * scale;
    // Letters may be wider than high, and have marks above and below. What is stretched may be as wide as the drawing.
    const letter = Math.min(this.#canvas.pixels, (2 * size) ** 2);
    const whole = attributes.has('textLength') ? this.#canvas.pixels : 0;
    const cost = this.#area * (isStroked ? 2 : 1);
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
    if (target) this.#draw(target, { ...around, isCopy: true }, true);
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
