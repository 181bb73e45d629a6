import type { Snippet } from '../../../widgets/use-it/snippet.ts';
import { type SnippetModel, writtenOutputs } from './snippet.ts';
import { type CDialect, cInputs, cString, FETCH_STB, fetchBindings, lengthIfNul, needsMath } from './snippet-c.ts';

/** A `std::string_view` of a text, or a literal that becomes one. */
function cppView(text: string): string {
  const length = lengthIfNul(text);
  return length === undefined ? cString(text) : `std::string_view(${cString(text)}, ${length})`;
}

const CPP: CDialect = {
  tensor(value, type, sizes) {
    // The library wants an address even for no dimensions.
    const span = sizes.length === 0 ? `std::span<uint64_t>(${value}_shape, 0)` : `${value}_shape`;
    // C++ has no empty arrays, and does not turn a signed size into an unsigned one in a list.
    const shape = sizes.map((size) =>
      typeof size === 'string' && /\D/.test(size) ? `static_cast<uint64_t>(${size})` : size,
    );
    // `FLOAT` is `kFloat` here, and `I8` is `kI8`.
    const enumerator = `k${type.charAt(0)}${type.slice(1).toLowerCase()}`;
    return [
      `    uint64_t ${value}_shape[]{${sizes.length === 0 ? '1' : shape.join(', ')}};`,
      `    auto ${value} = carton::Tensor(carton::DataType::${enumerator}, ${span});`,
    ];
  },
  data: (value, element) => [
    `    auto *${value}_data = static_cast<${element} *>(const_cast<void *>(${value}.data()));`,
  ],
  setString: (value, at, text) => `    ${value}.set_string(${at}, ${cppView(text)});`,
  array: (literals) => `[]{${literals}}`,
  copy: (value) => `    std::copy(std::begin(${value}_values), std::end(${value}_values), ${value}_data);`,
  insert: (name, value) => `    inputs.insert(${cppView(name)}, std::move(${value}));`,
};

/** The C++ interface (C++20), with futures. */
export function cppSnippet(model: SnippetModel): Snippet {
  const { location, outputs, values } = model;
  const { blocks, hasPicture } = cInputs(model, CPP);
  const taken = writtenOutputs(
    model,
    '    // ',
    (name, value) => `    const auto ${value} = out.get_and_remove(${cppView(name)});
    std::cout << ${cppView(`${name}: `)} << ${value}.shape().size() << " dimensions" << std::endl;`,
  );
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
