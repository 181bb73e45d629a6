import { HeaderValues } from './facts.ts';
import type { KeyValue } from './header/key-value.ts';
import { isTemplate } from './own.ts';

/**
 * What a file is for: a model that chats, one that only continues a text, one that gives embeddings, a part that needs
 * a model beside it, or something that no program runs.
 */
export type ModelKind = 'chat' | 'completion' | 'embedding' | 'projector' | 'adapter' | 'other';

/**
 * Why no program can run a file without tensors, in a sentence. Undefined where it has some.
 *
 * @param tensors how many it has
 */
export function missingWeights(keyValues: readonly KeyValue[], tensors: number): string | undefined {
  if (tensors > 0) return undefined;
  const has = keyValues.some(({ key }) => key === 'tokenizer.ggml.tokens')
    ? 'has a vocabulary and no tensors'
    : 'has no tensors';
  return `This file ${has}, so there are no weights to run. Its key-values can be read.`;
}

/** Architectures that only give embeddings: `bert`, `nomic-bert`, `jina-bert-v2`. */
const EMBEDDING = /bert/;

/** What a file is for, by its keys and the number of its tensors. */
export function kindOf(keyValues: readonly KeyValue[], tensors: number): ModelKind {
  const values = new HeaderValues(keyValues);
  const architecture = values.text('general.architecture');
  const type = values.text('general.type') ?? 'model';
  if (type === 'adapter') return 'adapter';
  if (type === 'mmproj' || architecture === 'clip') return 'projector';
  if (type !== 'model' || architecture === undefined || tensors === 0) return 'other';
  if (architecture === 'controlvector') return 'other';
  if (EMBEDDING.test(architecture)) return 'embedding';
  return keyValues.some(isTemplate) ? 'chat' : 'completion';
}
