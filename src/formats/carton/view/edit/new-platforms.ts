import { formatTargetTriple, parseTargetTriple } from '../../core/target-triple.ts';

/** One name for a platform that has several: that of the reference. A text that is no target triple names itself. */
function nameOf(text: string): string {
  const parsed = parseTargetTriple(text);
  return parsed.ok ? formatTargetTriple(parsed.triple) : text;
}

/** Those of `names` that are on no list yet, each platform once: `arm64-apple-darwin` is `aarch64-apple-darwin`. */
export function newPlatforms(names: readonly string[], listed: readonly string[]): string[] {
  const known = new Set(listed.map(nameOf));
  return names.filter((name) => {
    const own = nameOf(name);
    const isNew = !known.has(own);
    known.add(own);
    return isNew;
  });
}
