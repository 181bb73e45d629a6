/** Asked for in a way that cannot be answered: no fault of any file. */
export class UsageError extends Error {}
