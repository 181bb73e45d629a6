import { importText } from '../../../pickle/import.ts';
import { pythonString, shellString } from '../../../widgets/use-it/literal.ts';
import type { PickleOwn } from '../core/own.ts';

/** What the code reads. Names are a stranger's text. */
export interface SnippetModel extends Pick<PickleOwn, 'kind' | 'pickles' | 'main'> {
  /** The name of the file. */
  file: string;
  /** Where it is downloaded from. Undefined for a file of this machine. */
  url?: string;
}

/** A program, and the shell commands that install and fetch what it needs, where it needs any. */
export interface PickleSnippet {
  install?: string;
  code: string;
  language: 'python' | 'shellscript';
}

/**
 * What to do with a file. `load`: PyTorch takes all that it imports with `weights_only`. `refused`: PyTorch then does
 * not take `name`, which is harmless. `script`: it is loaded with its TorchScript. `look`: it is only looked at.
 */
export type PickleUse = { how: 'load' | 'script' | 'look' } | { how: 'refused'; name: string };

/** Names that PyTorch takes with `weights_only` (2.6, torch/_weights_only_unpickler.py), of the harmless ones. */
const TAKEN: readonly RegExp[] = [
  /^(?:collections\.(?:OrderedDict|Counter)|_codecs\.encode|(?:builtins|__builtin__)\.(?:bytearray|set|complex))$/,
  // Types, storages and classes of tensors; no layouts, and no orders of memory.
  /^torch\.(?!dtype$|strided$|sparse_|contiguous_format$|channels_last|preserve_format$)\w+$/,
  /^torch\.(?:storage\.(?:Typed|Untyped)Storage|nn\.parameter\.Parameter|serialization\._get_layout)$/,
  /^torch\.(?:_utils\._rebuild_(?!sparse_csr_)\w+|_tensor\._rebuild_from_type_v2)$/,
];

/** How a file is best used, by what loading it imports. */
export function pickleUse({ kind, isKnown, tensors, imports }: PickleOwn): PickleUse {
  if (!isKnown || tensors.length === 0) return { how: 'look' };
  if (kind === 'torchscript') return { how: 'script' };
  if (kind !== 'torch-file' && kind !== 'torch-archive') return { how: 'look' };
  const refused = imports.find((item) => !TAKEN.some((pattern) => pattern.test(importText(item))));
  return refused ? { how: 'refused', name: importText(refused) } : { how: 'load' };
}

/** Loads the tensors with PyTorch, which then makes nothing but tensors and plain values. */
export function loadSnippet(model: SnippetModel): PickleSnippet {
  const load = `loaded = torch.load(${pythonString(model.file)}, map_location="cpu", weights_only=True)`;
  return python(model, ['import torch', '', load, 'print(loaded)'], 'pip install torch');
}

/** Loads a TorchScript archive. */
export function scriptSnippet(model: SnippetModel): PickleSnippet {
  const load = `model = torch.jit.load(${pythonString(model.file)}, map_location="cpu")`;
  return python(model, ['import torch', '', load, 'print(model.code)'], 'pip install torch');
}

/** Prints the opcodes of the file's pickles. Loads nothing. */
export function lookSnippet(model: SnippetModel): PickleSnippet {
  const { kind, file, main, pickles } = model;
  const print = 'pickletools.dis';
  if (main !== undefined) {
    const [module, open, read] =
      kind === 'torch-tar'
        ? ['import tarfile', 'tarfile.open', 'extractfile']
        : ['from zipfile import ZipFile', 'ZipFile', 'read'];
    return python(model, [
      'import pickletools',
      module,
      '',
      `with ${open}(${pythonString(file)}) as archive:`,
      `    ${print}(archive.${read}(${pythonString(main)}))`,
    ]);
  }
  if (pickles <= 1) {
    return { ...fetched(model), code: `python -m pickletools ${shellString(file)}`, language: 'shellscript' };
  }
  return python(model, [
    'import pickletools',
    '',
    `with open(${pythonString(file)}, "rb") as file:`,
    `    for _ in range(${pickles}):`,
    `        ${print}(file)`,
  ]);
}

function python(model: SnippetModel, lines: readonly string[], install?: string): PickleSnippet {
  return { ...fetched(model, install), code: `${lines.join('\n')}\n`, language: 'python' };
}

/** The commands before the code: one that installs, and one that downloads the file. */
function fetched({ url }: SnippetModel, install?: string): { install?: string } {
  const lines = [install, url && `curl -gLO ${shellString(url)}`].filter((line) => line);
  return lines.length === 0 ? {} : { install: lines.join('\n') };
}
