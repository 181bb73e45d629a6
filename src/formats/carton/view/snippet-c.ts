import { encodeUtf8 } from '../../../base/bytes.ts';
import { elementCount } from '../../../tensor/shape.ts';
import { codePoints, isPlain } from '../../../widgets/use-it/literal.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import type { CartonDtype } from '../core/dtypes.ts';
import {
  EXAMPLE_TEXT,
  exampleShape,
  PIXEL_REMARK,
  type PictureLayout,
  pictureLayout,
  pictureShape,
  type SnippetElements,
  type SnippetModel,
  type SnippetPicture,
  shapeRemark,
  shortNumber,
  snippetTensors,
  type WholeSpec,
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

/** Names of the element types: in the C enumeration, without its `DATA_TYPE_`, and in C itself. */
export const C_TYPES: Readonly<Record<Exclude<CartonDtype, 'string'>, { name: string; element: string }>> = {
  float32: { name: 'FLOAT', element: 'float' },
  float64: { name: 'DOUBLE', element: 'double' },
  int8: { name: 'I8', element: 'int8_t' },
  int16: { name: 'I16', element: 'int16_t' },
  int32: { name: 'I32', element: 'int32_t' },
  int64: { name: 'I64', element: 'int64_t' },
  uint8: { name: 'U8', element: 'uint8_t' },
  uint16: { name: 'U16', element: 'uint16_t' },
  uint32: { name: 'U32', element: 'uint32_t' },
  uint64: { name: 'U64', element: 'uint64_t' },
};

/** A number as a literal of C and C++. `<math.h>` has those that are not finite. */
export function cNumber(element: string, dtype: Exclude<CartonDtype, 'string'>): string {
  if (element === 'NaN') return 'NAN';
  if (/^-?Infinity$/.test(element)) return element.replace('Infinity', 'INFINITY');
  if (dtype === 'int64') return element === MIN_INT64 ? '(-9223372036854775807LL - 1)' : `${element}LL`;
  if (dtype === 'uint64') return `${element}ULL`;
  return shortNumber(element, dtype);
}

/** Its digits are no literal of C: the sign is an operator, and the number alone is too large. */
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
export function copyPixels(value: string, element: string, { order, channels }: PictureLayout): string[] {
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
export function readPixels(value: string, file: string, { channels }: PictureLayout): string[] {
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

/** Statements that make a tensor. The library wants an address even where there are no dimensions. */
function cTensor(value: string, type: string, sizes: readonly (bigint | string)[]): string[] {
  return [
    // C has no empty arrays.
    `    uint64_t ${value}_shape[] = {${sizes.length === 0 ? '1' : sizes.join(', ')}};`,
    `    CartonTensor *${value};`,
    `    carton_tensor_create(DATA_TYPE_${type}, ${value}_shape, ${sizes.length}, &${value});`,
  ];
}

function cData(value: string, element: string): string[] {
  return [`    ${element} *${value}_data;`, `    carton_tensor_data(${value}, (void **)&${value}_data);`];
}

function cZeros({ dtype, shape }: WholeSpec, value: string): string[] {
  const sizes = exampleShape(shape);
  const remark = shapeRemark(shape);
  const lines = [
    ...(remark === undefined ? [] : [`    // ${remark}`]),
    ...cTensor(value, dtype === 'string' ? 'STRING' : C_TYPES[dtype].name, sizes),
  ];
  if (elementCount(sizes) === 0n) return lines;
  if (dtype === 'string') return [...lines, `    carton_tensor_set_string(${value}, 0, ${cString(EXAMPLE_TEXT)});`];
  return [
    ...lines,
    ...cData(value, C_TYPES[dtype].element),
    `    ${value}_data[0] = 0; // ${elementCount(sizes)} in all, initially 0`,
  ];
}

function cElements({ dtype, shape, elements }: SnippetElements, value: string): string[] {
  if (dtype === 'string') {
    const set = elements.map((text, at) => `    carton_tensor_set_string(${value}, ${at}, ${cString(text)});`);
    return [...cTensor(value, 'STRING', shape), ...set];
  }
  const { name, element } = C_TYPES[dtype];
  if (elements.length === 0) return cTensor(value, name, shape);
  return [
    `    const ${element} ${value}_values[] = {${elements.map((one) => cNumber(one, dtype)).join(', ')}};`,
    ...cTensor(value, name, shape),
    ...cData(value, element),
    `    memcpy(${value}_data, ${value}_values, sizeof ${value}_values);`,
  ];
}

function cPicture(
  { file }: SnippetPicture,
  dtype: Exclude<CartonDtype, 'string'>,
  layout: PictureLayout,
  value: string,
): string[] {
  const { name, element } = C_TYPES[dtype];
  return [
    ...readPixels(value, file, layout),
    ...cTensor(value, name, pictureShape(layout, `${value}_height`, `${value}_width`)),
    ...cData(value, element),
    ...copyPixels(value, element, layout),
  ];
}

/**
 * The C interface with a notifier: the program chooses where it waits, and no callback runs on a thread of the library.
 */
export function cSnippet({ location, inputs, outputs, values }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  let hasPicture = false;
  const blocks = shown.map((spec, index) => {
    const { name } = spec;
    const given = values?.get(name);
    const value = `input_${index}`;
    let lines: string[];
    if (given?.kind === 'picture' && spec.dtype !== 'string') {
      hasPicture = true;
      lines = cPicture(given, spec.dtype, pictureLayout(spec.shape), value);
    } else if (given?.kind === 'elements') lines = cElements(given, value);
    else lines = cZeros(spec, value);
    const length = lengthIfNul(name);
    lines.push(
      length === undefined
        ? `    carton_tensormap_insert(inputs, ${cString(name)}, ${value});`
        : `    carton_tensormap_insert_with_strlen(inputs, ${cString(name)}, ${length}, ${value});`,
    );
    return lines.join('\n');
  });
  if (left > 0) blocks.push(`    // and ${left} more inputs`);
  if (inputs.length === 0) blocks.push('    // This carton does not declare its inputs.');

  const results = snippetTensors(outputs);
  const taken = results.shown.map(({ name }, index) => {
    const value = `output_${index}`;
    const length = lengthIfNul(name);
    const get =
      length === undefined
        ? `carton_tensormap_get_and_remove(outputs, ${cString(name)}, &${value});`
        : `carton_tensormap_get_and_remove_with_strlen(outputs, ${cString(name)}, ${length}, &${value});`;
    return `    CartonTensor *${value};
    ${get}
    const uint64_t *${value}_shape;
    uint64_t ${value}_dimensions;
    carton_tensor_shape(${value}, &${value}_shape, &${value}_dimensions);
    printf("%s: %llu dimensions\\n", ${cString(name)}, (unsigned long long)${value}_dimensions);
    carton_tensor_destroy(${value});`;
  });
  if (results.left > 0) taken.push(`    // and ${results.left} more outputs`);

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
