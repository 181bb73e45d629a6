import { createHash } from 'node:crypto';
import { type Container, folderContainer } from '../../archive/container.ts';
import { encodeUtf8 } from '../../base/bytes.ts';

/** The prefix of the media types of layers. */
const IMAGE = 'application/vnd.ollama.image.';

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A layer as a manifest has it, for this content. `type` is the end of its media type. */
export function layerOf(type: string, content: string | Uint8Array): Record<string, unknown> {
  const size = typeof content === 'string' ? encodeUtf8(content).length : content.length;
  return { mediaType: `${IMAGE}${type}`, digest: `sha256:${sha256Of(content)}`, size };
}

/** The text of a manifest with these layers, as Ollama writes it. */
export function manifestText(layers: unknown, config?: unknown): string {
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
    ...(config === undefined ? {} : { config }),
    layers,
  });
}

/** The configuration layer of a content. */
export function configLayer(content: string): Record<string, unknown> {
  return { ...layerOf('config', content), mediaType: 'application/vnd.docker.container.image.v1+json' };
}

/** A folder of models. Paths as they are in `models`; a blob's path is made of its content by `blobPath`. */
export function storeFolder(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Container {
  return folderContainer(
    'models',
    Object.entries(files).map(([path, content]) => ({
      path: `models/${path}`,
      file: new File([content], path.split('/').at(-1) ?? path),
    })),
  );
}

export function blobPath(content: string | Uint8Array): string {
  return `blobs/sha256-${sha256Of(content)}`;
}

/** The path of the manifest of a model of the library. */
export function manifestPath(model: string, tag = 'latest'): string {
  return `manifests/registry.ollama.ai/library/${model}/${tag}`;
}
