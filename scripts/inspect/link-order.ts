import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestBlob } from '../../src/archive/digest/blob.ts';
import { NetworkError } from '../../src/base/errors.ts';
import { MAX_LINK_ADDRESSES } from '../../src/base/limits.ts';
import type { FileChange } from '../../src/model/draft.ts';
import { linkUrlProblem } from '../../src/model/link/link-url.ts';
import type { Package, PackageFile } from '../../src/model/package.ts';
import { fetchLinked, type LinkFetch, type LinkFetchOptions } from '../../src/worker/links/link-fetch.ts';
import type { ByteSink } from '../../src/worker/saving/byte-sink.ts';
import { publicFetch } from './public-fetch.ts';
import { UsageError } from './usage.ts';

/** What the command line asks of a file and its URLs: `--link PATH=URL`, `--bake PATH`. */
export type LinkOrder = { kind: 'link'; path: string; url: string } | { kind: 'bake'; path: string };

/** What may be asked of hosts. */
export interface LinkTrust {
  /** Files are downloaded from this computer and from local networks too. */
  force: boolean;
  /** URLs that the user has given. */
  urls: ReadonlySet<string>;
}

/** Parses the value of `--link` or `--bake`. Throws a `UsageError`. */
export function parseLinkOrder(kind: LinkOrder['kind'], text: string): LinkOrder {
  if (kind === 'bake') return { kind, path: text };
  // A path may have a `=`, and so may a URL.
  const [, path, url] = /^(.+?)=([a-z][a-z0-9+.-]*:.*)$/is.exec(text) ?? [];
  if (path === undefined || url === undefined) throw new UsageError(`--link takes PATH=URL, not ${text}`);
  const problem = linkUrlProblem(url);
  if (problem !== undefined) throw new UsageError(`--link ${path}: ${problem}`);
  return { kind, path, url };
}

/** How a file is downloaded. */
type Downloading = Required<Pick<LinkFetchOptions, 'signal'>> & Pick<LinkFetchOptions, 'onProgress'>;

/** A file as it is after the changes so far. */
interface Standing {
  sha256: string;
  size?: number | undefined;
  urls: readonly string[];
}

/**
 * The change that an order makes: it fetches the file, and compares its SHA-256. Throws a `UsageError` where no URL has
 * the file, and where the file cannot be linked, or is not.
 *
 * @param changes the changes so far
 * @param path a file that is there after them
 * @param trust of the URLs that the package names, only those of public hosts are asked
 */
export async function linkChange(
  pkg: Package,
  changes: readonly FileChange[],
  path: string,
  order: LinkOrder,
  trust: LinkTrust,
  { signal, onProgress }: Downloading,
): Promise<FileChange> {
  const option = `--${order.kind} ${path}`;
  if (!pkg.can.files?.links) throw new UsageError(`${option}: a package of this format has no links.`);
  const file = standing(pkg, changes, path);
  const { hashList = 'The list of hashes' } = pkg.words;
  if (!file) throw new UsageError(`${option}: ${hashList} has no hash of this file.`);
  const urls = order.kind === 'link' ? [order.url] : file.urls;
  if (urls.length === 0) throw new UsageError(`${option}: this file is not linked.`);
  if (order.kind === 'link' && !file.urls.includes(order.url) && file.urls.length >= MAX_LINK_ADDRESSES)
    throw new UsageError(`${option}: a file has at most ${MAX_LINK_ADDRESSES} URLs.`);
  const openSink = order.kind === 'bake' ? temporarySink : undefined;
  const { sha256, size } = file;
  const fetchFile = order.kind === 'link' || trust.force ? fetch : publicFetch(trust.urls);
  const fetched = await fetchLinked(
    { path, sha256, hashList, size, urls },
    { fetch: fetchFile, signal, openSink, onProgress },
  );
  const { found } = fetched;
  if (!found) throw new UsageError(notFound(option, file, fetched));
  if (order.kind === 'link') return { kind: 'link', path, urls: [...new Set([...file.urls, order.url])] };
  const blob = found.blob as Blob;
  const digest = await digestBlob(blob, signal);
  if (digest.sha256 !== sha256.toLowerCase())
    throw new NetworkError('source/save-failed', `${path} could not be written to the folder for temporary files.`);
  return { kind: 'put', path, blob, digest };
}

function notFound(option: string, { sha256 }: Standing, { tried }: LinkFetch): string {
  const reasons = tried.map(({ url, error }) => `  ${url}\n    ${error.message}`);
  return `${option}: no URL has the file, whose SHA-256 is ${sha256}. Nothing was written.\n${reasons.join('\n')}`;
}

/** Undefined where nobody knows the file's hash. */
function standing(pkg: Package, changes: readonly FileChange[], path: string): Standing | undefined {
  const link = changes.find((change) => change.kind === 'link' && change.path === path);
  const put = changes.find((change) => change.kind === 'put' && change.path === path);
  const urls = link?.kind === 'link' ? link.urls : undefined;
  if (put?.kind === 'put') return put.digest && { sha256: put.digest.sha256, size: put.blob.size, urls: urls ?? [] };
  const renamed = changes.find((change) => change.kind === 'rename' && change.to === path);
  const before = renamed?.kind === 'rename' ? renamed.from : path;
  const file = pkg.files.find((each: PackageFile) => each.path === before && !each.shadowed && !each.unsafe);
  if (file?.sha256 === undefined) return undefined;
  return { sha256: file.sha256, size: file.size, urls: urls ?? file.link?.urls ?? [] };
}

let temporary: string | undefined;
let count = 0;

/** A sink that writes to a temporary file, which stays until the process ends: the plan reads it. */
async function temporarySink(): Promise<ByteSink> {
  if (temporary === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-'));
    temporary = folder;
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  const path = join(temporary, String(count++));
  const file = await written(() => open(path, 'wx'));
  return {
    write: (bytes) => written(() => writeAll(file, bytes)),
    patch: (at, bytes) => written(async () => void (await file.write(bytes, 0, bytes.length, at))),
    async finish() {
      await written(() => file.close());
      return openAsBlob(path);
    },
    async drop() {
      await file.close().catch(() => {});
      rmSync(path, { force: true });
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

async function written<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const message = `A fetched file could not be written to ${tmpdir()}: ${(cause as Error).message}.`;
    throw new NetworkError('source/save-failed', message, { cause });
  }
}
