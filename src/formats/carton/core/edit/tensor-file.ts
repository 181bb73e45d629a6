import { grouped } from '../../../../base/amounts.ts';
import { InternalError, TooLargeError } from '../../../../base/errors.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../../../base/limits.ts';
import { quote } from '../../../../base/text.ts';
import type { FlatContents } from '../../../../tensor/contents/contents.ts';
import { elementBytes, isNumericDtype } from '../../../../tensor/dtype.ts';
import { safeElementCount } from '../../../../tensor/shape.ts';
import { quotedKey } from '../../../../toml/string.ts';
import { isCartonDtype } from '../read/dtypes.ts';

/** The ending of a tensor's file (format document, "tensor_data"). */
export function tensorEnding(dtype: string): string {
  return dtype === 'string' ? '.toml' : '.bin';
}

/**
 * The file of a tensor: of numbers the elements themselves, little-endian and in row-major order, of strings a TOML list
 * `data` (format document, "tensor_data"). Throws `internal/bug` where the elements are not as many as the shape says,
 * or of a dtype that no carton has, and `source/too-large` for strings that nobody could read again.
 */
export function tensorFile(name: string, contents: FlatContents): Blob {
  const { dtype, shape } = contents;
  const count = safeElementCount(shape);
  if (contents.dtype === 'string') {
    if (count !== contents.strings.length) throw misfit(name, contents.strings.length, count);
    const blob = new Blob([`data = [${contents.strings.map((text) => quotedKey(text, 'basic')).join(', ')}]\n`]);
    const [actual, limit] = [blob.size, MAX_STRING_TENSOR_BYTES];
    if (actual <= limit) return blob;
    const message = grouped`The strings of ${quote(name)} take ${actual} bytes. Boxcutter reads up to ${limit}.`;
    throw new TooLargeError('source/too-large', message, { limit, actual });
  }
  if (!isCartonDtype(dtype) || !isNumericDtype(dtype))
    throw new InternalError('internal/bug', `Boxcutter tried to write ${quote(name)} with the type ${dtype}.`);
  const bytes = count === undefined ? undefined : count * elementBytes(dtype);
  if (contents.data.size !== bytes) throw misfit(name, contents.data.size, bytes);
  return contents.data;
}

function misfit(name: string, found: number, expected: number | undefined): InternalError {
  const wanted = expected ?? 'more than any file can have';
  return new InternalError('internal/bug', `Boxcutter tried to write ${quote(name)} with ${found} for ${wanted}.`);
}
