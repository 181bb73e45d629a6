/** Characters of a name that a sentence quotes: a name may have millions, and be in the sentences of thousands of findings. */
export const MAX_QUOTED = 160;

/** The text, or its beginning and end where it has more than `limit` UTF-16 units: the end of a path often tells most. */
export function shortened(text: string, limit = MAX_QUOTED): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 4);
  // Half a pair of surrogates is no character.
  const head = text.slice(0, limit - tail - 1).replace(/[\ud800-\udbff]$/, '');
  return `${head}…${text.slice(-tail).replace(/^[\udc00-\udfff]/, '')}`;
}

/** A stranger's name in a sentence of ours, in quotation marks and cut to a readable length. */
export function quote(name: string): string {
  return `“${shortened(name)}”`;
}
