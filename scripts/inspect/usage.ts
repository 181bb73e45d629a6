/** The arguments make no sense. No file is at fault. */
export class UsageError extends Error {}

/** Options that do not go together, or are missing: how the command is called is printed after the message. */
export class Misuse extends UsageError {}
