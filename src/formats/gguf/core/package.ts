import type { Package } from '../../../model/package.ts';
import { Parameters, SOFT_DOT } from '../../../model/tensor/parameters.ts';
import { UNKNOWN_PARTS } from '../../files-package.ts';
import { conversionOf } from './conversion.ts';
import { aboutModel, factsOf, fileTypeText, HeaderValues } from './facts.ts';
import type { GgufFile, GgufTensor } from './file.ts';
import { figuresOf, inShortOf } from './glance.ts';
import { kindOf } from './kind.ts';
import { originsOf } from './origins.ts';
import { type GgufOwn, isTemplate } from './own.ts';
import { runsOf, VERDICTS, WORDS } from './words.ts';

/** What a block's tensors begin with, before "_": attention and feed-forward are its parts. */
const BLOCK_PART = /^(blk\.\d+\.(?:attn|ffn|ssm))_/;

/**
 * A package of these tensors, except for what follows from where they lie.
 *
 * @param first the file whose header speaks for all
 * @param shardCount files of the model, also those that were not read
 */
export function packageOf(
  first: GgufFile,
  files: readonly GgufFile[],
  tensors: readonly GgufTensor[],
  shardCount = 1,
): Omit<Package, 'name' | 'size' | 'files' | 'findings'> {
  const { header, path, alignment } = first;
  const values = new HeaderValues(header.keyValues);
  // A shape that is wrong in itself has no number of elements that means anything.
  const sound = tensors.filter(({ checked: { problem } }) => !problem || problem.code === 'gguf/truncated');
  const parameters = new Parameters(
    sound.map(({ info }) => info),
    (name) => name.replace(BLOCK_PART, `$1${SOFT_DOT}`),
  );
  const { little, lengthBytes, version, keyValueCount, keyValues } = header;
  const own: GgufOwn = {
    path,
    little,
    lengthBytes,
    version,
    shardCount,
    keyValueCount,
    keyValues,
    dataStarts: files.flatMap(({ path: of, dataStart: start }) => (start === undefined ? [] : [{ path: of, start }])),
  };
  return {
    ...UNKNOWN_PARTS,
    format: 'gguf',
    formatName: 'GGUF',
    formatVersion: String(version),
    words: WORDS,
    verdicts: VERDICTS,
    ...aboutModel(values),
    facts: factsOf(header, alignment, {
      parameters,
      tensors: files.reduce((sum, file) => sum + file.header.tensorCount, 0n),
      files: files.length,
      shardCount,
    }),
    inShort: inShortOf(values, kindOf(keyValues, tensors.length), parameters, tensors.length),
    figures: figuresOf(values, parameters, tensors.length),
    panels: parameters.panels(),
    model: {
      architecture: values.text('general.architecture'),
      parameters: parameters.count > 0n ? parameters.count : undefined,
      type: fileTypeText(values) ?? parameters.mainType,
    },
    tensors: tensors.map(({ info }) => info),
    ...originsOf(values),
    ...(tensors.length === 0 ? { noTensors: 'The header lists no tensors. Its key-values are on the Overview.' } : {}),
    runs: runsOf(keyValues.some(isTemplate)),
    conversion: conversionOf(keyValues),
    own,
  };
}
