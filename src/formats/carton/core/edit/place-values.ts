import { baseName } from '../../../../model/file/file-name.ts';
import type { Shape, ShapeSpec } from '../../../../tensor/shape.ts';
import type { SpecSide } from './steps.ts';

/** An input or output that a self-test or example can have a value for. */
export interface Slot {
  readonly side: SpecSide;
  readonly name: string;
}

/** Tells a slot from the others of its self-test or example. */
export function slotKey({ side, name }: Slot): string {
  return `${side} ${name}`;
}

/**
 * The input or output that a file, or a tensor of one, is named like: `x.npy` is for `x`. Upper case, `-`, `_`, spaces and
 * dots make no difference where nothing is named exactly so. A folder such as `outputs/` says which side is meant; without
 * one, an input comes first. None that is `taken`.
 *
 * @param path of a dropped file, perhaps with folders, or a tensor's name
 */
export function slotNamed(path: string, slots: readonly Slot[], taken: ReadonlySet<string>): Slot | undefined {
  const folders = path.slice(0, path.length - baseName(path).length);
  const side: SpecSide = /(?:^|[/_-])(?:out|expected|target|label)/i.test(folders) ? 'output' : 'input';
  const free = slots.filter((slot) => !taken.has(slotKey(slot)));
  const ordered = [...free.filter((slot) => slot.side === side), ...free.filter((slot) => slot.side !== side)];
  for (const stem of stemsOf(path)) {
    const found = ordered.find(({ name }) => name === stem) ?? ordered.find(({ name }) => loose(name) === loose(stem));
    if (found) return found;
  }
  return undefined;
}

/** What a file may be named after: all of its name, and without one extension or more. */
function stemsOf(path: string): string[] {
  const stems = [baseName(path)];
  for (let stem = stems[0] as string; /.\.[^.]*$/.test(stem); ) {
    stem = stem.replace(/\.[^.]*$/, '');
    stems.push(stem);
  }
  return stems;
}

function loose(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '');
}

/** The name for an input or output that values are declared for: that of their file, without its extension. */
export function stemOf(path: string): string {
  return baseName(path).replace(/(.)\.[^.]*$/, '$1');
}

/** Whether values are likelier what a model returns than what it takes. */
export function isLikelyOutput(path: string): boolean {
  return /(?:^|[/_.-])(?:y|out(?:put)?s?|expected|labels?|targets?|scores?|logits?|pred\w*|results?|probs?\w*)(?:[/_.\d-]|$)/i.test(
    path,
  );
}

/**
 * The sizes that symbols of the schema have in values: those that come later must have them, too.
 *
 * @param values the shapes that are declared, with those that values have
 */
export function symbolSizes(values: Iterable<{ declared: ShapeSpec | undefined; shape: Shape }>): Map<string, bigint> {
  const sizes = new Map<string, bigint>();
  for (const { declared, shape } of values) {
    if (typeof declared !== 'object' || declared.length !== shape.length) continue;
    for (const [at, size] of declared.entries())
      if (typeof size === 'string' && size !== '*' && !sizes.has(size)) sizes.set(size, shape[at] as bigint);
  }
  return sizes;
}
