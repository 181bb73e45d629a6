import { secretName } from './secret/secret-names.ts';

/** Why a file of a folder is not put into a new package unless somebody asks for it. */
export type LeftOutKind = 'history' | 'secret' | 'made' | 'system';

/** The reasons, in words for the page and the command line: what it is, and why it stays out. */
export const LEFT_OUT: Readonly<Record<LeftOutKind, { name: string; why: string }>> = {
  secret: { name: 'Keys and passwords', why: 'Anyone who gets the package could use them.' },
  history: { name: 'Version history', why: 'It can contain secrets that were deleted long ago, and is often large.' },
  made: {
    name: 'Caches and environments',
    why: 'Programs make them again, and nothing in them is needed to load the model.',
  },
  system: { name: 'Files of the system or an editor', why: 'They say where you work, and nothing about the model.' },
};

const FOLDERS: readonly (readonly [LeftOutKind, string])[] = [
  ['history', '.git .hg .svn .bzr'],
  ['made', '__pycache__ .ipynb_checkpoints .pytest_cache .mypy_cache .ruff_cache .tox .nox .venv venv'],
  ['made', 'node_modules .cache'],
  ['system', '.idea .vscode .vs __macosx .spotlight-v100 .trashes'],
];

const KIND_OF_FOLDER: ReadonlyMap<string, LeftOutKind> = new Map(
  FOLDERS.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

const FILES: readonly (readonly [RegExp, LeftOutKind])[] = [
  [/^\.git(?:ignore|attributes|modules|keep)$|^\.hgignore$/, 'history'],
  [/\.py[co]$|^\.coverage$|\.swp$|~$|\.tmp$|\.crdownload$|\.incomplete$|\.lock\.part$/, 'made'],
  [/^(?:\.ds_store|thumbs\.db|desktop\.ini|ehthumbs\.db|\.localized|\.directory)$|^\._/, 'system'],
];

/** What a file of a folder is that does not belong into a package, by its path. Undefined for all others. */
export function leftOutKind(path: string): LeftOutKind | undefined {
  const parts = path.toLowerCase().split('/');
  const name = parts.pop() ?? '';
  const folder = parts.find((part) => KIND_OF_FOLDER.has(part));
  if (folder !== undefined) return KIND_OF_FOLDER.get(folder);
  // Of a worktree or a submodule, `.git` is a file.
  if (name === '.git') return 'history';
  if (secretName(path)?.isSure) return 'secret';
  return FILES.find(([pattern]) => pattern.test(name))?.[1];
}
