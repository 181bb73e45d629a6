import type { TomlValue } from './carton-toml.ts';

/** Whether two values of a TOML file say the same, type by type: 1 and 1.0 differ, and so do 0.0 and -0.0; the order of keys says nothing. */
export function sameValue(a: TomlValue | undefined, b: TomlValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameValue(item, b[index]));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}
