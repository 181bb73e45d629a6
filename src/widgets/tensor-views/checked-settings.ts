/** A setting that is one of these values. Undefined for another one, which an address may have. */
export function settingOf<T extends string>(all: readonly T[], value: unknown): T | undefined {
  return all.find((each) => each === value);
}

/** A setting that is a finite number. */
export function numberSetting(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
