import type { Shape } from '../../../tensor/shape.ts';
import { pythonString } from '../../../widgets/use-it/literal.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import type { CartonDtype } from '../core/dtypes.ts';
import {
  EXAMPLE_TEXT,
  exampleShape,
  PIXEL_REMARK,
  pictureLayout,
  type SnippetElements,
  type SnippetModel,
  type SnippetPicture,
  shapeRemark,
  shortNumber,
  snippetTensors,
  type WholeSpec,
} from './snippet.ts';

/** The array of an input, as a Python expression. */
function pythonArray({ dtype, shape }: WholeSpec, value: SnippetElements | undefined): string {
  if (value) return writtenOut(value);
  const sizes = exampleShape(shape);
  if (dtype === 'string') return `np.full(${tuple(sizes)}, ${pythonString(EXAMPLE_TEXT)})`;
  return `np.zeros(${tuple(sizes)}, dtype=np.${dtype})`;
}

function tuple(sizes: Shape): string {
  return sizes.length === 1 ? `(${sizes[0]},)` : `(${sizes.join(', ')})`;
}

function writtenOut({ dtype, shape, elements }: SnippetElements): string {
  const type = dtype === 'string' ? 'str' : `np.${dtype}`;
  if (elements.length === 0) return `np.zeros(${tuple(shape)}, dtype=${type})`;
  const literals = elements.map((element) =>
    dtype === 'string' ? pythonString(element) : pythonNumber(element, dtype),
  );
  return `np.array(${nested(literals, shape)}, dtype=${type})`;
}

/** Literals in lists, as the shape says. */
function nested(literals: readonly string[], [size, ...rest]: Shape): string {
  if (size === undefined) return literals[0] ?? '';
  const step = literals.length / Number(size);
  const items = Array.from({ length: Number(size) }, (_, i) => nested(literals.slice(i * step, (i + 1) * step), rest));
  return `[${items.join(', ')}]`;
}

function pythonNumber(element: string, dtype: CartonDtype): string {
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
export function pythonSnippet({ location, inputs, values }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  let hasPicture = false;
  const lines = shown.flatMap((spec) => {
    const value = values?.get(spec.name);
    if (value?.kind === 'picture' && spec.dtype !== 'string') {
      hasPicture = true;
      return [
        `            # ${PIXEL_REMARK}`,
        `            ${pythonString(spec.name)}: ${pythonPicture(value, spec)},`,
      ];
    }
    const elements = value?.kind === 'elements' ? value : undefined;
    const remark = elements ? undefined : shapeRemark(spec.shape);
    const line = `            ${pythonString(spec.name)}: ${pythonArray(spec, elements)},`;
    return remark === undefined ? [line] : [`            # ${remark}`, line];
  });
  if (left > 0) lines.push(`            # and ${left} more inputs`);
  if (inputs.length === 0) lines.push('            # This carton does not declare its inputs.');
  return {
    install: `pip install cartonml-nightly numpy${hasPicture ? ' pillow' : ''}`,
    code: `import asyncio

import cartonml as carton
import numpy as np
${hasPicture ? 'from PIL import Image\n' : ''}

async def main():
    model = await carton.load(${pythonString(location)})
    out = await model.infer(
        {
${lines.join('\n')}
        }
    )
    print(out)


asyncio.run(main())
`,
  };
}
