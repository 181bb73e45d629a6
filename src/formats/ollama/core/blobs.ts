import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { finding } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { type ExpectedHashes, hashesByPath } from '../../archive-files.ts';
import type { ModelConfig } from './config.ts';
import { blobName, digestOf } from './digest.ts';
import type { Model } from './model.ts';
import type { OllamaOwn } from './own.ts';
import { type Blob, hasBlobs, type Store } from './store.ts';
import { mismatchText, type Texts } from './texts.ts';

/** Compares what the layers say with the blobs that are there, or with what stands in their place. */
export function reportBlobs(
  { file: { path }, layers }: Model,
  store: Store,
  { pointers }: Texts,
  report: Report,
): void {
  const { blobs, begun } = store;
  const seen = new Set<string>();
  for (const { sha256, size, type } of layers) {
    if (sha256 === undefined) continue;
    const blob = blobs.get(sha256);
    if (blob) {
      const key = `${sha256} ${size}`;
      const actual = pointers.get(sha256)?.size ?? BigInt(blob.size);
      if (seen.has(key)) continue;
      seen.add(key);
      const name = baseName(blob.path);
      if (size !== undefined && size !== actual) {
        const message = `${quote(name)} has ${formatNumberOf(actual, 'byte')}. The manifest says ${formatCount(size)}.`;
        report.add('ollama/size-mismatch', message, { path: blob.path, also: path });
      }
      if (digestOf(name) === undefined) {
        report.add('ollama/blob-missing', `Ollama looks for ${quote(blobName(sha256))}, not for ${quote(name)}.`, {
          path,
        });
      }
    } else if (hasBlobs(store) && !seen.has(sha256)) {
      seen.add(sha256);
      const isBegun = begun.has(sha256);
      const what = `The blob ${quote(blobName(sha256))} (${type.label.toLowerCase()})`;
      report.add('ollama/blob-missing', `${what} ${isBegun ? 'is an unfinished download' : 'is not here'}.`, { path });
    }
  }
}

/** Says that a model has no configuration, and compares its number of parameters with the bytes of its weights. */
export function reportConfig(
  { layers, file: { path } }: Model,
  { leastBytes = 0, mostBytes, badCount, facts }: ModelConfig,
  { blobs }: Store,
  { pointers }: Texts,
  report: Report,
): void {
  const kinds = new Set(layers.map(({ type }) => type.kind));
  if (!kinds.has('config') && layers.some(({ type }) => type.kind !== 'foreign')) {
    report.add('ollama/no-config', 'The manifest has no configuration.', { path });
  }
  if (badCount !== undefined) {
    report.add('ollama/bad-count', `The configuration says ${quote(badCount)} parameters.`, { path });
  }
  const weights = layers.filter(({ type }) => type.kind === 'model' || type.kind === 'tensor');
  const sizes = weights.map(({ sha256 = '' }) => pointers.get(sha256)?.size ?? blobs.get(sha256)?.size);
  if (mostBytes === undefined || sizes.length === 0 || sizes.includes(undefined)) return;
  const bytes = sizes.reduce((sum: number, size) => sum + Number(size), 0);
  if (bytes >= leastBytes && bytes <= mostBytes) return;
  const stated = facts.find(({ label }) => label === 'Parameters')?.value ?? '';
  const message = `The configuration says ${quote(stated)} parameters, and the weights have ${formatCount(bytes)} bytes.`;
  report.add(bytes < leastBytes ? 'ollama/parameter-count' : 'ollama/more-weights', message, { path });
}

/** Says what no model needs, and of a manifest alone what it needs. */
export function reportSpare({ kind, models }: OllamaOwn, store: Store, unnamed: readonly Blob[], report: Report): void {
  // Blobs that were chosen without any manifest are not spare.
  for (const { path, size } of models.length > 0 ? unnamed : []) {
    report.add('ollama/unnamed-blob', `No model names this blob of ${formatNumberOf(size, 'byte')}.`, { path });
  }
  for (const { path, size } of store.partials) {
    report.add('ollama/partial-blob', `${formatNumberOf(size, 'byte')} of an unfinished download.`, { path });
  }
  for (const { missing, listedBytes, path } of kind === 'manifest' ? models : []) {
    const needs = `${formatNumberOf(missing, 'file')} of ${formatBytes(BigInt(listedBytes))}`;
    if (missing > 0) report.add('ollama/blobs-elsewhere', `The model needs ${needs} together.`, { path });
  }
}

/**
 * The SHA-256 that each blob and each copy of one should have, which is in its name. What opening has reported of a
 * text is not reported again.
 */
export function blobHashes({ blobs, copies }: Store, { digested }: Texts): ExpectedHashes {
  const byPath = new Map([...blobs.values(), ...copies].map(({ path, sha256 }) => [path, sha256]));
  return hashesByPath(byPath, (path, sha256) =>
    digested.get(path) === sha256 ? [] : [finding('ollama/digest-mismatch', mismatchText(path, sha256), { path })],
  );
}
