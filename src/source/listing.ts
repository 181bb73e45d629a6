import { grouped } from '../base/amounts.ts';
import { NetworkError } from '../base/errors.ts';
import { hostText } from '../base/host.ts';
import { MAX_HOSTED_FILES, MAX_LISTING_BYTES, MAX_LISTING_REQUESTS } from '../base/limits.ts';
import { isBucketList, parseBucketList } from './listing-bucket.ts';
import { isPackageList, parsePackageList } from './listing-packages.ts';
import { isFolderPage, parseFolderPage } from './listing-page.ts';
import { cutNote, type ListedFiles, listingText } from './listing-text.ts';
import type { HostOptions } from './request.ts';
import type { ByteSource } from './source.ts';

/** Lists of files that hosts give in place of a file: of a bucket, of a folder, and of packages anywhere. */

/** Parsers of lists, each with what tells its lists by their first characters. They never throw. */
const KINDS: readonly { is(head: string): boolean; parse(text: string, url: string): ListedFiles | undefined }[] = [
  { is: isBucketList, parse: parseBucketList },
  { is: isFolderPage, parse: parseFolderPage },
  { is: isPackageList, parse: parsePackageList },
];

/** Bytes in which the signs of lists are. Pages of folders have some style before their title. */
const HEAD_BYTES = 2_048;

/**
 * The error for an address that gives a list instead of a file: `source/listing`, which names the files in it, at most
 * `MAX_HOSTED_FILES`, of at most `MAX_LISTING_REQUESTS` parts. Undefined for anything else. Rejects as reading the
 * source, and as `listingText`.
 *
 * @param source what the address gave
 */
export async function listingError(
  source: ByteSource,
  url: string,
  options: HostOptions = {},
): Promise<NetworkError | undefined> {
  if (source.size > MAX_LISTING_BYTES) return undefined;
  const { signal } = options;
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const head = decode(await source.read(0, Math.min(source.size, HEAD_BYTES), signal));
  const kind = KINDS.find(({ is }) => is(head));
  const first = kind?.parse(decode(kind ? await source.read(0, source.size, signal) : new Uint8Array()), url);
  if (!kind || !first) return undefined;
  const { files, note } = await followed(first, (text, from) => kind.parse(text, from), options);
  const message = grouped`${hostText(new URL(url).host)} has a list of ${files.length} files here. Choose one of them.`;
  return new NetworkError('source/listing', message, { url, files, ...(note !== undefined && { note }) });
}

/** A list with its next parts. */
async function followed(
  first: ListedFiles,
  parse: (text: string, url: string) => ListedFiles | undefined,
  options: HostOptions,
): Promise<ListedFiles> {
  const files = first.files.slice(0, MAX_HOSTED_FILES);
  let { next, note } = first;
  let isCut = files.length < first.files.length;
  const asked = new Set<string>();
  while (next !== undefined && !isCut) {
    if (asked.size + 1 >= MAX_LISTING_REQUESTS || files.length >= MAX_HOSTED_FILES || asked.has(next)) isCut = true;
    else {
      asked.add(next);
      const part = parse((await listingText(next, options)).text, next);
      if (!part) isCut = true;
      const more = part?.files.slice(0, MAX_HOSTED_FILES - files.length) ?? [];
      files.push(...more);
      isCut ||= more.length < (part?.files.length ?? 0);
      note ??= part?.note;
      next = part?.next;
    }
  }
  return { files, note: isCut ? cutNote(files.length) : note };
}
