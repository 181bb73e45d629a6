import type { Container } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { ByteSource } from '../../../source/source.ts';
import { verifyArchive } from '../../archive-files.ts';
import { tensorNamed } from '../../files-package.ts';
import type { OpenContext, OpenPackage } from '../../format.ts';
import { fileTensor } from '../../weight-file.ts';
import { blobHashes } from './blobs.ts';
import { readModels } from './model.ts';
import { packageOf } from './package.ts';
import type { Store } from './store.ts';
import { layerTensors } from './tensors.ts';
import { readTexts } from './texts.ts';
import { openWeights } from './weights.ts';
import '../../../model/findings.ts';

/**
 * Opens a manifest, or a folder with manifests and blobs. Reads the manifests and small texts, of a single model also
 * the header of its weights, and never the weights.
 * Rejects where the container's bytes do not come.
 *
 * @param report what finding the store has shown. Gets what else is wrong
 */
export async function openStore(
  container: Container,
  store: Store,
  report: Report,
  context: OpenContext,
): Promise<OpenPackage> {
  const { signal } = context;
  const models = await readModels(store, report, signal);
  const isRemote = container.servedFrom !== undefined;
  const texts = await readTexts(store, models, isRemote, report, signal);
  const tensors = await layerTensors(models, store, texts, isRemote, report, signal);
  const [only, ...others] = models;
  const weights =
    only && others.length === 0 && tensors.size === 0 ? await openWeights(only, store, context) : undefined;
  const { archive } = store;
  const source = (path: string) =>
    archive ? archive.open(path) : path === container.name ? container.source : undefined;
  const pkg = packageOf({
    container,
    store,
    models,
    texts,
    tensors: weights?.tensors ?? Array.from(tensors.values(), ({ info }) => info),
    weights: weights?.about,
    report,
  });
  const hashes = blobHashes(store, texts);
  return {
    package: pkg,
    source,
    async tensor(name, asked) {
      if (weights) return weights.tensor(name, asked);
      const tensor = tensorNamed(tensors, name);
      const blob = source(tensor.info.data?.path ?? '');
      if (!blob && !tensor.checked.problem)
        throw new BadFileError('ollama/blob-missing', `The blob of the tensor ${quote(name)} cannot be opened.`);
      return fileTensor(tensor, blob as ByteSource);
    },
    ...(archive && pkg.can.verify
      ? {
          digested: texts.digested,
          judgeHash: hashes.judge,
          verify: (options) => verifyArchive(archive, options, hashes),
        }
      : {}),
  };
}
