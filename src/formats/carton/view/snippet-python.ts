import {
  codePoints,
  EXAMPLE_TEXT,
  exampleShape,
  isPlain,
  type Snippet,
  type SnippetModel,
  shapeRemark,
  snippetTensors,
  type WholeSpec,
} from './snippet.ts';

/** A Python string literal in ASCII (Python's language reference, 2.4.1). */
export function pythonString(text: string): string {
  const body = codePoints(text).map((point) => {
    const char = String.fromCodePoint(point);
    if (char === '"' || char === '\\') return `\\${char}`;
    if (isPlain(point)) return char;
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    if (point <= 0xff) return `\\x${point.toString(16).padStart(2, '0')}`;
    if (point <= 0xffff) return `\\u${point.toString(16).padStart(4, '0')}`;
    return `\\U${point.toString(16).padStart(8, '0')}`;
  });
  return `"${body.join('')}"`;
}

/** The array of an example value, as a Python expression. */
function pythonArray({ dtype, shape }: WholeSpec): string {
  const sizes = exampleShape(shape);
  const tuple = sizes.length === 1 ? `(${sizes[0]},)` : `(${sizes.join(', ')})`;
  if (dtype === 'string') return `np.full(${tuple}, ${pythonString(EXAMPLE_TEXT)})`;
  return `np.zeros(${tuple}, dtype=np.${dtype})`;
}

/** The `cartonml` package: `load` and `infer` are coroutines, values are NumPy arrays. */
export function pythonSnippet({ location, inputs }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  const lines = shown.flatMap((spec) => {
    const remark = shapeRemark(spec.shape);
    const line = `            ${pythonString(spec.name)}: ${pythonArray(spec)},`;
    return remark === undefined ? [line] : [`            # ${remark}`, line];
  });
  if (left > 0) lines.push(`            # and ${left} more inputs`);
  if (inputs.length === 0) lines.push('            # This carton does not say what its inputs are.');
  return {
    install: 'pip install cartonml-nightly numpy',
    code: `import asyncio

import cartonml as carton
import numpy as np


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
