/** Parts of a name that lead nowhere: `./a//b/` is `a/b`. */
const NEEDLESS = /(?:^|\/)\.?(?:\/|$)/;

/** The path that a member's name means: without a `./` before it and a `/` after it. It may still be unsafe. */
export function memberPath(name: string): string {
  const bare = name.startsWith('./') ? name.slice(2) : name;
  if (!NEEDLESS.test(bare)) return bare;
  const parts = bare.split('/').filter((part) => part !== '' && part !== '.');
  return (bare.startsWith('/') ? '/' : '') + parts.join('/');
}
