/**
 * A function that computes its result once for each pair of objects, and forgets it with them. Where React begins to
 * render a component anew before its first render is done, it drops what `useMemo` has kept; this keeps it.
 *
 * @param make must depend on nothing but the two objects
 */
export function pairMemo<A extends object, B extends object, R>(make: (a: A, b: B) => R): (a: A, b: B) => R {
  const known = new WeakMap<A, WeakMap<B, { result: R }>>();
  return (a, b) => {
    let inner = known.get(a);
    if (!inner) {
      inner = new WeakMap();
      known.set(a, inner);
    }
    let kept = inner.get(b);
    if (!kept) {
      kept = { result: make(a, b) };
      inner.set(b, kept);
    }
    return kept.result;
  };
}

/**
 * A function that keeps its result for one object and the last key: for a search in a long list.
 *
 * @param make must depend on nothing but the object and the key
 */
export function lastMemo<A extends object, R>(make: (a: A, key: string) => R): (a: A, key: string) => R {
  const known = new WeakMap<A, { key: string; result: R }>();
  return (a, key) => {
    let last = known.get(a);
    if (last?.key !== key) {
      last = { key, result: make(a, key) };
      known.set(a, last);
    }
    return last.result;
  };
}
