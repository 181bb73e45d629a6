import { type ShapeRelation, shapeRelation } from '../../tensor/compare/shapes.ts';
import type { OriginRule, TensorInfo } from '../package.ts';
import { type NameRule, type NameRules, originFinder, renamed, type TensorOrigin } from './name-rules.ts';

/** How two tensors found each other: by one name, after a prefix was cut, by a rule, or as one converted to the other. */
export type PairedBy = 'name' | 'prefix' | 'rule' | 'origin';

/** Two tensors of two packages that are versions of one. */
export interface TensorPair {
  a: string;
  b: string;
  by: PairedBy;
  shape: ShapeRelation;
  dtype: 'same' | 'different';
  /** The elements of one were changed when it was converted: they are compared as they were before. */
  converted?: true;
}

export interface TensorPairing {
  /** In the order of the first package. */
  pairs: TensorPair[];
  /** Names of tensors without a partner. */
  onlyA: string[];
  onlyB: string[];
  /** The prefixes that were cut to find pairs: those that the names of one side have before those of the other. */
  prefixes: { side: 'a' | 'b'; prefix: string }[];
  /** Names of tensors that have the same data, of each side: two or more each. */
  tied: { a: string[][]; b: string[][] };
}

export interface PairOptions {
  rules?: NameRules | undefined;
  /** `Package.origins` of both. */
  origins?: { a?: readonly OriginRule[] | undefined; b?: readonly OriginRule[] | undefined } | undefined;
}

/** Parts of a name at which a prefix may end. A name may have millions. */
const MAX_PREFIX_PARTS = 8;

/**
 * Pairs the tensors of two packages: by equal names, then by what remains after a prefix is cut that names of one side
 * share, then by rules, which hold both ways, then by the names that tensors had before they were converted. Takes time in
 * proportion to the numbers of tensors and rules. Of two tensors with one name, the first counts.
 */
export function pairTensors(
  a: readonly TensorInfo[],
  b: readonly TensorInfo[],
  { rules = [], origins = {} }: PairOptions = {},
): TensorPairing {
  const search = new PairSearch(a, b);
  search.join('name', search.a.keys(), search.b.keys());
  search.joinByPrefix('prefix', search.a.keys(), search.b.keys());
  if (rules.length > 0) {
    search.join(
      'rule',
      search.a.keys((name) => ruledName(rules, name, search.b.left)),
      search.b.keys(),
    );
    search.join(
      'rule',
      search.a.keys(),
      search.b.keys((name) => ruledName(rules, name, search.a.left)),
    );
  }
  for (const side of ['a', 'b'] as const) {
    const found = origins[side];
    if (!found?.length) continue;
    const originOf = originFinder(found);
    search[side].originOf = originOf;
    const keys = () => {
      const before = search[side].keys((name) => originOf(name)?.name);
      return side === 'a' ? ([before, search.b.keys()] as const) : ([search.a.keys(), before] as const);
    };
    search.join('origin', ...keys());
    search.joinByPrefix('origin', ...keys());
  }
  return search.pairing();
}

/** What the first rule that leads to a name of the other side makes of a name. */
function ruledName(rules: readonly NameRule[], name: string, others: ReadonlyMap<string, unknown>): string | undefined {
  for (const rule of rules) {
    const found = renamed(rule, name);
    if (found !== undefined && others.has(found)) return found;
  }
  return undefined;
}

/** By what each of the tensors that are left is found, and the name of the tensor. */
type Keys = ReadonlyMap<string, string>;

/** The tensors of one package that have no partner yet. */
class Side {
  readonly tensors: readonly TensorInfo[];
  readonly left = new Map<string, TensorInfo>();
  originOf: ((name: string) => TensorOrigin | undefined) | undefined;

  constructor(tensors: readonly TensorInfo[]) {
    this.tensors = tensors;
    for (const tensor of tensors) if (!this.left.has(tensor.name)) this.left.set(tensor.name, tensor);
  }

  /** Those for which there is a key; by default, their names. */
  keys(keyOf: (name: string) => string | undefined = (name) => name): Keys {
    const keys = new Map<string, string>();
    for (const name of this.left.keys()) {
      const key = keyOf(name);
      if (key !== undefined && !keys.has(key)) keys.set(key, name);
    }
    return keys;
  }

  tied(): string[][] {
    const byData = new Map<string, string[]>();
    for (const { name, data } of this.tensors) {
      if (data?.end === undefined || data.end === data.start) continue;
      const key = `${data.start} ${data.end} ${data.path}`;
      const names = byData.get(key);
      if (names) names.push(name);
      else byData.set(key, [name]);
    }
    return [...byData.values()].filter((names) => names.length > 1);
  }
}

class PairSearch {
  readonly a: Side;
  readonly b: Side;
  readonly #pairs = new Map<string, TensorPair>();
  readonly #prefixes: TensorPairing['prefixes'] = [];

  constructor(a: readonly TensorInfo[], b: readonly TensorInfo[]) {
    this.a = new Side(a);
    this.b = new Side(b);
  }

  /** Pairs those with equal keys. */
  join(by: PairedBy, a: Keys, b: Keys): void {
    for (const [key, name] of a) {
      const other = b.get(key);
      if (other !== undefined) this.#pair(by, name, other);
    }
  }

  /** Pairs those whose keys are equal once the prefix is cut that explains most, as long as there is one. */
  joinByPrefix(by: PairedBy, a: Keys, b: Keys): void {
    if (a.size === 0 || b.size === 0) return;
    const [ofA, ofB] = [commonPrefix(a, b), commonPrefix(b, a)];
    const side = ofB.count > ofA.count ? 'b' : 'a';
    const { prefix, count } = side === 'a' ? ofA : ofB;
    // Where few names fit, they do so by chance: `encoder.weight` is not `weight`.
    if (count < 2 || 2 * count < Math.min(a.size, b.size)) return;
    this.#prefixes.push({ side, prefix });
    const cut = (keys: Keys) =>
      new Map([...keys].flatMap(([key, name]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), name]] : [])));
    this.join(by, side === 'a' ? cut(a) : a, side === 'b' ? cut(b) : b);
  }

  #pair(by: PairedBy, a: string, b: string): void {
    const [one, other] = [this.a.left.get(a), this.b.left.get(b)];
    if (!one || !other) return;
    this.a.left.delete(a);
    this.b.left.delete(b);
    this.#pairs.set(a, {
      a,
      b,
      by,
      shape: shapeRelation(one.shape, other.shape),
      dtype: one.dtype === other.dtype ? 'same' : 'different',
    });
  }

  pairing(): TensorPairing {
    const pairs: TensorPair[] = [];
    const isListed = new Set<string>();
    for (const { name } of this.a.tensors) {
      const pair = this.#pairs.get(name);
      if (!pair || isListed.has(name)) continue;
      isListed.add(name);
      pairs.push(this.#isConverted(pair) ? { ...pair, converted: true } : pair);
    }
    return {
      pairs,
      onlyA: [...this.a.left.keys()],
      onlyB: [...this.b.left.keys()],
      prefixes: this.#prefixes,
      tied: { a: this.a.tied(), b: this.b.tied() },
    };
  }

  /** Two that were converted alike are compared as they are. */
  #isConverted({ a, b, by }: TensorPair): boolean {
    if (by === 'name' || by === 'prefix') return false;
    const [one, other] = [this.a.originOf?.(a), this.b.originOf?.(b)];
    return one?.heads !== other?.heads || one?.plus !== other?.plus;
  }
}

/** The prefix without which most keys of one side are those of the other, and how many. It ends with a dot or a slash. */
function commonPrefix(keys: Keys, others: Keys): { prefix: string; count: number } {
  const counts = new Map<string, number>();
  for (const key of keys.keys()) {
    let end = 0;
    for (let part = 0; part < MAX_PREFIX_PARTS; part++) {
      end = nextPart(key, end);
      if (end < 0) break;
      if (others.has(key.slice(end))) counts.set(key.slice(0, end), (counts.get(key.slice(0, end)) ?? 0) + 1);
    }
  }
  let most = { prefix: '', count: 0 };
  for (const [prefix, count] of counts) if (count > most.count) most = { prefix, count };
  return most;
}

/** The place after the next dot or slash. -1 where there is none, or nothing after it. */
function nextPart(key: string, from: number): number {
  for (let at = from; at < key.length - 1; at++) {
    const code = key.charCodeAt(at);
    if (code === 46 || code === 47) return at + 1;
  }
  return -1;
}
