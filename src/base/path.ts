/** Matches every unsafe name in one test: a directory can have a million names. */
const SUSPECT = /\p{Cc}|\\|^\/|^[A-Za-z]:|(?:^|\/)(?:\.{1,2})?(?:\/|$)/u;

/**
 * Why a name cannot be the path of a file in a package, as the end of a sentence. Undefined where it can. Paths are
 * relative and separated by `/`. Some systems take a backslash or a drive letter for a separator, and a control
 * character for the end. They would unpack such a file elsewhere.
 */
export function unsafeReason(path: string): string | undefined {
  if (!SUSPECT.test(path)) return undefined;
  if (path === '') return 'is empty';
  if (/\p{Cc}/u.test(path)) return 'contains a control character';
  if (path.includes('\\')) return 'contains a backslash';
  if (path.startsWith('/')) return 'is absolute';
  if (/^[A-Za-z]:/.test(path)) return 'begins with a drive letter';
  const parts = path.split('/');
  if (parts.includes('..')) return 'contains “..”';
  if (parts.includes('.')) return 'contains a part “.”';
  return 'contains an empty part';
}
