import { useMemo } from 'react';
import { fromErrorData } from '../../base/errors.ts';
import type { FormatView } from '../../formats/view.ts';
import { loadFormatView } from '../../formats/views.ts';
import { useWork } from '../../state/hooks.ts';

/** The views loaded so far, by format, so that the next use has them at once. A failed load is not kept. */
const loaded = new Map<string, { view: FormatView | undefined }>();

function useLoaded(id: string | undefined): { view: FormatView | undefined } | { error: unknown } | undefined {
  const known = id === undefined ? undefined : loaded.get(id);
  const work = useMemo(() => {
    if (id === undefined || known) return undefined;
    return async () => {
      const found = { view: await loadFormatView(id) };
      loaded.set(id, found);
      return found;
    };
  }, [id, known]);
  const found = useWork(work);
  if (known || found.status === 'loading') return known;
  return found.status === 'ready' ? found.value : { error: fromErrorData(found.error) };
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
export function useFormatDrafts(format: string | undefined): { isKnown: boolean; drafts: FormatView['drafts'] } {
  const known = useLoaded(format);
  return { isKnown: known !== undefined, drafts: known && 'view' in known ? known.view?.drafts : undefined };
}
