import type { Layer } from './layer.ts';
import type { MediaType } from './media-type.ts';

/** What the format's own view knows of a package. Plain data. */
export interface OllamaOwn {
  /** `manifest`: one without any of its blobs. `model`: one with blobs. `store`: a folder of models. */
  kind: 'manifest' | 'model' | 'store';
  models: readonly ShownModel[];
  /** Blobs that no manifest names, and unfinished downloads. */
  unnamed: FileCount;
  unfinished: FileCount;
  /** All blobs on the disk, each once. */
  blobs: FileCount;
  /** Texts of layers by the SHA-256 of their blobs: those that opening has read. */
  texts: readonly { sha256: string; text: string }[];
}

export interface FileCount {
  count: number;
  /** Bytes. */
  bytes: number;
  /** The first of them. */
  paths: readonly string[];
}

/** A model as a list of models shows it, and its layers. */
export interface ShownModel {
  title: string;
  /** "registry.ollama.ai/library/gemma:2b". Undefined where Ollama does not list it. */
  full?: string | undefined;
  /** The path of its manifest. */
  path: string;
  /** As `ollama list` shows it: twelve hexadecimal digits. */
  id: string;
  /** The sizes that the layers state, together: what `ollama list` shows. As text: it may be beyond 2^53. */
  listedBytes: string;
  /** Bytes of its blobs that are on the disk: those that no other model names, and those that others name too. */
  aloneBytes: number;
  sharedBytes: number;
  /** Blobs that it names and that are not here. */
  missing: number;
  /** Facts of its configuration: family, parameters, quantization. */
  facts: readonly { label: string; value: string }[];
  layers: readonly ShownLayer[];
  /** Layers that are left out of `layers`. */
  moreLayers: number;
}

/** A layer, with what its media type says. */
export interface ShownLayer extends Omit<Layer, 'type'>, Pick<MediaType, 'label' | 'kind' | 'note'> {
  mediaType: string;
  /** Ollama does not recognize its media type, although it says what the layer is. */
  isIgnored?: true | undefined;
  /** The file of its blob, where it is here. */
  path?: string | undefined;
  state: 'here' | 'missing' | 'unfinished' | 'elsewhere';
  /** Other models that have this blob. */
  sharedWith: number;
}
