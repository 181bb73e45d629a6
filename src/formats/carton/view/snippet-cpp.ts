import { elementCount } from '../../../tensor/shape.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import type { CartonDtype } from '../core/dtypes.ts';
import {
  EXAMPLE_TEXT,
  exampleShape,
  type PictureLayout,
  pictureLayout,
  pictureShape,
  type SnippetElements,
  type SnippetModel,
  type SnippetPicture,
  shapeRemark,
  snippetTensors,
  type WholeSpec,
} from './snippet.ts';
import {
  C_TYPES,
  cNumber,
  copyPixels,
  cString,
  FETCH_STB,
  fetchBindings,
  lengthIfNul,
  needsMath,
  readPixels,
} from './snippet-c.ts';

/** A `std::string_view` of a text, or a literal that becomes one. */
function cppView(text: string): string {
  const length = lengthIfNul(text);
  return length === undefined ? cString(text) : `std::string_view(${cString(text)}, ${length})`;
}

/** `FLOAT` as `kFloat`, `I8` as `kI8`. */
function enumerator(name: string): string {
  return `k${name.charAt(0)}${name.slice(1).toLowerCase()}`;
}

/** Statements that make a tensor. The library wants an address even where there are no dimensions. */
function cppTensor(value: string, type: string, sizes: readonly (bigint | string)[]): string[] {
  const span = sizes.length === 0 ? `std::span<uint64_t>(${value}_shape, 0)` : `${value}_shape`;
  // C++ has no empty arrays, and does not turn a signed size into an unsigned one in a list.
  const shape = sizes.map((size) =>
    typeof size === 'string' && /\D/.test(size) ? `static_cast<uint64_t>(${size})` : size,
  );
  return [
    `    uint64_t ${value}_shape[]{${sizes.length === 0 ? '1' : shape.join(', ')}};`,
    `    auto ${value} = carton::Tensor(carton::DataType::${type}, ${span});`,
  ];
}

function cppData(value: string, element: string): string {
  return `    auto *${value}_data = static_cast<${element} *>(const_cast<void *>(${value}.data()));`;
}

function cppZeros({ dtype, shape }: WholeSpec, value: string): string[] {
  const sizes = exampleShape(shape);
  const remark = shapeRemark(shape);
  const lines = [
    ...(remark === undefined ? [] : [`    // ${remark}`]),
    ...cppTensor(value, dtype === 'string' ? 'kString' : enumerator(C_TYPES[dtype].name), sizes),
  ];
  if (elementCount(sizes) === 0n) return lines;
  if (dtype === 'string') return [...lines, `    ${value}.set_string(0, ${cString(EXAMPLE_TEXT)});`];
  return [
    ...lines,
    cppData(value, C_TYPES[dtype].element),
    `    ${value}_data[0] = 0; // ${elementCount(sizes)} in all, initially 0`,
  ];
}

function cppElements({ dtype, shape, elements }: SnippetElements, value: string): string[] {
  if (dtype === 'string') {
    const set = elements.map((text, at) => `    ${value}.set_string(${at}, ${cppView(text)});`);
    return [...cppTensor(value, 'kString', shape), ...set];
  }
  const { name, element } = C_TYPES[dtype];
  if (elements.length === 0) return cppTensor(value, enumerator(name), shape);
  return [
    `    const ${element} ${value}_values[]{${elements.map((one) => cNumber(one, dtype)).join(', ')}};`,
    ...cppTensor(value, enumerator(name), shape),
    cppData(value, element),
    `    std::copy(std::begin(${value}_values), std::end(${value}_values), ${value}_data);`,
  ];
}

function cppPicture(
  { file }: SnippetPicture,
  dtype: Exclude<CartonDtype, 'string'>,
  layout: PictureLayout,
  value: string,
): string[] {
  const { name, element } = C_TYPES[dtype];
  return [
    ...readPixels(value, file, layout),
    ...cppTensor(value, enumerator(name), pictureShape(layout, `${value}_height`, `${value}_width`)),
    cppData(value, element),
    ...copyPixels(value, element, layout),
  ];
}

/** The C++ interface (C++20), with futures. */
export function cppSnippet({ location, inputs, outputs, values }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  let hasPicture = false;
  const blocks = shown.map((spec, index) => {
    const given = values?.get(spec.name);
    const value = `input_${index}`;
    let lines: string[];
    if (given?.kind === 'picture' && spec.dtype !== 'string') {
      hasPicture = true;
      lines = cppPicture(given, spec.dtype, pictureLayout(spec.shape), value);
    } else if (given?.kind === 'elements') lines = cppElements(given, value);
    else lines = cppZeros(spec, value);
    lines.push(`    inputs.insert(${cppView(spec.name)}, std::move(${value}));`);
    return lines.join('\n');
  });
  if (left > 0) blocks.push(`    // and ${left} more inputs`);
  if (inputs.length === 0) blocks.push('    // This carton does not declare its inputs.');

  const results = snippetTensors(outputs);
  const taken = results.shown.map(({ name }, index) => {
    const value = `output_${index}`;
    return `    const auto ${value} = out.get_and_remove(${cppView(name)});
    std::cout << ${cppView(`${name}: `)} << ${value}.shape().size() << " dimensions" << std::endl;`;
  });
  if (results.left > 0) taken.push(`    // and ${results.left} more outputs`);
  if (outputs.length === 0) taken.push('    std::cout << out.size() << " outputs" << std::endl;');

  return {
    install: `${fetchBindings('cpp')}${hasPicture ? `\n${FETCH_STB}` : ''}
c++ -std=c++20 main.cc -Icarton/include${hasPicture ? ' -I.' : ''} carton/lib/libcarton_cpp.a -pthread -ldl -lm -o main`,
    code: `#include <algorithm>
${needsMath(values) ? '#include <cmath>\n' : ''}#include <cstdint>
#include <iostream>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "carton.hh"
${hasPicture ? '#define STB_IMAGE_IMPLEMENTATION\n#include "stb_image.h"\n' : ''}
int main()
{
    auto model = carton::Carton::load(${cppView(location)}).get().get_or_throw();

    carton::TensorMap inputs;
${blocks.join('\n\n')}

    auto out = model.infer(std::move(inputs)).get().get_or_throw();
${taken.join('\n')}
}
`,
  };
}
