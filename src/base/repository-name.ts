/** Names of repositories on Hugging Face, as they stand in addresses there. */

/** First parts of the addresses of repositories that hold no model. The API has the same words for them. */
export const OTHER_KINDS: readonly string[] = ['datasets', 'spaces'];

/** First parts of addresses that are pages and files of the host itself: nobody can have such a name. */
const RESERVED: ReadonlySet<string> = new Set([
  ...OTHER_KINDS,
  ...['api', 'assets', 'blog', 'brand', 'changelog', 'chat', 'code-of-conduct', 'collections', 'content-policy'],
  ...['docs', 'endpoints', 'enterprise', 'front', 'hardware', 'inference', 'inference-endpoints', 'jobs', 'join'],
  ...['languages', 'learn', 'login', 'logout', 'metrics', 'models', 'new', 'new-dataset', 'new-space'],
  ...['notifications', 'oauth', 'organizations', 'papers', 'playground', 'posts', 'pricing', 'privacy', 'search'],
  ...['security', 'settings', 'storage', 'support', 'tasks', 'terms-of-service', 'welcome'],
]);

/** What the parts of a path name: `name` is `owner/name`, or in an old repository the name alone. */
export interface RepositoryName {
  /** `models`, `datasets` or `spaces`. */
  kind: string;
  name: string;
}

/**
 * The repository that a path on Hugging Face names: `owner/name`, `datasets/owner/name`, `spaces/owner/name`, and of
 * old models and datasets without the owner. Undefined for other pages there.
 *
 * @param path its parts, encoded or not
 */
export function repositoryName(path: readonly string[]): RepositoryName | undefined {
  const kind = OTHER_KINDS.find((one) => one === path[0]) ?? 'models';
  const parts = kind === 'models' ? path : path.slice(1);
  // A space always has an owner: the address of a dataset or model without one may be an old one.
  const least = kind === 'spaces' ? 2 : 1;
  if (parts.length < least || parts.length > 2 || RESERVED.has((parts[0] as string).toLowerCase())) return undefined;
  return { kind, name: parts.join('/') };
}
