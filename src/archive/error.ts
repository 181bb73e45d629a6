import { BoxcutterError } from '../base/errors.ts';
import { quote } from '../base/text.ts';

/** The decoders know no paths. The same error, with the path in its message and fields. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BoxcutterError) || error.fields.path !== undefined || error.tag === 'cancelled') return error;
  if (!error.code.startsWith('zip/')) return error;
  const same = error.constructor as new (code: string, message: string, options: object) => BoxcutterError;
  return new same(error.code, `${quote(path)}: ${error.message}`, {
    ...error.fields,
    path,
    cause: error.cause ?? error,
  });
}
