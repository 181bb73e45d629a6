/** The arguments make no sense. No file is at fault. */
export class UsageError extends Error {}
