import { dtypeFacts } from '../../tensor/dtype.ts';
import { pictureAxes } from '../../tensor/picture-layout.ts';
import { type Shape, type ShapeSpec, safeElementCount } from '../../tensor/shape.ts';
import { TENSOR_VIEWS, type TensorViewName } from './view-props.ts';

/** What the dimensions of a tensor are called: by the schema's names where it has them, else by their numbers. */
export function dimensionNames(rank: number, stated: ShapeSpec | undefined): string[] {
  const names = typeof stated === 'object' && stated.length === rank ? stated : [];
  return Array.from({ length: rank }, (_, dimension) => {
    const name = names[dimension];
    if (typeof name !== 'string' || name === '*' || name.trim() === '') return `dimension ${dimension}`;
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${dimension})`;
  });
}

/** Elements that a sound has at least along one dimension. */
const MIN_SOUND_SAMPLES = 256;

/** Bits of an id of a token: no vocabulary is so small that its ids have fewer. */
const MIN_ID_BITS = 16;

/** Channels of a sound at most. */
const MAX_SOUND_CHANNELS = 64;

/**
 * The views that apply to a tensor, in the page's order. Of one without elements there is none.
 *
 * @param hasVocabulary whether the package tells ids of tokens
 */
export function viewsOf(
  dtype: string,
  shape: Shape,
  stated: ShapeSpec | undefined,
  hasVocabulary = false,
): TensorViewName[] {
  const count = safeElementCount(shape);
  if (!count) return [];
  const { kind, bits = 0 } = dtypeFacts(dtype) ?? {};
  const isNumber = kind !== 'string' && kind !== 'complex';
  const long = shape.filter((size) => size > 1n);
  const applies: Record<TensorViewName, boolean> = {
    Numbers: true,
    'Heat map': isNumber && long.length >= 1,
    Image: isNumber && pictureAxes(shape, stated).length > 0,
    Line: isNumber && long.length >= 1,
    Sound: isNumber && kind !== 'bool' && isSound(long),
    Text: kind === 'string' || (hasVocabulary && (kind === 'int' || kind === 'uint') && bits >= MIN_ID_BITS),
  };
  return TENSOR_VIEWS.filter((view) => applies[view]);
}

/** Whether sizes, those of 1 left out, can be samples of one or several channels, in either order. */
function isSound(sizes: readonly bigint[]): boolean {
  const [first = 1n, second = 1n] = sizes;
  const [few, many] = first < second ? [first, second] : [second, first];
  return sizes.length >= 1 && sizes.length <= 2 && many >= MIN_SOUND_SAMPLES && few <= MAX_SOUND_CHANNELS;
}
