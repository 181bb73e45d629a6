/** Beginnings of advice that sends the reader to the author, who would then do the rest of the sentence. */
const ASK = ['Ask its author to ', 'Tell its author, who can '];
const OR_ASK = ', or ask its author to ';

/**
 * What to do about a finding, said to somebody who edits the package: "Ask its author to correct the value." becomes
 * "Correct the value.", and "Its author can correct it." becomes "You can correct it." Advice that names the author
 * only as a last resort stays as it is.
 */
export function adviceToEditor(action: string): string {
  const ask = ASK.find((beginning) => action.startsWith(beginning));
  if (ask !== undefined) return capitalized(action.slice(ask.length));
  return action.replace(OR_ASK, ', or ').replace('Its author can ', 'You can ').replace('its author can ', 'you can ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
