import {
  IconBinary,
  IconBooks,
  IconBraces,
  IconBrandPython,
  IconCube,
  IconFile,
  IconFileCode,
  IconFileInfo,
  IconFileSymlink,
  IconFileText,
  IconFileZip,
  IconFingerprint,
  IconGridDots,
  IconLicense,
  IconLink,
  IconMarkdown,
  IconMovie,
  IconMusic,
  IconNotebook,
  IconPackage,
  IconPhoto,
  IconTable,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react';
import { ALL_FORMATS } from '../../formats/list.ts';
import { baseName } from '../../model/file/file-name.ts';
import type { FileRole, PackageFile } from '../../model/package.ts';

/** Kinds of files that have an icon of their own. */
export type FileIconKind = keyof typeof ICONS;

const ICONS = {
  archive: IconFileZip,
  binary: IconBinary,
  code: IconFileCode,
  data: IconBraces,
  file: IconFile,
  film: IconMovie,
  hashes: IconFingerprint,
  license: IconLicense,
  links: IconLink,
  markdown: IconMarkdown,
  metadata: IconFileInfo,
  notebook: IconNotebook,
  package: IconPackage,
  picture: IconPhoto,
  python: IconBrandPython,
  requirements: IconBooks,
  script: IconTerminal2,
  sound: IconMusic,
  symlink: IconFileSymlink,
  table: IconTable,
  tensor: IconGridDots,
  text: IconFileText,
  weights: IconCube,
} satisfies Record<string, TablerIcon>;

/** What a file is for in its package says more than its name. */
const BY_ROLE: Readonly<Partial<Record<FileRole, FileIconKind>>> = {
  metadata: 'metadata',
  'hash-list': 'hashes',
  'link-list': 'links',
};

/** Whole names, in lower case. */
const NAMES: readonly (readonly [FileIconKind, string])[] = [
  ['license', 'copying licence license notice'],
  ['markdown', 'readme'],
  ['requirements', 'pipfile requirements.txt'],
  ['script', 'dockerfile makefile'],
];

/** Extensions, in lower case, by kind. Those of formats are in their descriptors. */
const EXTENSIONS: readonly (readonly [FileIconKind, string])[] = [
  ['archive', '7z bz2 gz rar xz zip zst'],
  ['binary', 'a class dll dylib exe lib o so wasm'],
  ['code', 'c cc cjs cpp css cu cuh cxx go h hh hpp htm html java js jsx lua mjs mts php rb rs swift ts tsx'],
  ['data', 'cfg conf ini json jsonl lock pbtxt proto prototxt toml xml yaml yml'],
  ['film', 'avi mkv mov mp4 mpeg webm'],
  ['license', 'license'],
  ['markdown', 'markdown md rst'],
  ['notebook', 'ipynb'],
  ['package', 'egg jar mar mlmodel nupkg whl'],
  ['picture', 'avif bmp gif ico jpeg jpg png svg tif tiff webp'],
  ['python', 'py pyi pyx'],
  ['script', 'bash bat cmd dockerfile ps1 sh zsh'],
  ['sound', 'aac flac m4a mp3 oga ogg opus wav'],
  ['table', 'arrow csv feather parquet sqlite tsv xls xlsx'],
  ['text', 'log pdf txt'],
  ['weights', 'bin engine ggml h5 keras mlpackage onnx params pb plan tflite'],
  ...ALL_FORMATS.flatMap(({ icon, ends = [] }) =>
    icon ? [[icon, ends.map((end) => end.slice(1)).join(' ')] as const] : [],
  ),
];

const kindsByWord = (table: readonly (readonly [FileIconKind, string])[]): ReadonlyMap<string, FileIconKind> =>
  new Map(table.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));

const BY_NAME = kindsByWord(NAMES);
const BY_EXTENSION = kindsByWord(EXTENSIONS);

/** The icon's kind for a file, by its role and its name. The bytes may be something else: the preview says what. */
export function fileIconKind({ path, role, kind }: Pick<PackageFile, 'path' | 'role' | 'kind'>): FileIconKind {
  if (kind === 'symlink') return 'symlink';
  const byRole = BY_ROLE[role];
  if (byRole) return byRole;
  const name = baseName(path).toLowerCase();
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const known = BY_NAME.get(name) ?? (stem === 'license' || stem === 'licence' ? 'license' : undefined);
  if (known) return known;
  const byExtension = dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1));
  if (role === 'tensor' && (byExtension === undefined || byExtension === 'weights')) return 'tensor';
  return byExtension ?? 'file';
}

/** The icon of a file's kind, for lists that draw it themselves. */
export function fileIcon(file: PackageFile): TablerIcon {
  return ICONS[fileIconKind(file)];
}

/** The icon of a kind of file. The name beside it says the same. */
export function FileIcon({ file, className }: { file: PackageFile; className?: string | undefined }) {
  const Icon = fileIcon(file);
  return <Icon className={className ?? ''} size={16} stroke={1.75} aria-hidden />;
}
