/** The last millisecond since 1970 that a `Date` can be (ECMA-262, 21.4.1.1). Later ones throw where they are written. */
const MAX_TIME = 8.64e15;

/** Whether a stored value is a time that a `Date` can show: milliseconds since 1970. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_TIME;
}

/** The members of a stored object, with unchecked values. Undefined for anything else. */
export function membersOf(value: unknown): { readonly [key: string]: unknown } | undefined {
  return typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : undefined;
}

/** Whether a stored value is a list whose items are all right, and has at most `max` of them. A hole is not an item. */
export function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T, max: number): value is readonly T[] {
  // The length comes first: a list of a few bytes can have four billion holes.
  return Array.isArray(value) && value.length <= max && Array.from(value as unknown[]).every(isItem);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
