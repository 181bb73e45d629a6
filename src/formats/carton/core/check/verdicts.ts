import type { FormatVerdicts } from '../../../../model/verdict.ts';

/**
 * What findings mean for a carton. `refused` are the errors for which the reference reader refuses to load the whole
 * carton. All other errors are about bytes that are not what they should be. The reader does not look at these before
 * it needs them.
 */
export const CARTON_VERDICTS: FormatVerdicts = {
  refused: [
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
  ],
  fails: ['carton/will-not-load'],
  unsoundHashList: ['manifest/syntax', 'manifest/too-long', 'manifest/duplicate'],
};
