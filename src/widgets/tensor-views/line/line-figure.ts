import type { Figure } from '../figure.ts';
import type { LineStyle } from './line-colors.ts';

interface Texts {
  title: string;
  note: string;
  /** What each line is called. Empty of a single one. */
  names: readonly string[];
}

interface Drawn {
  canvas: HTMLCanvasElement;
  element: HTMLElement;
  styles: readonly LineStyle[];
}

const SWATCH = 18;
const ENTRY = 72;
const LINE = 20;

/** Lines as they are shown, with their axes, and a legend below them. */
export function lineFigure({ title, note, names }: Texts, { canvas, element, styles }: Drawn): Figure {
  const { clientWidth: width, clientHeight: height } = element;
  const across = Math.max(1, Math.floor(width / ENTRY));
  return {
    title,
    note,
    element,
    width,
    height,
    left: 0,
    right: 0,
    above: 0,
    bottom: Math.ceil(names.length / across) * LINE,
    draw(context, { text, font }) {
      context.drawImage(canvas, 0, 0, width, height);
      context.font = font;
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      for (const [at, name] of names.entries()) {
        const { color, isDashed } = styles[at] as LineStyle;
        const [x, y] = [(at % across) * ENTRY, height + (Math.floor(at / across) + 0.5) * LINE];
        context.strokeStyle = color;
        context.lineWidth = 2;
        context.setLineDash(isDashed ? [6, 4] : []);
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(x + SWATCH, y);
        context.stroke();
        context.fillStyle = text;
        context.fillText(name, x + SWATCH + 6, y, ENTRY - SWATCH - 10);
      }
    },
  };
}
