import { UsageError } from '../../src/library/usage-error.ts';

export { UsageError };

/** Options that do not go together, or are missing: how the command is called is printed after the message. */
export class Misuse extends UsageError {}
