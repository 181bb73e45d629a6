import type { Finding } from '../base/findings.ts';
import type { PackageFinding } from './types.ts';

/** A finding without what only the page needs. */
export function packageFinding({ code, severity, message, path, line, more }: Finding): PackageFinding {
  return { code, severity, message, path, line, more };
}
