import { type FindingCode, findingEntry } from '../../base/findings.ts';
import { capitalized } from '../../base/text.ts';
import { useApp } from '../../state/hooks.ts';

/** The beginning of advice that sends the reader to the author, who would then do the rest of the sentence. */
const ASK = 'Ask the author to ';
const OR_ASK = ', or ask the author to ';
/** From the sentence on that says what the author can do: "If it belongs to the package, the author can repack it." */
const FOR_AUTHOR = /(?:The|\b\p{Lu}[^.]*, the) author can .*$/u;

/**
 * What to do about a finding, said to somebody who edits the package: "Ask the author to correct the value." becomes
 * "Correct the value.", and "Go by the schema. The author can correct it." becomes "You can correct it.": what stands
 * before is for readers, who cannot. Advice that names the author only as a last resort stays as it is.
 */
export function adviceToEditor(action: string): string {
  if (action.startsWith(ASK)) return capitalized(action.slice(ASK.length));
  const [forAuthor] = FOR_AUTHOR.exec(action) ?? [];
  if (forAuthor !== undefined)
    return forAuthor.replace('The author can ', 'You can ').replace('the author can ', 'you can ');
  return action.replace(OR_ASK, ', or ');
}

/** What to do about findings of a code, said to whoever reads: somebody who edits the package, or anybody else. */
export function useAdvice(code: FindingCode): string {
  const isEditing = useApp(({ draft }) => draft !== undefined);
  const { action } = findingEntry(code);
  return isEditing ? adviceToEditor(action) : action;
}
