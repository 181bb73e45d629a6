import { Cascade, type Dash, FONT_SIZE } from './cascade.ts';
import { DrawingDoubt } from './doubt.ts';
import { type Measures, positive, readLength } from './number.ts';
import type { Outline } from './outline.ts';
import type { Part, Parts } from './part.ts';
import { CONTAINERS, GRADIENTS, SHAPES } from './plain.ts';
import { outlineOf, readViewBox } from './shape.ts';
import { referenceOf } from './style.ts';
import { areaFactor, compose, lengthFactor, readTransform, type Scale, UNSCALED } from './transform.ts';

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

/** Nesting of what is drawn, through `use` too. Browsers recurse. */
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

/** A reference to an element of the same document. URL parsing changes some other characters. */
const REFERENCE = /^#[\w:.\-\u00a1-\uffff]+$/;

export interface Canvas {
  /** User units that the drawing shows. */
  width: number;
  height: number;
  /** Pixels on the screen for each user unit, at most. */
  zoom: number;
  /** Pixels of the drawing that are on the screen at once. */
  pixels: number;
}

/** What an element inherits from those around it. */
interface Around extends Measures {
  scale: Scale;
  isFilled: boolean;
  isStroked: boolean;
  strokeWidth: number;
  dash: Dash | undefined;
  /** Milliseconds for each million pixels. */
  fillCost: number;
  strokeCost: number;
  layers: number;
  depth: number;
}

/**
 * Milliseconds that a plain drawing takes at most, estimated. Throws a `DrawingDoubt` where a value is not plain, or
 * where the drawing has too many parts.
 */
export function drawingTime(parts: Parts, canvas: Canvas): number {
  return new Walk(parts, canvas).time;
}

class Walk {
  readonly parts: Parts;
  time = 0;
  readonly #cascade: Cascade;
  readonly #outlines = new Map<Part, Outline>();
  readonly #transforms = new Map<string, Scale>();
  readonly #active = new Set<Part>();
  readonly #canvasArea: number;
  #elements = 0;

  constructor(parts: Parts, canvas: Canvas) {
    this.parts = parts;
    this.#cascade = new Cascade(parts.styles);
    this.#canvasArea = Math.max(canvas.pixels, 1);
    const around: Around = {
      scale: { ...UNSCALED, a: canvas.zoom, d: canvas.zoom },
      width: canvas.width,
      height: canvas.height,
      fontSize: FONT_SIZE,
      isFilled: true,
      isStroked: false,
      strokeWidth: 1,
      dash: undefined,
      fillCost: COST.area,
      strokeCost: COST.area,
      layers: 0,
      depth: 0,
    };
    const root = this.#inherit(parts.root, around);
    for (const child of parts.root.children) this.#draw(child, root);
  }

  /**
   * Adds the cost of an element and of all that it draws.
   *
   * @param frame the `use` that draws it
   */
  #draw(part: Part, outside: Around, frame?: Part): void {
    this.#count();
    if (outside.depth > MAX_DRAWN_DEPTH) throw new DrawingDoubt('nests its elements too deeply');
    const { name } = part;
    if (name === 'defs' || name === 'clipPath' || (name === 'symbol' && !frame) || GRADIENTS.has(name)) {
      this.#store(part);
      return;
    }
    const around = this.#inherit(part, outside);
    if (SHAPES.has(name)) this.#shape(part, around);
    else if (part.characters > 0) this.#text(part, around);
    else if (name === 'use') this.#use(part, around);
    const inside = name === 'svg' || name === 'symbol' ? this.#viewport(part, around, frame) : around;
    for (const child of part.children) this.#draw(child, inside);
  }

  #count(): void {
    this.time += COST.element;
    if (++this.#elements <= MAX_DRAWN_ELEMENTS) return;
    const count = MAX_DRAWN_ELEMENTS.toLocaleString('en');
    throw new DrawingDoubt(
      this.#active.size > 0
        ? `repeats its own parts until there are more than ${count}`
        : `has more than ${count} parts`,
    );
  }

  /** Adds the cost of an element that is kept to be drawn elsewhere. */
  #store(part: Part): void {
    if (part.name === 'clipPath' && part.children.length > 1)
      throw new DrawingDoubt('clips with several shapes at once');
    for (const child of part.children) {
      this.#count();
      this.#store(child);
    }
  }

  #inherit(part: Part, outside: Around): Around {
    const transform = part.attributes.get('transform');
    const scale = transform === undefined ? outside.scale : compose(outside.scale, this.#transform(transform));
    const fontSize = this.#cascade.fontSize(part, outside);
    const measures = { width: outside.width, height: outside.height, fontSize };
    const around: Around = {
      ...outside,
      scale,
      fontSize,
      isFilled: this.#cascade.paints(part, 'fill', outside.isFilled),
      isStroked: this.#cascade.paints(part, 'stroke', outside.isStroked),
      strokeWidth: this.#cascade.largest(part, 'stroke-width', outside.strokeWidth, (value) =>
        positive(readLength(value, measures)),
      ),
      dash: this.#cascade.dash(part, outside.dash, measures),
      fillCost: this.#paintCost(part, 'fill', outside.fillCost),
      strokeCost: this.#paintCost(part, 'stroke', outside.strokeCost),
      depth: outside.depth + 1,
    };
    const opacity = this.#cascade.values(part, 'opacity');
    if (opacity.some((value) => !/^(?:1|1\.0+|100%)$/.test(value))) {
      around.layers++;
      if (around.layers > MAX_LAYERS) throw new DrawingDoubt('draws too many groups with opacity inside each other');
      this.time += (COST.layerArea * this.#layerArea(part, around)) / 1e6;
    }
    for (const value of this.#cascade.values(part, 'clip-path')) this.#clip(referenceOf(value), around);
    return around;
  }

  /** Read once for all copies of an element. */
  #transform(text: string): Scale {
    const known = this.#transforms.get(text) ?? readTransform(text);
    this.#transforms.set(text, known);
    return known;
  }

  #paintCost(part: Part, property: 'fill' | 'stroke', outside: number): number {
    // Where a browser does not know the value, the one around the element applies.
    return this.#cascade.largest(part, property, outside, (value) => {
      const id = referenceOf(value);
      const paint = id === undefined ? undefined : this.parts.byId.get(id);
      if (!paint || !GRADIENTS.has(paint.name)) return outside;
      return Math.max(outside, COST.gradientArea + COST.stopArea * this.#stops(paint));
    });
  }

  #stops(gradient: Part): number {
    let at: Part | undefined = gradient;
    for (let link = 0; at && GRADIENTS.has(at.name); link++) {
      if (link > MAX_GRADIENT_CHAIN) throw new DrawingDoubt('has gradients that refer to each other too often');
      const stops = at.children.length;
      if (stops > MAX_STOPS) throw new DrawingDoubt('has a gradient with too many stops');
      if (stops > 0) return stops;
      at = this.#target(at);
    }
    return 0;
  }

  #target(part: Part): Part | undefined {
    const href = part.attributes.get('href');
    if (href === undefined) return undefined;
    if (!REFERENCE.test(href)) throw new DrawingDoubt('refers to something that is not in it');
    return this.parts.byId.get(href.slice(1));
  }

  /** Pixels of the picture in between: those of a shape, or all. */
  #layerArea(part: Part, around: Around): number {
    const shape = part.name === 'use' ? this.#target(part) : part;
    if (!shape || !SHAPES.has(shape.name)) return this.#canvasArea;
    const { width, height } = this.#outline(shape, around);
    return this.#area(width + around.strokeWidth, height + around.strokeWidth, around);
  }

  #clip(id: string | undefined, around: Around): void {
    const clip = id === undefined ? undefined : this.parts.byId.get(id);
    if (clip?.name !== 'clipPath') return;
    const shape = clip.children[0];
    if (!shape) return;
    for (const part of [clip, shape])
      if (this.#cascade.values(part, 'clip-path').some((value) => value !== 'none'))
        throw new DrawingDoubt('clips the shape that clips it');
    const scale = [clip, shape].reduce(
      (outer, part) => compose(outer, this.#transform(part.attributes.get('transform') ?? '')),
      around.scale,
    );
    const isUpright = (scale.b === 0 && scale.c === 0) || (scale.a === 0 && scale.d === 0);
    const isRound = shape.attributes.has('rx') || shape.attributes.has('ry');
    this.time += COST.element;
    if (shape.name === 'rect' && isUpright && !isRound) return;
    const isOfBox = clip.attributes.get('clipPathUnits') === 'objectBoundingBox';
    const outline = this.#outline(shape, around);
    const inside = { ...around, scale };
    this.#line(outline, inside);
    const area = isOfBox ? this.#canvasArea : this.#area(outline.width, outline.height, inside);
    this.time += (COST.clippedArea * area) / 1e6;
  }

  #shape(part: Part, around: Around): void {
    const outline = this.#outline(part, around);
    if (around.isFilled) {
      this.time += (around.fillCost * this.#area(outline.width, outline.height, around)) / 1e6;
      this.#line(outline, around);
    }
    if (!around.isStroked) return;
    const { strokeWidth, dash } = around;
    const area = this.#area(outline.width + strokeWidth, outline.height + strokeWidth, around);
    this.time += (around.strokeCost * area) / 1e6;
    this.#line(outline, around);
    if (dash) this.time += COST.dash * (outline.length / dash.period + 1) * dash.count;
  }

  #line(outline: Outline, around: Around): void {
    this.time +=
      COST.length * outline.length * lengthFactor(around.scale) +
      COST.segment * outline.segments +
      COST.crossing * outline.segments ** 2;
  }

  /** Pixels that a box takes on the screen, at most those of the whole drawing. */
  #area(width: number, height: number, around: Around): number {
    return Math.min(this.#canvasArea, width * height * areaFactor(around.scale));
  }

  #text(part: Part, around: Around): void {
    const { attributes, characters } = part;
    const stretched = attributes.get('textLength');
    const width = stretched === undefined ? 0 : Math.abs(readLength(stretched, around));
    // Letters may be wider than high, and have marks above and below.
    const letter = this.#area(2 * around.fontSize, 2 * around.fontSize, around);
    const whole = Math.min(this.#canvasArea, width * 2 * around.fontSize * areaFactor(around.scale));
    const costs = around.fillCost + (around.isStroked ? around.strokeCost : 0);
    this.time += (costs * (characters * letter + whole)) / 1e6;
    // Large letters, and those with a stroke, are drawn from their outlines.
    const length = characters * OUTLINE_PER_SIZE * around.fontSize;
    if (around.isStroked || around.fontSize * lengthFactor(around.scale) > MAX_KEPT_LETTER)
      this.time += COST.length * length * lengthFactor(around.scale);
    if (around.isStroked && around.dash) this.time += (COST.dash * length * around.dash.count) / around.dash.period;
    const placed = ['x', 'y', 'dx', 'dy', 'rotate'].map((name) => (attributes.get(name) ?? '').length / 2);
    this.time += COST.character * (characters + Math.max(...placed));
  }

  #use(part: Part, around: Around): void {
    const target = this.#target(part);
    if (!target) return;
    if (this.#active.has(target)) throw new DrawingDoubt('draws itself inside itself');
    const isDrawn =
      CONTAINERS.has(target.name) ||
      SHAPES.has(target.name) ||
      target.name === 'text' ||
      isFrame(target) ||
      target.name === 'use';
    if (!isDrawn) return;
    this.#active.add(target);
    this.#draw(target, around, part);
    this.#active.delete(target);
  }

  /** What applies inside an `svg` or `symbol` element, which scales its children to its viewport. */
  #viewport(part: Part, around: Around, frame: Part | undefined): Around {
    const framed = frame && isFrame(part) ? frame.attributes : undefined;
    const size = (side: 'width' | 'height') => {
      const text = framed?.get(side) ?? part.attributes.get(side) ?? 'auto';
      return text.trim() === 'auto' ? around[side] : Math.abs(readLength(text, around));
    };
    const [width, height] = [size('width'), size('height')];
    const box = readViewBox(part.attributes.get('viewBox'));
    if (!box) return { ...around, width, height };
    // `preserveAspectRatio` has several ways of fitting. This is the largest.
    const x = width / box.width;
    const y = height / box.height;
    const isStretched = /^\s*none\b/.test(part.attributes.get('preserveAspectRatio') ?? '');
    const [a, d] = isStretched ? [x, y] : [Math.max(x, y), Math.max(x, y)];
    return { ...around, ...box, scale: compose(around.scale, { a, b: 0, c: 0, d }) };
  }

  #outline(part: Part, measures: Measures): Outline {
    // Lengths of other shapes may be relative, and are quick to read.
    const known = this.#outlines.get(part);
    if (known) return known;
    const outline = outlineOf(part, measures);
    if (part.name === 'path' || part.name.startsWith('poly')) this.#outlines.set(part, outline);
    return outline;
  }
}

function isFrame(part: Part): boolean {
  return part.name === 'symbol' || part.name === 'svg';
}
