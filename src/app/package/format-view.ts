import { useEffect, useState } from 'react';
import type { FormatDrafts, FormatView } from '../../formats/view.ts';
import { loadFormatView } from '../../formats/views.ts';

/** How loading a format's view ended. `view` is undefined if the format adds nothing to the page. */
type Loaded = { view: FormatView | undefined } | { error: unknown };

/** The views loaded so far, by format, so that the next use has them at once. A failed load is not kept. */
const loaded = new Map<string, Loaded>();

function useLoaded(id: string | undefined): Loaded | undefined {
  const [failed, setFailed] = useState<{ of: string; error: unknown }>();
  const [, setReady] = useState<string>();
  useEffect(() => {
    if (id === undefined) return;
    // It may have come for another component, after this one was rendered.
    if (loaded.has(id)) {
      setReady(id);
      return;
    }
    let wanted = true;
    loadFormatView(id).then(
      (view) => {
        loaded.set(id, { view });
        if (wanted) setReady(id);
      },
      (error: unknown) => wanted && setFailed({ of: id, error }),
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  if (id === undefined) return undefined;
  return loaded.get(id) ?? (failed?.of === id ? { error: failed.error } : undefined);
}

/** The format's view, undefined until loaded. Throws if it cannot be loaded, for a `Boundary` to show. */
export function useFormatView(format: string | undefined): FormatView | undefined {
  const known = useLoaded(format);
  if (known && 'error' in known) throw known.error;
  return known?.view;
}

/**
 * How the format handles drafts and fixes. `isKnown` is false while that is loading. If it cannot be loaded, `drafts`
 * is undefined; the Overview and Edit tabs say why.
 */
export function useFormatDrafts(format: string | undefined): { isKnown: boolean; drafts: FormatDrafts | undefined } {
  const known = useLoaded(format);
  return { isKnown: known !== undefined, drafts: known && 'view' in known ? known.view?.drafts : undefined };
}
