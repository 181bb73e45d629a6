/** The words of a text, in their order: the tables of names are written so. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
