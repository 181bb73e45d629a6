import { quote } from '../../../base/text.ts';
import type { ReadSection } from './fields.ts';
import type { Tell } from './manifest.ts';
import { isInput, type Sections } from './sections.ts';

/** Names of a circle that a sentence quotes. */
const MAX_NAMED = 4;

/** The index of the layer from which each layer takes input. Undefined where it takes input from none that is known. */
type Priors = readonly (number | undefined)[];

/**
 * Finds what layers take input from, and reports what cannot be: unknown names, circles, names that are there twice.
 */
export function checkChain({ layers, nodeRanges }: Sections, tell: Tell): void {
  const byName = new Map<string, number>();
  for (const [index, { values, at }] of layers.entries()) {
    const { name } = values;
    if (name === undefined) continue;
    if (byName.has(name)) tell('mldef/duplicate-name', `Two layers are named ${quote(name)}. The first counts.`, at);
    else byName.set(name, index);
  }
  const priors = layers.map(({ values: { name = '', prior }, placeOf }, index) => {
    if (prior === undefined) return undefined;
    const found = byName.get(prior);
    const what = `The layer ${quote(name)} takes input from ${quote(prior)}, which is`;
    if (found === undefined) tell('mldef/prior-unknown', `${what} not a layer.`, placeOf('prior'));
    else if (found > index) tell('mldef/prior-later', `${what} declared after it.`, placeOf('prior'));
    return found;
  });
  for (const circle of circlesOf(priors)) tellCircle(circle, layers, tell);
  checkInputs(layers, nodeRanges, tell);
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

function tellCircle(circle: readonly number[], layers: Sections['layers'], tell: Tell): void {
  const first = layers[Math.min(...circle.slice(0, MAX_NAMED))];
  const names = circle.slice(0, MAX_NAMED).map((index) => quote(layers[index]?.values.name ?? ''));
  const more = circle.length - names.length;
  const message =
    circle.length === 1
      ? `The layer ${names[0]} takes input from itself.`
      : `These layers take input from each other: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  tell('mldef/prior-cycle', message, first?.placeOf('prior'));
}

/** The number of inputs is there twice: in the node ranges and in the layers that are marked as input. */
function checkInputs(layers: Sections['layers'], nodes: Sections['nodeRanges'], tell: Tell): void {
  const inputs = layers.filter(isInput);
  const ranges = nodes.filter(({ values }) => values.type === 'input');
  if (inputs.length === 0 || ranges.length === 0) return;
  const sumOf = (list: readonly ReadSection<'layer' | 'nodeRange'>[]) =>
    list.reduce((sum, { values: { count = 0 } }) => sum + count, 0);
  const [ofLayers, ofRanges] = [sumOf(inputs), sumOf(ranges)];
  if (ofLayers === ofRanges) return;
  const message = `The input layers have ${ofLayers} inputs, and the input node ranges have ${ofRanges} nodes.`;
  tell('mldef/input-count', message, inputs[0]?.at);
}
