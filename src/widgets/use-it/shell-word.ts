/**
 * A text as one word of a shell (POSIX). A stranger's name may hold anything: in quotation marks nothing of it means
 * more. A word that begins with `-` stays one that a program takes for an option.
 */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./=-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
