/** Addresses on Hugging Face: of pages about a file, and of repositories. */

/** The host that answers pages of other sites. The others redirect to it without CORS, so pages cannot follow. */
export const HUGGING_FACE = 'huggingface.co';

export const HUGGING_FACE_HOSTS: readonly string[] = [HUGGING_FACE, `www.${HUGGING_FACE}`, 'hf.co'];

/** First parts of addresses that are not the owner of a repository. */
const NO_OWNERS: readonly string[] = [
  ...['api', 'blog', 'chat', 'collections', 'docs', 'enterprise', 'inference', 'join', 'learn', 'login', 'models'],
  ...['new', 'organizations', 'papers', 'posts', 'pricing', 'search', 'settings', 'support', 'tasks'],
];

/** First parts of the addresses of repositories that hold no model. The API has the same words for them. */
const OTHER_KINDS: readonly string[] = ['datasets', 'spaces'];

/** A repository, or a folder of one. All parts are encoded as they stand in an address. */
export interface Repository {
  /** `models`, `datasets` or `spaces`. */
  kind: string;
  /** `owner/name`. Old ones have no owner. */
  name: string;
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
  const kind = OTHER_KINDS.find((one) => one === parts[0]) ?? 'models';
  if (kind !== 'models') parts.shift();
  // `owner/name/tree/revision/folder`; old ones have no owner.
  const at = parts[2] === 'tree' ? 2 : parts[1] === 'tree' && parts.length > 2 ? 1 : undefined;
  const name = parts.slice(0, at);
  if (name.length === 0 || name.length > 2 || NO_OWNERS.includes(name[0] as string)) return undefined;
  // A space always has an owner: the address of a dataset or model without one may be an old one.
  if (kind === 'spaces' && name.length < 2) return undefined;
  const [revision = 'main', ...folder] = at === undefined ? [] : parts.slice(at + 1);
  return { kind, name: name.join('/'), revision, folder: folder.join('/') };
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
