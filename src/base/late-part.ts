import { NetworkError } from './errors.ts';

/**
 * Loads a part of Boxcutter by `import()`. Rejects with NetworkError `internal/part-not-loaded`. Nothing is kept of a
 * load that failed.
 */
export async function latePart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new NetworkError('internal/part-not-loaded', 'This part of Boxcutter could not be loaded.', { cause });
  }
}
