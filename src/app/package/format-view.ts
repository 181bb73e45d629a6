import { useEffect, useState } from 'react';
import { type FormatView, loadFormatView } from '../../formats/views.ts';

/** What the format adds, once it is loaded. A failure to load it is thrown, so that it is shown with a way to try again. */
export function useFormatView(format: string): FormatView | undefined {
  const [state, setState] = useState<{ of: string; view?: FormatView | undefined; error?: unknown }>();
  useEffect(() => {
    let wanted = true;
    loadFormatView(format).then(
      (view) => wanted && setState({ of: format, view }),
      (error: unknown) => wanted && setState({ of: format, error }),
    );
    return () => {
      wanted = false;
    };
  }, [format]);
  if (state?.of !== format) return undefined;
  if (state.error !== undefined) throw state.error;
  return state.view;
}
