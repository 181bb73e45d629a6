import { useEffect, useState } from 'react';
import { type FormatDrafts, type FormatView, loadFormatView } from '../../formats/views.ts';

/** What loading a format's view came to: one is set once it has ended. `view` stays undefined where the format adds nothing. */
type Loaded = { view: FormatView | undefined } | { error: unknown };

/** Those that were loaded, so that whoever asks next has them at once. */
const loaded = new Map<string, Loaded>();

function useLoaded(id: string | undefined): Loaded | undefined {
  const [failed, setFailed] = useState<{ of: string; error: unknown }>();
  const [, setReady] = useState<string>();
  useEffect(() => {
    if (id === undefined || loaded.has(id)) return;
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

/** What the format adds, once it is loaded. A failure to load it is thrown, so that it is shown with a way to try again. */
export function useFormatView(format: string | undefined): FormatView | undefined {
  const known = useLoaded(format);
  if (known && 'error' in known) throw known.error;
  return known?.view;
}

/**
 * What the format says of drafts and fixes. `isKnown` is false while that is being loaded. Where it cannot be loaded, there is none: the
 * Overview and Edit tabs say why.
 */
export function useFormatDrafts(format: string | undefined): { isKnown: boolean; drafts: FormatDrafts | undefined } {
  const known = useLoaded(format);
  return { isKnown: known !== undefined, drafts: known && 'view' in known ? known.view?.drafts : undefined };
}
