import type { Finding } from '../../../../base/findings.ts';

/** Buttons that make the edits which would mend what is wrong, where there are such. */
export function Fixes(_: { findings: readonly Finding[] }) {
  return null;
}
