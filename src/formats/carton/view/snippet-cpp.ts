import { elementCount } from '../../../tensor/shape.ts';
import { EXAMPLE_TEXT, exampleShape, type Snippet, type SnippetModel, shapeRemark, snippetTensors } from './snippet.ts';
import { C_TYPES, cString, fetchBindings, lengthIfNul } from './snippet-c.ts';

/** A `std::string_view` of a text, or a literal that becomes one. */
function cppView(text: string): string {
  const length = lengthIfNul(text);
  return length === undefined ? cString(text) : `std::string_view(${cString(text)}, ${length})`;
}

/** `FLOAT` as `kFloat`, `I8` as `kI8`. */
function enumerator(name: string): string {
  return `k${name.charAt(0)}${name.slice(1).toLowerCase()}`;
}

/** The C++ interface (C++20), with futures. */
export function cppSnippet({ location, inputs, outputs }: SnippetModel): Snippet {
  const { shown, left } = snippetTensors(inputs);
  const blocks = shown.map(({ name, dtype, shape }, index) => {
    const sizes = exampleShape(shape);
    const value = `input_${index}`;
    const isString = dtype === 'string';
    const type = isString ? 'kString' : enumerator(C_TYPES[dtype].name);
    // The library wants an address even where there are no dimensions, and C++ has no empty arrays.
    const span = sizes.length === 0 ? `std::span<uint64_t>(${value}_shape, 0)` : `${value}_shape`;
    const remark = shapeRemark(shape);
    const lines = [
      ...(remark === undefined ? [] : [`    // ${remark}`]),
      `    uint64_t ${value}_shape[]{${sizes.length === 0 ? '1' : sizes.join(', ')}};`,
      `    auto ${value} = carton::Tensor(carton::DataType::${type}, ${span});`,
    ];
    if (elementCount(sizes) > 0n) {
      if (isString) lines.push(`    ${value}.set_string(0, ${cString(EXAMPLE_TEXT)});`);
      else
        lines.push(
          `    auto *${value}_data = static_cast<${C_TYPES[dtype].element} *>(const_cast<void *>(${value}.data()));`,
          `    ${value}_data[0] = 0; // ${elementCount(sizes)} in all, 0 at first`,
        );
    }
    lines.push(`    inputs.insert(${cppView(name)}, std::move(${value}));`);
    return lines.join('\n');
  });
  if (left > 0) blocks.push(`    // and ${left} more inputs`);
  if (inputs.length === 0) blocks.push('    // This carton does not say what its inputs are.');

  const results = snippetTensors(outputs);
  const taken = results.shown.map(({ name }, index) => {
    const value = `output_${index}`;
    return `    const auto ${value} = out.get_and_remove(${cppView(name)});
    std::cout << ${cppView(`${name}: `)} << ${value}.shape().size() << " dimensions" << std::endl;`;
  });
  if (results.left > 0) taken.push(`    // and ${results.left} more outputs`);
  if (outputs.length === 0) taken.push('    std::cout << out.size() << " outputs" << std::endl;');

  return {
    install: `${fetchBindings('cpp')}
c++ -std=c++20 main.cc -Icarton/include carton/lib/libcarton_cpp.a -pthread -ldl -lm -o main`,
    code: `#include <cstdint>
#include <iostream>
#include <span>
#include <string_view>
#include <utility>

#include "carton.hh"

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
