import { MISC_PREFIX } from './carton-fields.ts';

/**
 * The path that `@misc/…` names in a carton's texts (format document, "model_description"). Undefined for any other
 * address.
 */
export function miscPath(address: string): string | undefined {
  return address.startsWith(MISC_PREFIX) ? address.slice(1) : undefined;
}
