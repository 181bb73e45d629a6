import { groupBy } from '../../base/group-by.ts';
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
    ...inputs.gone.map((spec) => changeOf(spec, 'input', 'breaks', ['is not taken any more'])),
    ...ofInputs,
    ...inputs.come.map((spec) => changeOf(spec, 'input', 'may', ['is a new input: ', ...typeOf(spec)])),
    ...orderChange('input', before.inputs, after.inputs),
    ...outputs.gone.map((spec) => changeOf(spec, 'output', 'breaks', ['is not returned any more'])),
    ...outputs.pairs.flatMap(([old, now]) => outputChange(old, now, asked, sizes)),
    ...outputs.come.map((spec) => changeOf(spec, 'output', 'adds', ['is a new output: ', ...typeOf(spec)])),
    ...orderChange('output', before.outputs, after.outputs),
  ];
}

function changeOf(
  { name = 'unnamed' }: TensorSpec,
  about: 'input' | 'output',
  effect: CallerEffect,
  text: FactText,
): CallerChange {
  return { effect, about, name, text };
}

/** Which specs go together: those of one name, in their order, and those that were only given another name. */
function matched(before: readonly TensorSpec[], after: readonly TensorSpec[]) {
  const byName = groupBy(after, ({ name }) => name);
  const pairs: [TensorSpec, TensorSpec][] = [];
  const known = new Set<TensorSpec>();
  const pair = (old: TensorSpec, now: TensorSpec | undefined) => {
    if (!now || known.has(now)) return;
    pairs.push([old, now]);
    known.add(old).add(now);
  };
  for (const old of before) pair(old, byName.get(old.name)?.shift());
  const isFree = (spec: TensorSpec) => !known.has(spec);
  const [gone, come] = [before.filter(isFree), after.filter(isFree)];
  const [goneAlike, comeAlike] = [groupBy(gone, typeKey), groupBy(come, typeKey)];
  const byInternal = new Map(come.map((spec) => [internalKey(spec), spec]));
  for (const old of gone) if (old.internalName !== undefined) pair(old, byInternal.get(internalKey(old)));
  for (const old of gone) {
    const key = typeKey(old);
    // Of several that say the same, nobody can tell which one it is.
    const isOne = goneAlike.get(key)?.length === 1 && comeAlike.get(key)?.length === 1;
    if (isFree(old) && isOne) pair(old, comeAlike.get(key)?.[0]);
  }
  return { pairs, gone: gone.filter(isFree), come: come.filter(isFree) };
}

/** What a spec says beside its name. */
function typeKey({ dtype, shape }: TensorSpec): string {
  return `${dtype}\0${shape === undefined ? '' : `${typeof shape} ${specText(shape)}`}`;
}

function internalKey(spec: TensorSpec): string {
  return `${typeKey(spec)}\0${spec.internalName}`;
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
  return [changeOf(old, about, 'breaks', ['is called ', factName(now.name ?? 'unnamed'), ' now'])];
}

function retyping(
  old: TensorSpec,
  now: TensorSpec,
  about: 'input' | 'output',
  words: [string, string],
): CallerChange[] {
  if (old.dtype === now.dtype) return [];
  if (old.dtype === undefined || now.dtype === undefined) return restating(old.dtype, now.dtype, now, about, 'type');
  return [changeOf(now, about, 'breaks', bothSides(words[0], now.dtype, words[1], old.dtype))];
}

/** What is stated of one side alone: an input that had none may have taken more, and an output may be anything. */
function restating(
  old: unknown,
  now: unknown,
  spec: TensorSpec,
  about: 'input' | 'output',
  what: 'type' | 'shape',
): CallerChange[] {
  if (about === 'input' && old === undefined && now !== undefined)
    return [changeOf(spec, about, 'may', [`has a ${what} now, which was not stated`])];
  if (about === 'output' && old !== undefined && now === undefined)
    return [changeOf(spec, about, 'may', [`has no stated ${what} any more`])];
  return [];
}

function inputChange(old: TensorSpec, now: TensorSpec, sizes: SymbolSizes): CallerChange[] {
  const words: [string, string] = ['takes', 'took'];
  const others = [...renaming(old, now, 'input'), ...retyping(old, now, 'input', words)];
  if (old.shape === undefined || now.shape === undefined)
    return [...others, ...restating(old.shape, now.shape, now, 'input', 'shape')];
  const fits = fitsShape(old.shape, now.shape, sizes);
  if (fits && fitsShape(now.shape, old.shape, new Map())) return others;
  const text = bothSides(words[0], specText(now.shape), words[1], specText(old.shape));
  return [...others, changeOf(now, 'input', fits ? 'adds' : 'breaks', text)];
}

/**
 * @param asked what symbols of the old schema stand for to callers
 * @param means what symbols of the new one stand for, when it is called as the old one was
 */
function outputChange(old: TensorSpec, now: TensorSpec, asked: SymbolSizes, means: SymbolSizes): CallerChange[] {
  const words: [string, string] = ['is', 'was'];
  const others = [...renaming(old, now, 'output'), ...retyping(old, now, 'output', words)];
  if (old.shape === undefined || now.shape === undefined)
    return [...others, ...restating(old.shape, now.shape, now, 'output', 'shape')];
  const isFixed = fixesSize(old.shape, now.shape);
  if (!isFixed && fitsShape(now.shape, old.shape, asked, means)) return others;
  const effect = !isFixed && opensSizes(old.shape, now.shape) ? 'may' : 'breaks';
  return [
    ...others,
    changeOf(now, 'output', effect, bothSides(words[0], specText(now.shape), words[1], specText(old.shape))),
  ];
}

/** Callers that give no names go by the order where a format allows that. */
function orderChange(
  about: 'input' | 'output',
  before: readonly TensorSpec[],
  after: readonly TensorSpec[],
): CallerChange[] {
  const names = (of: readonly TensorSpec[], others: readonly TensorSpec[]) => {
    const there = new Set(others.map(({ name }) => name));
    return of.map(({ name }) => name).filter((name) => there.has(name));
  };
  const [old, now] = [names(before, after), names(after, before)];
  if (old.length !== now.length || old.every((name, at) => name === now[at])) return [];
  return [{ effect: 'may', about, text: [`The ${about}s are in another order, which matters to calls without names`] }];
}

function runtimeChanges({ runtime: old }: CalledPackage, { runtime: now }: CalledPackage): CallerChange[] {
  // Of another format, what runs it is not another runner.
  if (!old || !now) return [];
  const may = (about: 'runner' | 'platform', text: FactText): CallerChange => ({ effect: 'may', about, text });
  const side = (value: string | undefined) => (value === undefined ? 'none' : factName(value));
  const same = old.name === now.name;
  const changes: CallerChange[] = [];
  if (!same || old.version !== now.version) {
    const text = (of: Package['runtime'], isShort = false) =>
      of && [isShort ? undefined : of.name, of.version].filter(Boolean).join(' ');
    changes.push(
      may('runner', ['Runner ', side(text(now) || undefined), ', was ', side(text(old, same) || undefined)]),
    );
  }
  if (old.compat !== now.compat)
    changes.push(may('runner', ['Runner compat version ', side(now.compat), ', was ', side(old.compat)]));
  return [...changes, ...platformChanges(old.platforms, now.platforms), ...optionChanges(old.options, now.options)];
}

/** Without a list, a model runs on all platforms. */
function platformChanges(before: readonly string[] = [], after: readonly string[] = []): CallerChange[] {
  const names = (platforms: readonly string[]): FactText =>
    platforms.flatMap((name, at) => (at === 0 ? [factName(name)] : [', ', factName(name)]));
  const change = (effect: CallerEffect, text: FactText): CallerChange[] => [{ effect, about: 'platform', text }];
  if (before.length === 0 && after.length === 0) return [];
  if (before.length === 0) return change('may', ['Runs only on ', ...names(after), ', ran on all platforms']);
  if (after.length === 0) return change('adds', ['Runs on all platforms, ran only on ', ...names(before)]);
  const [had, has] = [new Set(before), new Set(after)];
  const gone = before.filter((name) => !has.has(name));
  const come = after.filter((name) => !had.has(name));
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

/** Whether a package states anything that callers go by. */
export function statesCalls({ inputs, outputs, runtime }: CalledPackage): boolean {
  return inputs.length + outputs.length > 0 || runtime?.name !== undefined;
}

/** "2 changes break callers", without a full stop. Undefined where none does. */
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
