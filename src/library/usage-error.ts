import type { UsageCode } from './types.ts';

/** What was asked for makes no sense, or would lose something. No file is at fault. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: UsageCode;

  constructor(message = '', code: UsageCode = 'usage') {
    super(message);
    this.code = code;
  }
}
