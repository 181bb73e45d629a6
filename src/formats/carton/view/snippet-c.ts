import { encodeUtf8 } from '../../../base/bytes.ts';
import { elementCount } from '../../../tensor/shape.ts';
import { codePoints, isPlain } from '../../../widgets/use-it/literal.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import type { CartonDtype } from '../core/read/dtypes.ts';
import {
  EXAMPLE_TEXT,
  PIXEL_REMARK,
  type PictureLayout,
  pictureLayout,
  pictureShape,
  type SnippetModel,
  shortNumber,
  type WholeSpec,
  writtenInputs,
  writtenOutputs,
} from './snippet.ts';

/**
 * A string literal of C and C++, in ASCII. Other bytes of its UTF-8 are octal escapes of three digits. Unlike
 * hexadecimal escapes, these cannot run on into the next character. A question mark after another is escaped, since the
 * two would begin a trigraph.
 */
export function cString(text: string): string {
  let body = '';
  for (const point of codePoints(text)) {
    const char = String.fromCodePoint(point);
    if (char === '"' || char === '\\') body += `\\${char}`;
    else if (char === '?') body += body.endsWith('?') ? '\\?' : '?';
    else if (isPlain(point)) body += char;
    else if (char === '\n') body += '\\n';
    else if (char === '\t') body += '\\t';
    else for (const byte of encodeUtf8(char)) body += `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `"${body}"`;
}

/** Length in bytes of a text with a U+0000, where a C string would end. Undefined for any other text. */
export function lengthIfNul(text: string): number | undefined {
  return text.includes('\0') ? encodeUtf8(String.fromCodePoint(...codePoints(text))).length : undefined;
}

/** The name of an element type in the C enumeration, without its `DATA_TYPE_`. */
function enumerator(dtype: CartonDtype): string {
  if (dtype.startsWith('float')) return dtype === 'float32' ? 'FLOAT' : 'DOUBLE';
  return dtype.replace(/^(u?)int/, (_, sign) => sign || 'i').toUpperCase();
}

/** A numeric type in C itself. */
function elementType(dtype: CartonDtype): string {
  return dtype === 'float32' ? 'float' : dtype === 'float64' ? 'double' : `${dtype}_t`;
}

/** A number as a literal of C and C++. `<math.h>` has those that are not finite. */
function cNumber(element: string, dtype: CartonDtype): string {
  if (element === 'NaN') return 'NAN';
  if (/^-?Infinity$/.test(element)) return element.replace('Infinity', 'INFINITY');
  if (dtype === 'int64') return element === MIN_INT64 ? '(-9223372036854775807LL - 1)' : `${element}LL`;
  if (dtype === 'uint64') return `${element}ULL`;
  return shortNumber(element, dtype);
}

/** C cannot write it as a literal: the sign is an operator, and the number alone is too large. */
const MIN_INT64 = '-9223372036854775808';

/** Whether a value needs the names of numbers that are not finite. */
export function needsMath(values: SnippetModel['values']): boolean {
  return [...(values?.values() ?? [])].some(
    (value) =>
      value.kind === 'elements' && value.dtype !== 'string' && value.elements.some((one) => /^-?[IN]/.test(one)),
  );
}

/** Shell command that fetches the reader of pictures, a single header. */
export const FETCH_STB = 'curl -LO https://raw.githubusercontent.com/nothings/stb/master/stb_image.h';

/**
 * Statements in C and C++ that copy the pixels that `stb_image` gives (rows, columns, channels) into the data of an
 * input.
 */
function copyPixels(value: string, element: string, { order, channels }: PictureLayout): string[] {
  const count = `${value}_height * ${value}_width * ${channels}`;
  const from =
    order === 'chw'
      ? `i % (${value}_height * ${value}_width) * ${channels} + i / (${value}_height * ${value}_width)`
      : 'i';
  return [
    `    // ${PIXEL_REMARK}`,
    `    for (int i = 0; i < ${count}; i++)`,
    `        ${value}_data[i] = (${element})${value}_pixels[${from}];`,
    `    stbi_image_free(${value}_pixels);`,
  ];
}

/** The statement that reads a picture. It declares its height, width and pixels. */
function readPixels(value: string, file: string, { channels }: PictureLayout): string[] {
  return [
    `    int ${value}_width, ${value}_height;`,
    `    unsigned char *${value}_pixels = stbi_load(${cString(file)}, &${value}_width, &${value}_height, NULL, ${channels});`,
    `    if (!${value}_pixels) return 1;`,
  ];
}

/** Shell commands that fetch the prebuilt library of one language. */
export function fetchBindings(kind: 'c' | 'cpp'): string {
  const name = `carton_${kind}_x86_64-unknown-linux-gnu.tar.gz`;
  return `# Also for aarch64-unknown-linux-gnu, x86_64-apple-darwin and aarch64-apple-darwin
curl -LO https://nightly-assets.carton.run/bindings/${name}
mkdir -p carton && tar -xzf ${name} -C carton`;
}

/** How one of the two languages writes the statements about a tensor. `value` is its variable. */
export interface CDialect {
  tensor(value: string, type: string, sizes: readonly (bigint | string)[]): string[];
  /** Declares `{value}_data`, which points at its numbers. */
  data(value: string, element: string): string[];
  setString(value: string, at: number, text: string): string;
  /** The end of a declaration that gives an array its numbers. */
  array(literals: string): string;
  /** Copies `{value}_values` into the tensor. */
  copy(value: string): string;
  /** Gives the tensor to the call. */
  insert(name: string, value: string): string;
}

/** The blocks of statements that make the inputs in C or C++. */
export function cInputs(model: SnippetModel, dialect: CDialect): { blocks: string[]; hasPicture: boolean } {
  const { tensor, data, setString, array, copy, insert } = dialect;
  const inserted = (spec: WholeSpec, index: number, lines: (value: string) => string[]) => {
    const value = `input_${index}`;
    return [...lines(value), insert(spec.name, value)];
  };
  const { parts, hasPicture } = writtenInputs(model, {
    remark: '    // ',
    picture: ({ file }, spec, index) =>
      inserted(spec, index, (value) => {
        const layout = pictureLayout(spec.shape);
        const element = elementType(spec.dtype);
        return [
          ...readPixels(value, file, layout),
          ...tensor(value, enumerator(spec.dtype), pictureShape(layout, `${value}_height`, `${value}_width`)),
          ...data(value, element),
          ...copyPixels(value, element, layout),
        ];
      }),
    elements: ({ dtype, shape, elements }, spec, index) =>
      inserted(spec, index, (value) => {
        const made = tensor(value, enumerator(dtype), shape);
        if (dtype === 'string') return [...made, ...elements.map((text, at) => setString(value, at, text))];
        // Neither language has empty arrays.
        if (elements.length === 0) return made;
        const element = elementType(dtype);
        const literals = elements.map((one) => cNumber(one, dtype)).join(', ');
        return [
          `    const ${element} ${value}_values${array(literals)};`,
          ...made,
          ...data(value, element),
          copy(value),
        ];
      }),
    zeros: (spec, sizes, index) =>
      inserted(spec, index, (value) => {
        const count = elementCount(sizes);
        const made = tensor(value, enumerator(spec.dtype), sizes);
        if (count === 0n) return made;
        if (spec.dtype === 'string') return [...made, setString(value, 0, EXAMPLE_TEXT)];
        const first = `    ${value}_data[0] = 0; // ${count} in all, initially 0`;
        return [...made, ...data(value, elementType(spec.dtype)), first];
      }),
  });
  return { blocks: parts.map((lines) => lines.join('\n')), hasPicture };
}

/** A call of C, or its variant that takes the length of a name with a U+0000 in it. */
function withName(call: string, map: string, name: string, last: string): string {
  const length = lengthIfNul(name);
  return length === undefined
    ? `carton_tensormap_${call}(${map}, ${cString(name)}, ${last});`
    : `carton_tensormap_${call}_with_strlen(${map}, ${cString(name)}, ${length}, ${last});`;
}

const C: CDialect = {
  // The library wants an address even for no dimensions, and C has no empty arrays.
  tensor: (value, type, sizes) => [
    `    uint64_t ${value}_shape[] = {${sizes.length === 0 ? '1' : sizes.join(', ')}};`,
    `    CartonTensor *${value};`,
    `    carton_tensor_create(DATA_TYPE_${type}, ${value}_shape, ${sizes.length}, &${value});`,
  ],
  data: (value, element) => [
    `    ${element} *${value}_data;`,
    `    carton_tensor_data(${value}, (void **)&${value}_data);`,
  ],
  setString: (value, at, text) => `    carton_tensor_set_string(${value}, ${at}, ${cString(text)});`,
  array: (literals) => `[] = {${literals}}`,
  copy: (value) => `    memcpy(${value}_data, ${value}_values, sizeof ${value}_values);`,
  insert: (name, value) => `    ${withName('insert', 'inputs', name, value)}`,
};

/**
 * The C interface with a notifier: the program chooses where it waits, and no callback runs on a thread of the library.
 */
export function cSnippet(model: SnippetModel): Snippet {
  const { location, values } = model;
  const { blocks, hasPicture } = cInputs(model, C);
  const taken = writtenOutputs(
    model,
    '    // ',
    (name, value) => `    CartonTensor *${value};
    ${withName('get_and_remove', 'outputs', name, `&${value}`)}
    const uint64_t *${value}_shape;
    uint64_t ${value}_dimensions;
    carton_tensor_shape(${value}, &${value}_shape, &${value}_dimensions);
    printf("%s: %llu dimensions\\n", ${cString(name)}, (unsigned long long)${value}_dimensions);
    carton_tensor_destroy(${value});`,
  );
  return {
    install: `${fetchBindings('c')}${hasPicture ? `\n${FETCH_STB}` : ''}
cc main.c -Icarton/include -Lcarton/lib -lcarton_c -Wl,-rpath,carton/lib${hasPicture ? ' -I. -lm' : ''} -o main`,
    code: `${needsMath(values) ? '#include <math.h>\n' : ''}#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "carton.h"
${hasPicture ? '#define STB_IMAGE_IMPLEMENTATION\n#include "stb_image.h"\n' : ''}
int main(void)
{
    CartonAsyncNotifier *notifier;
    carton_async_notifier_create(&notifier);
    CartonNotifierCallback callback;
    CartonStatus status;
    void *argument = NULL;

    Carton *model;
    carton_async_notifier_register(notifier, &callback, &argument);
    carton_load(${cString(location)}, (CartonLoadCallback)callback, argument);
    carton_async_notifier_wait(notifier, (void **)&model, &status, &argument);

    CartonTensorMap *inputs;
    carton_tensormap_create(&inputs);
${blocks.join('\n\n')}

    CartonTensorMap *outputs;
    argument = NULL;
    carton_async_notifier_register(notifier, &callback, &argument);
    carton_infer(model, inputs, (CartonInferCallback)callback, argument);
    carton_async_notifier_wait(notifier, (void **)&outputs, &status, &argument);

    uint64_t count;
    carton_tensormap_len(outputs, &count);
    printf("%llu outputs\\n", (unsigned long long)count);
${taken.length === 0 ? '' : `\n${taken.join('\n\n')}\n`}
    carton_tensormap_destroy(outputs);
    carton_destroy(model);
    carton_async_notifier_destroy(notifier);
    return 0;
}
`,
  };
}
