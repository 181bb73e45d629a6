import { pythonString, rustString } from '../../../widgets/use-it/literal.ts';
import type { Snippet, SnippetLanguage } from '../../../widgets/use-it/snippet.ts';

/** What the code loads. */
export interface SnippetModel {
  /** The name of the file, or of the index of a model in several files. */
  file: string;
  isIndex: boolean;
  /** Where it is downloaded from. Undefined for a file of this machine. */
  url?: string;
  /** A tensor to look at. */
  tensor?: string;
}

export const LANGUAGES: readonly [SnippetLanguage<SnippetModel>, ...SnippetLanguage<SnippetModel>[]] = [
  { label: 'PyTorch', language: 'python', write: (model) => python(model, 'torch', 'torch') },
  { label: 'NumPy', language: 'python', write: (model) => python(model, 'numpy', 'numpy') },
  { label: 'Rust', language: 'rust', write: rust },
];

function python(model: SnippetModel, module: string, needed: string): Snippet {
  const { file, isIndex, tensor } = model;
  const load = isIndex
    ? [
        `with open(${pythonString(file)}) as file:`,
        '    shards = set(json.load(file)["weight_map"].values())',
        'tensors = {}',
        'for shard in sorted(shards):',
        '    tensors.update(load_file(shard))',
      ]
    : [`tensors = load_file(${pythonString(file)})`];
  const lines = [
    ...(isIndex ? ['import json', ''] : []),
    `from safetensors.${module} import load_file`,
    '',
    ...load,
    ...(tensor === undefined ? ['print(len(tensors))'] : [`print(tensors[${pythonString(tensor)}])`]),
  ];
  return { install: installed(`pip install safetensors ${needed}`, model), code: lines.join('\n') };
}

function rust(model: SnippetModel): Snippet {
  const { file, isIndex, tensor } = model;
  const look =
    tensor === undefined
      ? ['println!("{} tensors", tensors.len());']
      : [
          `let tensor = tensors.tensor(${rustString(tensor)})?;`,
          'println!("{:?} {:?}, {} bytes", tensor.dtype(), tensor.shape(), tensor.data().len());',
        ];
  const one = (bytes: string) => [
    `let bytes = std::fs::read(${bytes})?;`,
    'let tensors = SafeTensors::deserialize(&bytes)?;',
  ];
  const body = isIndex
    ? [
        `let index: serde_json::Value = serde_json::from_slice(&std::fs::read(${rustString(file)})?)?;`,
        ...(tensor === undefined
          ? ['println!("{}", index["weight_map"]);']
          : [
              `let shard = index["weight_map"][${rustString(tensor)}].as_str().ok_or("no such tensor")?;`,
              ...one('shard'),
              ...look,
            ]),
      ]
    : [...one(rustString(file)), ...look];
  const uses = !isIndex || tensor !== undefined ? ['use safetensors::SafeTensors;', ''] : [];
  const code = [
    ...uses,
    'fn main() -> Result<(), Box<dyn std::error::Error>> {',
    ...body.map((line) => `    ${line}`),
    '    Ok(())',
    '}',
  ];
  return { install: installed(`cargo add safetensors${isIndex ? ' serde_json' : ''}`, model), code: code.join('\n') };
}

/**
 * The command that installs, and one that downloads the file. The files that an index names are downloaded the same
 * way.
 */
function installed(command: string, { url }: SnippetModel): string {
  return url === undefined ? command : `${command}\ncurl -gLO ${shellText(url)}`;
}

/** An address for a shell. It is encoded, so that only quotation marks could end the text. */
function shellText(url: string): string {
  return `'${url.replaceAll("'", '%27')}'`;
}
