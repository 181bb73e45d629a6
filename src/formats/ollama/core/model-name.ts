/** The name of a model, by the place of its manifest below `manifests`. */
export interface ModelName {
  /** "registry.ollama.ai/library/gemma:2b" */
  full: string;
  /** As `ollama list` shows it and `ollama run` takes it: "gemma:2b". */
  short: string;
}

/** What each part may be (`types/model/name.go`), in the order of the path: host, namespace, model, tag. */
const PARTS = [/^\w[\w.:-]{0,349}$/, /^\w[\w-]{0,79}$/, /^\w[\w.-]{0,79}$/, /^\w[\w.-]{0,79}$/] as const;

const DEFAULT_HOST = 'registry.ollama.ai';
const DEFAULT_NAMESPACE = 'library';

/**
 * The name of the model whose manifest has this path below `manifests`. Undefined where Ollama does not accept the path:
 * at another depth than four, or with a part that cannot be one of a name.
 */
export function modelName(path: string): ModelName | undefined {
  const parts = path.split('/');
  const [host = '', namespace = '', model = '', tag = ''] = parts;
  if (parts.length !== PARTS.length || !PARTS.every((part, at) => part.test(parts[at] as string))) return undefined;
  const isDefaultHost = host.toLowerCase() === DEFAULT_HOST;
  const isDefault = isDefaultHost && namespace.toLowerCase() === DEFAULT_NAMESPACE;
  const before = isDefault ? '' : isDefaultHost ? `${namespace}/` : `${host}/${namespace}/`;
  return { full: `${host}/${namespace}/${model}:${tag}`, short: `${before}${model}:${tag}` };
}
