/** Addresses on Hugging Face: of pages about a file, and of repositories. */

import { OTHER_KINDS, type RepositoryName, repositoryName } from '../base/repository-name.ts';

/** The host that answers pages of other sites. The others redirect to it without CORS, so pages cannot follow. */
export const HUGGING_FACE = 'huggingface.co';

export const HUGGING_FACE_HOSTS: readonly string[] = [HUGGING_FACE, `www.${HUGGING_FACE}`, 'hf.co'];

/** A repository, or a folder of one. All parts are encoded as they stand in an address. */
export interface Repository extends RepositoryName {
  revision: string;
  /** Without a `/` at either end. '' is the top. */
  folder: string;
}

function isHuggingFace({ hostname }: URL): boolean {
  return HUGGING_FACE_HOSTS.includes(hostname);
}

/** `[/datasets]/owner/repository/blob/revision/path` → `…/resolve/…`, on the host that answers pages of other sites. */
export function toFileAddress(url: URL): void {
  url.hostname = HUGGING_FACE;
  url.pathname = url.pathname.replace(
    /^((?:\/(?:datasets|spaces))?(?:\/[^/]+){1,2})\/blob\/(?=[^/]+\/.)/,
    '$1/resolve/',
  );
}

/** The repository that an address leads to, without a file: its first page, or a folder of it. */
export function repositoryAt(url: URL): Repository | undefined {
  if (!isHuggingFace(url)) return undefined;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  // `owner/name/tree/revision/folder`; old ones have no owner.
  const skip = OTHER_KINDS.includes(parts[0] as string) ? 1 : 0;
  const after = parts.slice(skip);
  const at = after[2] === 'tree' ? skip + 2 : after[1] === 'tree' && after.length > 2 ? skip + 1 : undefined;
  const named = repositoryName(parts.slice(0, at));
  if (!named) return undefined;
  const [revision = 'main', ...folder] = at === undefined ? [] : parts.slice(at + 1);
  return { ...named, revision, folder: folder.join('/') };
}

/** Where people see a repository. */
export function pageOf({ kind, name }: Repository): string {
  return `https://${HUGGING_FACE}/${kind === 'models' ? '' : `${kind}/`}${name}`;
}

/** The address of a file of a repository. Undefined for a path that would lead out of it. */
export function hostedUrl(repository: Repository, path: string): string | undefined {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return undefined;
  return `${pageOf(repository)}/resolve/${repository.revision}/${parts.map(encodeURIComponent).join('/')}`;
}

/**
 * Why Hugging Face refuses a file or a list: a sentence or two with what is missing. Undefined where the answer does
 * not say. It answers 401 also for what is not there, so that nobody learns what is private.
 */
export function refusedAccess(url: string, headers: Headers): string | undefined {
  const address = new URL(url);
  if (!isHuggingFace(address)) return undefined;
  if (headers.get('X-Error-Code') === 'GatedRepo') {
    return 'The repository is gated: its owner lets in only people who are signed in and have agreed to its terms. Do that on its page, download the file there, and open it here.';
  }
  return 'There is no public repository of this name: it is private, or does not exist.';
}
