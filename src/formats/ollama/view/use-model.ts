import type { ShownModel } from '../core/own.ts';

/** Systems on which Ollama keeps its models in different places. */
export const SYSTEMS = ['macOS', 'Linux', 'Windows'] as const;

export type System = (typeof SYSTEMS)[number];

/** Where Ollama keeps models. On Linux, its installer sets up a service with a user of its own. */
const FOLDERS: Readonly<Record<System, string>> = {
  macOS: '~/.ollama/models',
  Linux: '/usr/share/ollama/.ollama/models',
  Windows: '%USERPROFILE%\\.ollama\\models',
};

/** The folder of models of a system. */
export function modelsFolder(system: System): string {
  return FOLDERS[system];
}

/**
 * The command that runs a model. Undefined where Ollama does not list it. A model's name has letters, digits and the
 * characters `._-:/`, and begins with none of these: a shell takes it as one word.
 */
export function runCommand({ full, title }: ShownModel): string | undefined {
  return full === undefined ? undefined : `ollama run ${title}`;
}

/** Starts Ollama with the models of another folder than its own, for a shell of the system. */
export function serveCommand(system: System): string {
  if (system === 'Windows') return "$env:OLLAMA_MODELS = 'C:\\path\\to\\this\\folder'; ollama serve";
  return 'OLLAMA_MODELS=/path/to/this/folder ollama serve';
}

/** The path of the file of a model's weights, as Ollama names it. Undefined where the model has none of its own. */
export function weightsPath({ layers }: ShownModel, system: System): string | undefined {
  // Of several, Ollama loads the last.
  const sha256 = layers.findLast(({ kind, isIgnored }) => kind === 'model' && !isIgnored)?.sha256;
  if (sha256 === undefined) return undefined;
  const separator = system === 'Windows' ? '\\' : '/';
  return [FOLDERS[system], 'blobs', `sha256-${sha256}`].join(separator);
}
