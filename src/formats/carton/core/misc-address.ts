import type { FileAddress } from '../../../model/package.ts';
import { MISC_PREFIX } from './carton-fields.ts';

/** How a carton's texts name its files: `@misc/a.png` (format document, "model_description"). */
export const MISC_ADDRESS: FileAddress = { prefix: MISC_PREFIX, folder: 'misc/' };
