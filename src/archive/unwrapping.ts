import { BadFileError } from '../base/errors.ts';
import { isGzip } from '../codec/gzip/gunzip.ts';
import type { Container } from './container.ts';
import type { Wrapping } from './gzip.ts';

/** How often gzip is taken off. Hosts and tools compress what is compressed already: twice. A file can hold itself. */
const MAX_WRAPPINGS = 4;

/** Bytes that tell gzip. */
const MAGIC_BYTES = 3;

/**
 * What is in gzip, in its place, and what is in gzip in that. Any other file as it is. What is in gzip, begins like gzip
 * and is damaged from its first byte on is left as it is, too.
 *
 * @param unwrap gives what is in a file, undefined where it is not gzip
 */
export async function withoutGzip<T extends { container: Container }>(
  given: T,
  unwrap: (file: T) => Promise<T | undefined>,
): Promise<T> {
  let file = given;
  for (let level = 0; level < MAX_WRAPPINGS; level++) {
    const { source, wrapping: outer } = file.container;
    if (!source) break;
    if (outer && !isGzip(await source.read(0, Math.min(source.size, MAGIC_BYTES)))) break;
    const found = await unwrap(file).catch((error) => {
      if (outer && error instanceof BadFileError) return undefined;
      throw error;
    });
    if (!found) break;
    const { wrapping } = found.container;
    file =
      outer && wrapping ? { ...found, container: { ...found.container, wrapping: around(outer, wrapping) } } : found;
  }
  return file;
}

/** Two wrappings as one. */
function around(outer: Wrapping, inner: Wrapping): Wrapping {
  return { ...outer, method: `${inner.method} in ${outer.method}`, findings: [...outer.findings, ...inner.findings] };
}
