import { DrawingDoubt } from './doubt.ts';
import { type Measures, readLength, readNumbers } from './number.ts';
import { boxOutline, ellipseOutline, lineOutline, type Outline, pathOutline } from './outline.ts';
import type { Part } from './part.ts';

/** The outline of a shape element. Throws a `DrawingDoubt` where its attributes are not plain. */
export function outlineOf({ name, attributes }: Part, measures: Measures): Outline {
  const length = (of: string) => {
    const text = attributes.get(of);
    return text === undefined || text.trim() === 'auto' ? 0 : readLength(text, measures);
  };
  switch (name) {
    case 'rect':
      return boxOutline(length('width'), length('height'));
    case 'circle':
      return ellipseOutline(length('r'), length('r'));
    case 'ellipse':
      // A single radius counts for both.
      return ellipseOutline(length('rx') || length('ry'), length('ry') || length('rx'));
    case 'line':
      return lineOutline([length('x1'), length('y1'), length('x2'), length('y2')], false);
    case 'path': {
      const data = attributes.get('d') ?? '';
      return pathOutline(data.trim() === 'none' ? '' : data);
    }
    default:
      return lineOutline(readNumbers(attributes.get('points') ?? ''), name === 'polygon');
  }
}

/** User units that a `viewBox` shows. Undefined where there is none, or where it shows nothing. */
export function readViewBox(text: string | undefined): { width: number; height: number } | undefined {
  if (text === undefined || text.trim() === 'none') return undefined;
  const numbers = readNumbers(text);
  if (numbers.length !== 4) throw new DrawingDoubt('has a viewBox that is not plain');
  const [, , width = 0, height = 0] = numbers;
  return width > 0 && height > 0 ? { width, height } : undefined;
}
