import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { latePart } from '../../base/late-part.ts';

/** Imports the module of a view, which is its `default`. Keep the function stable: it stands for the view. */
export type ViewLoad<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The views that are loaded. Nothing is kept of a load that failed: the next use asks again. */
const loadedViews = new WeakMap<object, unknown>();

/** Loads a view before it is shown. Rejects with NetworkError `internal/part-not-loaded`. */
export async function preloadView<Props>(load: ViewLoad<Props>): Promise<void> {
  const { default: View } = await latePart(load);
  loadedViews.set(load, View);
}

/**
 * A view that is loaded once it is wanted. Undefined until then, and where `load` is undefined. Throws
 * `internal/part-not-loaded`, for a `Boundary` to show.
 *
 * It takes the place of React's `lazy` and `Suspense`, which the linter refuses: after a fallback of theirs, React waits
 * 300 ms before it shows what has come.
 */
export function useLateView<Props>(load: ViewLoad<Props> | undefined): ComponentType<Props> | undefined {
  const [failed, setFailed] = useState<{ load: unknown; error: unknown }>();
  const [, setShown] = useState<unknown>();
  const View = load && (loadedViews.get(load) as ComponentType<Props> | undefined);
  const missing = View ? undefined : load;
  useEffect(() => {
    if (!missing) return;
    let isWanted = true;
    preloadView(missing).then(
      () => isWanted && setShown(() => missing),
      (error: unknown) => isWanted && setFailed({ load: missing, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [missing]);
  if (missing && failed?.load === missing) throw failed.error;
  return View;
}

/** A component that loads its view when it is first shown, and shows `meanwhile` until then. Call it once a module. */
export function lateView<Props extends object>(
  load: ViewLoad<Props>,
  meanwhile: ReactNode = null,
): (props: Props) => ReactNode {
  // biome-ignore lint/correctness/noComponentHookFactories: called once a module, as `lazy` is.
  return function LateView(props: Props) {
    const View = useLateView(load);
    return View ? <View {...props} /> : meanwhile;
  };
}
