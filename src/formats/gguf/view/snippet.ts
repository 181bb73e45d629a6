import { pythonString, shellString } from '../../../widgets/use-it/literal.ts';
import type { Snippet, SnippetLanguage } from '../../../widgets/use-it/snippet.ts';
import type { ModelKind } from '../core/kind.ts';

/** What the code loads. All but `kind` and `isSplit` is a stranger's text. */
export interface SnippetModel {
  kind: ModelKind;
  /** The name of the file; of a split model that of its first one. */
  file: string;
  isSplit: boolean;
  /** Where it is downloaded from. Undefined for a file of this machine. */
  url?: string;
  /** A tensor to look at. */
  tensor?: string;
}

const LLAMA_CPP: SnippetLanguage<SnippetModel> = { label: 'llama.cpp', language: 'shellscript', write: llamaCpp };
const OLLAMA: SnippetLanguage<SnippetModel> = { label: 'Ollama', language: 'shellscript', write: ollama };
const PYTHON: SnippetLanguage<SnippetModel> = { label: 'Python', language: 'python', write: python };
const NUMPY: SnippetLanguage<SnippetModel> = { label: 'NumPy', language: 'python', write: numpy };

/** What can load such a file. */
export function languagesOf(
  kind: ModelKind,
): readonly [SnippetLanguage<SnippetModel>, ...SnippetLanguage<SnippetModel>[]] {
  if (kind === 'other') return [NUMPY];
  return kind === 'projector' ? [LLAMA_CPP, OLLAMA, NUMPY] : [LLAMA_CPP, OLLAMA, PYTHON, NUMPY];
}

function llamaCpp(model: SnippetModel): Snippet {
  const file = shellString(model.file);
  const commands: Record<ModelKind, string> = {
    chat: `llama-cli -m ${file}`,
    completion: `llama-cli -m ${file} -no-cnv -p 'Once upon a time' -n 64`,
    embedding: `llama-embedding -m ${file} -p 'Hello, world'`,
    projector: `llama-mtmd-cli -m model.gguf --mmproj ${file} --image picture.jpg -p 'What is this?'`,
    adapter: `llama-cli -m model.gguf --lora ${file}`,
    other: '',
  };
  return { install: fetched('brew install llama.cpp', model), code: commands[model.kind] };
}

/** `ollama create` reads a Modelfile. It takes no split models, so that these are merged first. */
function ollama(model: SnippetModel): Snippet {
  const { kind, isSplit } = model;
  const name = ollamaName(model.file);
  const isLinked = !isSplit && !IN_MODELFILE.test(model.file);
  const file = isSplit || isLinked ? `${name}.gguf` : model.file;
  const path = shellString(file.startsWith('/') ? file : `./${file}`);
  const lines: Partial<Record<ModelKind, string>> = {
    projector: 'FROM ./model.gguf\\nFROM %s\\n',
    adapter: 'FROM ./model.gguf\\nADAPTER %s\\n',
  };
  const embed = `curl http://localhost:11434/api/embed -d '{"model": "${name}", "input": "Hello, world"}'`;
  const code = [
    ...(isLinked ? [`ln -s ${shellString(model.file)} ${path}`] : []),
    ...(isSplit ? [`llama-gguf-split --merge ${shellString(model.file)} ${shellString(file)}`] : []),
    `printf '${lines[kind] ?? 'FROM %s\\n'}' ${path} > Modelfile`,
    `ollama create ${name} -f Modelfile`,
    kind === 'embedding' ? embed : `ollama run ${name}`,
  ];
  return { install: fetched(`brew install ollama${isSplit ? ' llama.cpp' : ''}`, model), code: code.join('\n') };
}

function python(model: SnippetModel): Snippet {
  const { kind } = model;
  const file = pythonString(model.file);
  const open: Partial<Record<ModelKind, string>> = {
    embedding: `llm = Llama(model_path=${file}, embedding=True)`,
    adapter: `llm = Llama(model_path="model.gguf", lora_path=${file})`,
  };
  const ask: Partial<Record<ModelKind, readonly string[]>> = {
    chat: [
      'reply = llm.create_chat_completion(messages=[{"role": "user", "content": "Hello!"}])',
      'print(reply["choices"][0]["message"]["content"])',
    ],
    embedding: ['print(llm.embed("Hello, world"))'],
  };
  const code = [
    'from llama_cpp import Llama',
    '',
    open[kind] ?? `llm = Llama(model_path=${file})`,
    ...(ask[kind] ?? ['print(llm("Once upon a time", max_tokens=64)["choices"][0]["text"])']),
  ];
  return { install: fetched('pip install llama-cpp-python', model), code: code.join('\n') };
}

function numpy(model: SnippetModel): Snippet {
  const { file, tensor } = model;
  const look =
    tensor === undefined
      ? ['for field in reader.fields.values():', '    print(field.name, field.types)']
      : [
          `tensor = next(tensor for tensor in reader.tensors if tensor.name == ${pythonString(tensor)})`,
          'print(tensor.tensor_type.name, tensor.shape)',
          'print(dequantize(tensor.data, tensor.tensor_type))',
        ];
  const code = [
    'from gguf import GGUFReader',
    ...(tensor === undefined ? [] : ['from gguf.quants import dequantize']),
    '',
    `reader = GGUFReader(${pythonString(file)})`,
    ...look,
  ];
  return { install: fetched('pip install gguf', model), code: code.join('\n') };
}

/**
 * Names that a line of a Modelfile can have. A line break would begin another command, and quotes and spaces at the
 * ends would be dropped.
 */
const IN_MODELFILE = /^(?! )[^\p{C}\p{Zl}\p{Zp}"]+(?<! )$/u;

/**
 * The command that installs, and one that downloads the file. The other files of a split model are downloaded the
 * same way. curl takes brackets and braces in an address for several, unless it is told not to.
 */
function fetched(command: string, { url }: SnippetModel): string {
  return url === undefined ? command : `${command}\ncurl -gLO ${shellString(url)}`;
}

/** A name that Ollama accepts, from that of the file. */
function ollamaName(file: string): string {
  const base = file.replace(/\.gguf$/i, '').replace(/-\d{5}-of-\d{5}$/, '');
  const name = base.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  return name.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '').slice(0, 60) || 'model';
}
