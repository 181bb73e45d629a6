import { NetworkError } from './errors.ts';
import { quote } from './text.ts';

/**
 * The error of a file of this computer that was added and is no longer what it was.
 *
 * @param fields `path`: where the package has it
 */
export function addedFileChanged(
  { name }: Blob & { readonly name?: string },
  fields: { path?: string; cause?: unknown } = {},
): NetworkError {
  const what = name === undefined ? 'A file that you added' : quote(name);
  const message = `${what} changed on the disk after you added it, or is missing.`;
  return new NetworkError('source/changed', message, { added: true, ...fields });
}
