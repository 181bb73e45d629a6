import { formatBytes, formatCount } from '../../base/amounts.ts';
import type { Package, TensorInfo } from '../package.ts';
import type { Parameters } from './parameters.ts';

/** Names that PEFT, kohya and diffusers give to the two factors of a LoRA. */
const LORA = /(?:^|[._])lora_(?:A|B|up|down|unet|te\d?)(?:[._]|$)/;

/** The moments that Adam keeps of each parameter, as PyTorch names them. */
const MOMENT = /(?:^|\.)exp_avg(?:_sq)?(?:\.|$)/;

/** What the Overview says of a file of weights first: what it is, its figures, and the tables of its parameters. */
export function weightsParts(
  parameters: Parameters,
  tensors: readonly TensorInfo[],
): Pick<Package, 'inShort' | 'figures' | 'panels' | 'model'> {
  const panels = parameters.panels();
  if (parameters.count === 0n) return { panels };
  return {
    inShort: `${whatOf(tensors)}, ${parameters.inWords}`,
    figures: [
      ...parameters.figure(),
      ...parameters.typeFigure(),
      { label: 'Tensors', value: formatCount(tensors.length), note: `${formatBytes(parameters.bytes)} of data` },
    ],
    panels,
    model: { parameters: parameters.count, type: parameters.mainType },
  };
}

/** What the names of its tensors say, which is all that such a file says of itself. */
function whatOf(tensors: readonly TensorInfo[]): string {
  if (tensors.length === 1) return 'One tensor';
  const isMostly = (names: RegExp) => tensors.filter(({ name }) => names.test(name)).length * 2 > tensors.length;
  if (isMostly(LORA)) return 'A LoRA adapter';
  if (isMostly(MOMENT)) return 'The state of an optimizer';
  return 'Weights';
}
