import { percentDecoded } from '../base/address.ts';
import { grouped } from '../base/amounts.ts';
import { type HostedFile, NetworkError } from '../base/errors.ts';
import { MAX_HOSTED_FILES, MAX_LISTING_REQUESTS } from '../base/limits.ts';
import { HUGGING_FACE, hostedUrl, pageOf, type Repository } from './hugging-face-address.ts';
import { cutNote, listingText } from './listing-text.ts';
import type { HostOptions } from './request.ts';

/**
 * Repositories on Hugging Face, whose files its public API lists. Nothing is sent there but the requests for that list,
 * and those for the file that is chosen.
 */

/**
 * The files of a repository, in the host's order, with all its folders: at most `MAX_HOSTED_FILES`. Rejects with
 * `source/forbidden`, `source/not-found`, `source/http-status`, `source/unreachable`, `source/offline`,
 * `source/too-large` or `source/bad-listing`.
 */
export async function listRepository(
  repository: Repository,
  options: HostOptions = {},
): Promise<{ files: readonly HostedFile[]; isWhole: boolean }> {
  const { kind, name, revision, folder } = repository;
  const files: HostedFile[] = [];
  const start = `https://${HUGGING_FACE}/api/${kind}/${name}/tree/${revision}${folder === '' ? '' : `/${folder}`}?recursive=true`;
  let next: string | undefined = start;
  for (let asked = 0; next !== undefined && asked < MAX_LISTING_REQUESTS; asked++) {
    const page: ListingPage = await readPage(next, options);
    for (const file of page.files) {
      const url = hostedUrl(repository, file.path);
      if (url !== undefined && files.length < MAX_HOSTED_FILES) files.push({ ...file, url });
    }
    next = files.length < MAX_HOSTED_FILES ? page.next : undefined;
    if (next === undefined) return { files, isWhole: page.next === undefined };
  }
  return { files, isWhole: false };
}

/**
 * What an address of a repository leads to instead of bytes: the error `source/repository`, which names its files.
 * Rejects as `listRepository`.
 */
export async function repositoryError(repository: Repository, options: HostOptions = {}): Promise<NetworkError> {
  const { files, isWhole } = await listRepository(repository, options);
  const name = percentDecoded(repository.name);
  const count = files.length === 1 ? '1 file' : grouped`${isWhole ? '' : 'more than '}${files.length} files`;
  return new NetworkError('source/repository', `${name} is a repository with ${count}. Choose one of them.`, {
    url: pageOf(repository),
    files,
    ...(!isWhole && { note: cutNote(files.length) }),
  });
}

interface ListingPage {
  files: readonly Omit<HostedFile, 'url'>[];
  next: string | undefined;
}

async function readPage(url: string, options: HostOptions): Promise<ListingPage> {
  const { text, headers } = await listingText(url, options);
  return { files: listed(url, text), next: nextPage(headers.get('Link')) };
}

/** The files of an answer of the API: `[{ "type": "file", "path": "a/b.bin", "size": 5, … }, …]`. */
function listed(url: string, text: string): Omit<HostedFile, 'url'>[] {
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    items = undefined;
  }
  if (!Array.isArray(items)) {
    throw new NetworkError('source/bad-listing', 'The host did not send a list of files.', { url });
  }
  return items.flatMap((item: unknown) => {
    const { type, path, size } = (item ?? {}) as { type?: unknown; path?: unknown; size?: unknown };
    if (type !== 'file' || typeof path !== 'string' || path === '') return [];
    return [{ path, size: Number.isSafeInteger(size) && (size as number) >= 0 ? (size as number) : undefined }];
  });
}

/** The address of the next page (RFC 8288), of the same API. */
function nextPage(link: string | null): string | undefined {
  const address = /<([^<>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined || !URL.canParse(address, `https://${HUGGING_FACE}`)) return undefined;
  const url = new URL(address, `https://${HUGGING_FACE}`);
  return url.origin === `https://${HUGGING_FACE}` && url.pathname.startsWith('/api/') ? url.href : undefined;
}
