import { MAX_CANVAS_PIXELS } from '../../base/limits.ts';

/** A drawing with texts around it. Sizes are in CSS pixels. */
export interface Figure {
  title: string;
  /** What of the tensor it shows, and how, below the title. */
  note: string;
  /** Has the colors and the font of the page. */
  element: Element;
  width: number;
  height: number;
  /** Room around the drawing. */
  left: number;
  right: number;
  bottom: number;
  /** Room above the drawing, below the title and the note. */
  above: number;
  /** Draws it and what stands around it, from its corner at 0, 0. */
  draw(context: CanvasRenderingContext2D, ink: FigureInk): void;
}

/** Colors and fonts of a figure. */
export interface FigureInk {
  text: string;
  font: string;
}

/** Pixels for each CSS pixel, so that a figure is sharp in print. */
const RATIO = 2;

const EDGE = 16;
const TITLE = 24;
const NOTE = 22;

/** Draws a figure on a canvas that has room for it, on the page's own ground. */
export function drawFigure(canvas: HTMLCanvasElement, figure: Figure): void {
  const { title, note, element, left, right, bottom, above } = figure;
  const top = EDGE + TITLE + NOTE + above;
  const width = Math.ceil(EDGE + left + figure.width + right + EDGE);
  const height = Math.ceil(top + figure.height + bottom + EDGE);
  const ratio = Math.min(RATIO, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
  canvas.width = Math.floor(width * ratio);
  canvas.height = Math.floor(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  const { fontFamily, color } = getComputedStyle(element);
  const ground = getComputedStyle(document.body).backgroundColor;
  context.scale(ratio, ratio);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.fillStyle = color;
  context.textBaseline = 'top';
  context.font = `600 15px ${fontFamily}`;
  context.fillText(title, EDGE, EDGE, width - 2 * EDGE);
  const font = `12px ${fontFamily}`;
  context.font = font;
  context.fillText(note, EDGE, EDGE + TITLE, width - 2 * EDGE);
  context.translate(EDGE + left, top);
  figure.draw(context, { text: color, font });
}
