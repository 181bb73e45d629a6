import type { Shape } from '../../../tensor/shape.ts';
import { pythonString } from '../../../widgets/use-it/literal.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import type { CartonDtype } from '../core/read/dtypes.ts';
import {
  EXAMPLE_TEXT,
  PIXEL_REMARK,
  pictureLayout,
  type SnippetElements,
  type SnippetModel,
  type SnippetPicture,
  shortNumber,
  type WholeSpec,
  writtenInputs,
} from './snippet.ts';

function tuple(sizes: Shape): string {
  return sizes.length === 1 ? `(${sizes[0]},)` : `(${sizes.join(', ')})`;
}

function writtenOut({ dtype, shape, elements }: SnippetElements): string {
  const type = dtype === 'string' ? 'str' : `np.${dtype}`;
  if (elements.length === 0) return `np.zeros(${tuple(shape)}, dtype=${type})`;
  const literals = elements.map((element) => literal(element, dtype));
  return `np.array(${nested(literals, shape)}, dtype=${type})`;
}

/** Literals in lists, as the shape says. */
function nested(literals: readonly string[], [size, ...rest]: Shape): string {
  if (size === undefined) return literals[0] ?? '';
  const step = literals.length / Number(size);
  const items = Array.from({ length: Number(size) }, (_, i) => nested(literals.slice(i * step, (i + 1) * step), rest));
  return `[${items.join(', ')}]`;
}

function literal(element: string, dtype: CartonDtype): string {
  if (dtype === 'string') return pythonString(element);
  if (element === 'NaN') return 'np.nan';
  if (/^-?Infinity$/.test(element)) return element.replace('Infinity', 'np.inf');
  return shortNumber(element, dtype);
}

const PIL_MODES = { 1: 'L', 3: 'RGB', 4: 'RGBA' } as const;

/** The array of a picture, as a Python expression. */
function pythonPicture({ file }: SnippetPicture, { dtype, shape }: WholeSpec): string {
  const layout = pictureLayout(shape);
  const { size, order, lead, channels } = layout;
  const resized = size ? `.resize((${size.width}, ${size.height}))` : '';
  const array = `np.asarray(Image.open(${pythonString(file)}).convert("${PIL_MODES[channels]}")${resized}, dtype=np.${dtype})`;
  // An image of one channel has no dimension for it.
  const channel = channels === 1 && order !== 'hw' ? (order === 'hwc' ? '[..., None]' : '[None]') : '';
  const moved = order === 'chw' && channels !== 1 ? '.transpose(2, 0, 1)' : '';
  return `${array}${channel}${moved}${lead === 0 ? '' : `[${new Array(lead).fill('None').join(', ')}]`}`;
}

/** The `cartonml` package: `load` and `infer` are coroutines, values are NumPy arrays. */
export function pythonSnippet(model: SnippetModel): Snippet {
  const line = ({ name }: WholeSpec, array: string) => `            ${pythonString(name)}: ${array},`;
  const { parts, hasPicture } = writtenInputs(model, {
    remark: '            # ',
    picture: (value, spec) => [`            # ${PIXEL_REMARK}`, line(spec, pythonPicture(value, spec))],
    elements: (value, spec) => [line(spec, writtenOut(value))],
    zeros: (spec, sizes) => [
      line(
        spec,
        spec.dtype === 'string'
          ? `np.full(${tuple(sizes)}, ${pythonString(EXAMPLE_TEXT)})`
          : `np.zeros(${tuple(sizes)}, dtype=np.${spec.dtype})`,
      ),
    ],
  });
  return {
    install: `pip install cartonml-nightly numpy${hasPicture ? ' pillow' : ''}`,
    code: `import asyncio

import cartonml as carton
import numpy as np
${hasPicture ? 'from PIL import Image\n' : ''}

async def main():
    model = await carton.load(${pythonString(model.location)})
    out = await model.infer(
        {
${parts.flat().join('\n')}
        }
    )
    print(out)


asyncio.run(main())
`,
  };
}
