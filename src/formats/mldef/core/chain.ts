import { quote } from '../../../base/text.ts';
import type { Tell } from './manifest.ts';
import type { LayerSection, Sections } from './sections.ts';

/** Names of a circle that a sentence quotes. */
const MAX_NAMED = 4;

/** The index of the layer from which each layer takes input. Undefined where it takes input from none that is known. */
export type Priors = readonly (number | undefined)[];

/**
 * Finds what layers take input from, and reports what cannot be: unknown names, circles, names that are there twice.
 */
export function checkChain({ layers, nodeRanges }: Sections, tell: Tell): Priors {
  const byName = new Map<string, number>();
  for (const [index, { name, at }] of layers.entries()) {
    if (name === undefined) continue;
    if (byName.has(name)) tell('mldef/duplicate-name', `Two layers are named ${quote(name)}. The first counts.`, at);
    else byName.set(name, index);
  }
  const priors = layers.map(({ name = '', prior, priorAt }, index) => {
    if (prior === undefined) return undefined;
    const found = byName.get(prior);
    if (found === undefined) {
      tell(
        'mldef/prior-unknown',
        `The layer ${quote(name)} takes input from ${quote(prior)}, which is not a layer.`,
        priorAt,
      );
    } else if (found > index) {
      const message = `The layer ${quote(name)} takes input from ${quote(prior)}, which is declared after it.`;
      tell('mldef/prior-later', message, priorAt);
    }
    return found;
  });
  for (const circle of circlesOf(priors)) tellCircle(circle, layers, tell);
  checkInputs(layers, nodeRanges, tell);
  return priors;
}

/** Layers that take input from each other. A layer has one prior, so each is in one circle at most. */
function circlesOf(priors: Priors): number[][] {
  const circles: number[][] = [];
  /** The walk in which each layer was reached first. */
  const walkOf = new Map<number, number>();
  for (const start of priors.keys()) {
    let at: number | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      at = priors[at];
    }
    if (at === undefined || walkOf.get(at) !== start) continue;
    const circle = [at];
    for (let next = priors[at]; next !== undefined && next !== at; next = priors[next]) circle.push(next);
    circles.push(circle);
  }
  return circles;
}

function tellCircle(circle: readonly number[], layers: readonly LayerSection[], tell: Tell): void {
  const first = layers[Math.min(...circle.slice(0, MAX_NAMED))] as LayerSection;
  const names = circle.slice(0, MAX_NAMED).map((index) => quote(layers[index]?.name ?? ''));
  const more = circle.length - names.length;
  const message =
    circle.length === 1
      ? `The layer ${names[0]} takes input from itself.`
      : `These layers take input from each other: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  tell('mldef/prior-cycle', message, first.priorAt);
}

/** The number of inputs is there twice: in the node ranges and in the layers that are marked as input. */
function checkInputs(layers: readonly LayerSection[], nodes: Sections['nodeRanges'], tell: Tell): void {
  const inputs = layers.filter(({ isInput }) => isInput);
  const ranges = nodes.filter(({ type }) => type === 'input');
  if (inputs.length === 0 || ranges.length === 0) return;
  const sumOf = (list: readonly { count?: number | undefined }[]) =>
    list.reduce((sum, { count = 0 }) => sum + count, 0);
  const [ofLayers, ofRanges] = [sumOf(inputs), sumOf(ranges)];
  if (ofLayers === ofRanges) return;
  const message = `The input layers have ${ofLayers} inputs, and the input node ranges have ${ofRanges} nodes.`;
  tell('mldef/input-count', message, inputs[0]?.at);
}
