/** A function that computes its result when it is first asked for it. */
export function once<R>(make: () => R): () => R {
  let kept: { result: R } | undefined;
  return () => {
    kept ??= { result: make() };
    return kept.result;
  };
}

/** A function that computes its result once for each object, and forgets it with the object. */
export function memo<A extends object, R>(make: (a: A) => R): (a: A) => R {
  const known = new WeakMap<A, { result: R }>();
  return (a) => {
    const kept = known.get(a) ?? { result: make(a) };
    known.set(a, kept);
    return kept.result;
  };
}

/**
 * A function that does work once for each object, and forgets it with the object. Work that failed is done again when
 * it is asked for next.
 */
export function promiseMemo<A extends object, R>(work: (a: A) => Promise<R>): (a: A) => Promise<R> {
  const known = new WeakMap<A, Promise<R>>();
  return (a) => {
    const kept = known.get(a);
    if (kept) return kept;
    const result = work(a);
    known.set(a, result);
    result.catch(() => known.delete(a));
    return result;
  };
}

/**
 * A function that computes its result once for each pair of objects, and forgets it with them. Where React begins to
 * render a component again before its first render is done, it drops what `useMemo` has kept; this keeps it.
 *
 * @param make must depend on nothing but the two objects
 */
export function pairMemo<A extends object, B extends object, R>(make: (a: A, b: B) => R): (a: A, b: B) => R {
  const of = memo((a: A) => memo((b: B) => make(a, b)));
  return (a, b) => of(a)(b);
}

/** Results that `recentMemo` keeps of one object: React renders what is shown and what comes next by turns. */
const KEPT_KEYS = 3;

/**
 * A function that keeps its results for an object and the keys that were used last: for a search in a long list.
 *
 * @param make must depend on nothing but the object and the key
 */
export function recentMemo<A extends object, R>(make: (a: A, key: string) => R): (a: A, key: string) => R {
  const known = new WeakMap<A, Map<string, { result: R }>>();
  return (a, key) => {
    const recent = known.get(a) ?? new Map<string, { result: R }>();
    known.set(a, recent);
    const kept = recent.get(key) ?? { result: make(a, key) };
    // A Map is in the order of insertion: the first key is the one whose last use is longest ago.
    recent.delete(key);
    recent.set(key, kept);
    const [oldest] = recent.keys();
    if (recent.size > KEPT_KEYS && oldest !== undefined) recent.delete(oldest);
    return kept.result;
  };
}
