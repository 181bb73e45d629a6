/** The file that says what the model is. */
export const MANIFEST = 'manifest.json';

/** The file of checksums. */
export const SIGNATURE = 'SIGNATURE';
