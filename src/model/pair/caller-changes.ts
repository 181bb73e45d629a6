import { type ShapeSpec, shapeText } from '../../tensor/shape.ts';
import type { Package, TensorSpec } from '../package.ts';
import { type FactText, factName } from '../run-facts.ts';
import { fitsShape, fixesSize, opensSizes, type SymbolSizes, symbolSize, symbolsOf } from './shape-fit.ts';

/** What a change does to code that calls the model: `breaks` it, `may` break it, or `adds` to what it can use. */
export type CallerEffect = 'breaks' | 'may' | 'adds';

/** A change that callers of the model notice. */
export interface CallerChange {
  effect: CallerEffect;
  about: 'input' | 'output' | 'schema' | 'runner' | 'option' | 'platform';
  /** What the change is of, before the text: a name of the package. */
  name?: string;
  /** The rest of the sentence, without its point. It has both sides. */
  text: FactText;
}

/** What a package says to its callers. */
export type CalledPackage = Pick<Package, 'inputs' | 'outputs' | 'runtime'>;

const ORDER: readonly CallerEffect[] = ['breaks', 'may', 'adds'];

/** What callers of `before` notice of `after`, the worst first. */
export function callerChanges(before: CalledPackage, after: CalledPackage): CallerChange[] {
  const changes = [...schemaChanges(before, after), ...runtimeChanges(before, after)];
  return ORDER.flatMap((effect) => changes.filter((change) => change.effect === effect));
}

function schemaChanges(before: CalledPackage, after: CalledPackage): CallerChange[] {
  const [had, has] = [before, after].map(({ inputs, outputs }) => inputs.length + outputs.length > 0);
  if (!had && !has) return [];
  if (!has) return [{ effect: 'may', about: 'schema', text: ['What it takes and gives is not stated any more'] }];
  if (!had) return [{ effect: 'adds', about: 'schema', text: ['What it takes and gives is stated now'] }];
  const sizes: SymbolSizes = new Map();
  const inputs = matched(before.inputs, after.inputs);
  const ofInputs = inputs.pairs.flatMap(([old, now]) => inputChange(old, now, sizes));
  const asked: SymbolSizes = new Map(
    before.inputs.flatMap(({ shape }) => symbolsOf(shape).map((name) => [name, symbolSize(name)])),
  );
  const outputs = matched(before.outputs, after.outputs);
  return [
    ...inputs.gone.map((spec) => whole(spec, 'input', 'breaks', ['is not taken any more'])),
    ...ofInputs,
    ...inputs.come.map((spec) => whole(spec, 'input', 'may', ['is a new input: ', ...typeOf(spec)])),
    ...orderChange('input', before.inputs, after.inputs),
    ...outputs.gone.map((spec) => whole(spec, 'output', 'breaks', ['is not returned any more'])),
    ...outputs.pairs.flatMap(([old, now]) => outputChange(old, now, asked, sizes)),
    ...outputs.come.map((spec) => whole(spec, 'output', 'adds', ['is a new output: ', ...typeOf(spec)])),
    ...orderChange('output', before.outputs, after.outputs),
  ];
}

function whole(
  { name = 'unnamed' }: TensorSpec,
  about: 'input' | 'output',
  effect: CallerEffect,
  text: FactText,
): CallerChange {
  return { effect, about, name, text };
}

/** Which specs go together: those of one name, and those that were only given another name. */
function matched(before: readonly TensorSpec[], after: readonly TensorSpec[]) {
  const byName = new Map(after.map((spec) => [spec.name, spec]));
  const pairs = before.flatMap((old): [TensorSpec, TensorSpec][] => {
    const now = byName.get(old.name);
    return now && byName.delete(old.name) ? [[old, now]] : [];
  });
  const known = new Set(pairs.flat());
  let gone = before.filter((spec) => !known.has(spec));
  let come = after.filter((spec) => !known.has(spec));
  for (const old of gone) {
    const now = renamedTo(old, gone, come);
    if (!now) continue;
    pairs.push([old, now]);
    gone = gone.filter((spec) => spec !== old);
    come = come.filter((spec) => spec !== now);
  }
  return { pairs, gone, come };
}

/** The one new spec that says the same under another name. Undefined where there is none, or more than one. */
function renamedTo(old: TensorSpec, gone: readonly TensorSpec[], come: readonly TensorSpec[]): TensorSpec | undefined {
  const isAlike = (a: TensorSpec, b: TensorSpec) => a.dtype === b.dtype && sameShape(a.shape, b.shape);
  const alike = come.filter((spec) => isAlike(old, spec));
  const [inside] = alike.filter(({ internalName }) => internalName !== undefined && internalName === old.internalName);
  if (inside) return inside;
  return alike.length === 1 && gone.filter((spec) => isAlike(spec, old)).length === 1 ? alike[0] : undefined;
}

function sameShape(a: ShapeSpec | undefined, b: ShapeSpec | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return specText(a) === specText(b);
}

function specText(shape: ShapeSpec): string {
  if (shape === '*') return 'any shape';
  return typeof shape === 'string' ? shape : shapeText(shape);
}

function typeOf({ dtype, shape }: TensorSpec): FactText {
  return [factName([dtype, shape && specText(shape)].filter((part) => part !== undefined).join(' ') || 'any type')];
}

/** "takes float16, took float32". */
function bothSides(now: string, after: string, was: string, before: string): FactText {
  return [`${now} `, factName(after), `, ${was} `, factName(before)];
}

function renaming(old: TensorSpec, now: TensorSpec, about: 'input' | 'output'): CallerChange[] {
  if (old.name === now.name) return [];
  return [whole(old, about, 'breaks', ['is called ', factName(now.name ?? 'unnamed'), ' now'])];
}

function retyping(
  old: TensorSpec,
  now: TensorSpec,
  about: 'input' | 'output',
  words: [string, string],
): CallerChange[] {
  if (old.dtype === undefined || now.dtype === undefined || old.dtype === now.dtype) return [];
  return [whole(now, about, 'breaks', bothSides(words[0], now.dtype, words[1], old.dtype))];
}

function inputChange(old: TensorSpec, now: TensorSpec, sizes: SymbolSizes): CallerChange[] {
  const words: [string, string] = ['takes', 'took'];
  const others = [...renaming(old, now, 'input'), ...retyping(old, now, 'input', words)];
  if (old.shape === undefined || now.shape === undefined) return others;
  const fits = fitsShape(old.shape, now.shape, sizes);
  if (fits && fitsShape(now.shape, old.shape, new Map())) return others;
  const text = bothSides(words[0], specText(now.shape), words[1], specText(old.shape));
  return [...others, whole(now, 'input', fits ? 'adds' : 'breaks', text)];
}

/**
 * @param asked what symbols of the old schema stand for to callers
 * @param means what symbols of the new one stand for, when it is called as the old one was
 */
function outputChange(old: TensorSpec, now: TensorSpec, asked: SymbolSizes, means: SymbolSizes): CallerChange[] {
  const words: [string, string] = ['is', 'was'];
  const others = [...renaming(old, now, 'output'), ...retyping(old, now, 'output', words)];
  if (old.shape === undefined || now.shape === undefined) return others;
  const isFixed = fixesSize(old.shape, now.shape);
  if (!isFixed && fitsShape(now.shape, old.shape, asked, means)) return others;
  const effect = !isFixed && opensSizes(old.shape, now.shape) ? 'may' : 'breaks';
  return [
    ...others,
    whole(now, 'output', effect, bothSides(words[0], specText(now.shape), words[1], specText(old.shape))),
  ];
}

/** Callers that give no names go by the order where a format allows that. */
function orderChange(
  about: 'input' | 'output',
  before: readonly TensorSpec[],
  after: readonly TensorSpec[],
): CallerChange[] {
  const names = (of: readonly TensorSpec[], others: readonly TensorSpec[]) =>
    of.map(({ name }) => name).filter((name) => others.some((other) => other.name === name));
  const [old, now] = [names(before, after), names(after, before)];
  if (old.length !== now.length || old.every((name, at) => name === now[at])) return [];
  return [{ effect: 'may', about, text: [`The ${about}s are in another order, which matters to calls without names`] }];
}

function runtimeChanges({ runtime: old }: CalledPackage, { runtime: now }: CalledPackage): CallerChange[] {
  const may = (about: 'runner' | 'platform', text: FactText): CallerChange => ({ effect: 'may', about, text });
  const side = (value: string | undefined) => (value === undefined ? 'none' : factName(value));
  const same = old?.name === now?.name;
  const changes: CallerChange[] = [];
  if (!same || old?.version !== now?.version) {
    const text = (of: Package['runtime'], isShort = false) =>
      of && [isShort ? undefined : of.name, of.version].filter(Boolean).join(' ');
    changes.push(
      may('runner', ['Runner ', side(text(now) || undefined), ', was ', side(text(old, same) || undefined)]),
    );
  }
  if (old?.compat !== now?.compat)
    changes.push(may('runner', ['Runner compat version ', side(now?.compat), ', was ', side(old?.compat)]));
  return [...changes, ...platformChanges(old?.platforms, now?.platforms), ...optionChanges(old?.options, now?.options)];
}

/** Without a list, a model runs on all platforms. */
function platformChanges(before: readonly string[] = [], after: readonly string[] = []): CallerChange[] {
  const names = (platforms: readonly string[]): FactText =>
    platforms.flatMap((name, at) => (at === 0 ? [factName(name)] : [', ', factName(name)]));
  const change = (effect: CallerEffect, text: FactText): CallerChange[] => [{ effect, about: 'platform', text }];
  if (before.length === 0 && after.length === 0) return [];
  if (before.length === 0) return change('may', ['Runs only on ', ...names(after), ', ran on all platforms']);
  if (after.length === 0) return change('adds', ['Runs on all platforms, ran only on ', ...names(before)]);
  const gone = before.filter((name) => !after.includes(name));
  const come = after.filter((name) => !before.includes(name));
  return [
    ...(gone.length > 0 ? change('may', ['Does not run on ', ...names(gone), ' any more']) : []),
    ...(come.length > 0 ? change('adds', ['Runs on ', ...names(come), ' too']) : []),
  ];
}

function optionChanges(
  before: Readonly<Record<string, string>> = {},
  after: Readonly<Record<string, string>> = {},
): CallerChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): CallerChange[] => {
    const [old, now] = [before, after].map((of) => (Object.hasOwn(of, name) ? of[name] : undefined));
    if (old === now) return [];
    const side = (value: string | undefined) => (value === undefined ? 'not set' : factName(value));
    return [{ effect: 'may', about: 'option', name, text: ['is ', side(now), ', was ', side(old)] }];
  });
}

/** "2 changes break callers." Nothing where none does. */
export function breakingSentence(changes: readonly CallerChange[]): string | undefined {
  const count = changes.filter(({ effect }) => effect === 'breaks').length;
  if (count === 0) return undefined;
  return count === 1 ? '1 change breaks callers' : `${count} changes break callers`;
}

/** The effect in a word or two, as a label says it. */
export const EFFECT_WORDS: Readonly<Record<CallerEffect, string>> = {
  breaks: 'breaks',
  may: 'may break',
  adds: 'adds',
};
