/** The place of a syntax error as its message says it. Lines and columns count from 1. */
export function placeWords(line: number, column: number): string {
  return ` at line ${line}, column ${column}`;
}

/** A message without its place, for where the page says that already. */
export function withoutPlace(message: string): string {
  return message.replace(/ at line \d+, column \d+(?=:)/, '');
}
