import { formatNumberOf, grouped } from '../../../base/amounts.ts';
import { faultOfFile } from '../../../base/errors.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { sha256 } from '../../../codec/sha256.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { Layer } from './layer.ts';
import { MAX_ALL_LAYERS, MAX_MANIFEST_BYTES, MAX_MANIFESTS_BYTES } from './limits.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { eachAtOnce, type ManifestFile, type Store } from './store.ts';

/** A model of a store: its manifest, read and compared with the blobs that are there. */
export interface Model {
  file: ManifestFile;
  manifest: Manifest;
  /** "gemma:2b"; without a name, that of its manifest's file. */
  title: string;
  /** SHA-256 of the whole file. */
  fileSha256: string;
  /** SHA-256 of the bytes that Ollama hashes. Its first twelve digits are the ID that `ollama list` shows. */
  listedSha256: string;
  /** The layers, and the configuration at the end. */
  layers: readonly Layer[];
}

/**
 * Reads the manifests of a store, several at once and sorted by name. What is wrong with one becomes findings. Rejects
 * where the container's bytes do not come.
 */
export async function readModels(store: Store, report: Report, signal?: AbortSignal): Promise<Model[]> {
  const models: (Model | undefined)[] = [];
  let bytes = 0;
  let layers = 0;
  await eachAtOnce(store.manifests, async (file, at) => {
    const { path, source } = file;
    bytes += source.size;
    if (source.size > MAX_MANIFEST_BYTES || bytes > MAX_MANIFESTS_BYTES) {
      const message = grouped`${quote(path)} has ${source.size} bytes, and was not read.`;
      report.add('ollama/manifest-too-large', message, { path });
      return;
    }
    if (layers > MAX_ALL_LAYERS) {
      const message = `${quote(path)} was not read: the others have more than ${MAX_ALL_LAYERS} layers.`;
      report.add('ollama/too-many-manifests', message, { path });
      return;
    }
    try {
      const model = await readModel(file, report, signal);
      layers += model.layers.length;
      models[at] = model;
    } catch (error) {
      const { code, message } = faultOfFile(error);
      report.add(code, message, { path });
    }
  });
  const found = models.filter((model) => model !== undefined);
  found.sort((a, b) => (a.title < b.title ? -1 : Number(a.title > b.title)));
  for (const model of found) reportPlace(model, report);
  return found;
}

async function readModel(file: ManifestFile, report: Report, signal: AbortSignal | undefined): Promise<Model> {
  const { path, source, name } = file;
  const bytes = await source.read(0, source.size, signal);
  const manifest = parseManifest(bytes, path, report);
  const { layers, config, idBytes } = manifest;
  const fileSha256 = await sha256(bytes);
  return {
    file,
    manifest,
    title: name?.short ?? baseName(path),
    fileSha256,
    listedSha256: idBytes === bytes.length ? fileSha256 : await sha256(bytes.slice(0, idBytes)),
    layers: config ? [...layers, config] : layers,
  };
}

/** Says where Ollama does not look for manifests. */
function reportPlace({ file: { path, name, below } }: Model, report: Report): void {
  if (name || below === undefined) return;
  const levels = below.split('/').length;
  const code = levels === 4 ? 'ollama/bad-name' : 'ollama/wrong-depth';
  const message =
    levels === 4
      ? `${quote(below)} is not a name of a model.`
      : `${quote(path)} has ${formatNumberOf(levels, 'level')} below “manifests”, not 4.`;
  report.add(code, message, { path });
}
