import { throwIfAborted } from '../base/abort.ts';
import { asBoxcutterError, UnsupportedError } from '../base/errors.ts';
import type { Container, Format, OpenContext, OpenPackage } from './format.ts';

/** Every format, in the order in which they are tried. The last one takes any zip or folder. */
const FORMATS: readonly (() => Promise<{ format: Format }>)[] = [
  () => import('./carton/core/format.ts'),
  () => import('./zip/core/format.ts'),
];

/**
 * Opens a package with the first format that knows it. A format's code is loaded when it is tried. Rejects with a BoxcutterError where nothing
 * can be shown; what else is wrong is among the package's findings.
 */
export async function openPackage(container: Container, context: OpenContext = {}): Promise<OpenPackage> {
  try {
    for (const load of FORMATS) {
      throwIfAborted(context.signal);
      const { format } = await load();
      if (!(await format.match(container, context))) continue;
      const opened = await format.open(container, context);
      throwIfAborted(context.signal);
      return opened;
    }
  } catch (error) {
    throw asBoxcutterError(error);
  }
  throw new UnsupportedError('zip/not-a-zip', `${container.name} is of no format that Boxcutter knows.`);
}
