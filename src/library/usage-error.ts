/** What was asked for makes no sense, or would lose something. No file is at fault. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
