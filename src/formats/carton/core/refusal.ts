import type { Finding, FindingCode } from '../../../base/findings.ts';

/**
 * Errors for which the reference reader refuses to load the whole carton. All other errors are about bytes that are not what they
 * should be, which it does not look at before it needs them.
 */
const REFUSED: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'zip/bad-name',
  'zip/unsupported-method',
  'carton/toml-missing',
  'carton/manifest-missing',
  'toml/syntax',
  'toml/encoding',
  'toml/integer-range',
  'schema/missing-field',
  'schema/wrong-type',
  'schema/dtype',
  'schema/shape',
  'schema/version-req',
  'schema/platform',
  'reference/tensor-missing',
  'reference/file-missing',
  'reference/syntax',
  'manifest/syntax',
  'links/syntax',
  'tensor/index-missing',
  'tensor/index-syntax',
  'tensor/inner-missing',
  'tensor/nested-in-nested',
  'tensor/inner-reused',
]);

/** Whether loading the carton with the reference fails because of any of these, or may fail or give something else than its author packed. */
export function loadingOf(findings: readonly Finding[]): 'refused' | 'doubtful' | 'fine' {
  if (findings.some(({ code }) => REFUSED.has(code))) return 'refused';
  return findings.some(({ severity }) => severity === 'error') ? 'doubtful' : 'fine';
}
