import { encodeUtf8 } from '../../../base/bytes.ts';
import { elementCount } from '../../../tensor/shape.ts';
import type { CartonDtype } from '../core/dtypes.ts';
import {
  codePoints,
  EXAMPLE_TEXT,
  exampleShape,
  isPlain,
  type Snippet,
  type SnippetModel,
  shapeRemark,
  snippetTensors,
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

/** Shell commands that fetch the prebuilt library of one language. */
export function fetchBindings(kind: 'c' | 'cpp'): string {
  const name = `carton_${kind}_x86_64-unknown-linux-gnu.tar.gz`;
  return `# Also for aarch64-unknown-linux-gnu, x86_64-apple-darwin and aarch64-apple-darwin
curl -LO https://nightly-assets.carton.run/bindings/${name}
mkdir -p carton && tar -xzf ${name} -C carton`;
}

/**
 * The C interface with a notifier: the program chooses where it waits, and no callback runs on a thread of the library.
 */
export function cSnippet({ location, inputs, outputs }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  const blocks = shown.map(({ name, dtype, shape }, index) => {
    const sizes = exampleShape(shape);
    const value = `input_${index}`;
    const isString = dtype === 'string';
    const type = isString ? 'STRING' : C_TYPES[dtype].name;
    // The library wants an address even where there are no dimensions, and C has no empty arrays.
    const remark = shapeRemark(shape);
    const lines = [
      ...(remark === undefined ? [] : [`    // ${remark}`]),
      `    uint64_t ${value}_shape[] = {${sizes.length === 0 ? '1' : sizes.join(', ')}};`,
      `    CartonTensor *${value};`,
      `    carton_tensor_create(DATA_TYPE_${type}, ${value}_shape, ${sizes.length}, &${value});`,
    ];
    if (elementCount(sizes) > 0n) {
      if (isString) lines.push(`    carton_tensor_set_string(${value}, 0, ${cString(EXAMPLE_TEXT)});`);
      else
        lines.push(
          `    ${C_TYPES[dtype].element} *${value}_data;`,
          `    carton_tensor_data(${value}, (void **)&${value}_data);`,
          `    ${value}_data[0] = 0; // ${elementCount(sizes)} in all, 0 at first`,
        );
    }
    const length = lengthIfNul(name);
    lines.push(
      length === undefined
        ? `    carton_tensormap_insert(inputs, ${cString(name)}, ${value});`
        : `    carton_tensormap_insert_with_strlen(inputs, ${cString(name)}, ${length}, ${value});`,
    );
    return lines.join('\n');
  });
  if (left > 0) blocks.push(`    // and ${left} more inputs`);
  if (inputs.length === 0) blocks.push('    // This carton does not say what its inputs are.');

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
    install: `${fetchBindings('c')}
cc main.c -Icarton/include -Lcarton/lib -lcarton_c -Wl,-rpath,carton/lib -o main`,
    code: `#include <stdint.h>
#include <stdio.h>

#include "carton.h"

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
