import { baseName } from './file-name.ts';

/**
 * Languages that have syntax coloring, under the names of the highlighter's grammars: what people call them, and the
 * endings of their files. Lock files of dependencies, such as Cargo's and Poetry's, are TOML.
 */
const LANGUAGES = {
  c: ['C', 'c h'],
  cpp: ['C++', 'cc cpp cu cuh cxx hh hpp'],
  docker: ['Dockerfile', 'dockerfile'],
  'go-template': ['Go template', ''],
  html: ['HTML', 'htm html'],
  ini: ['INI', 'cfg conf ini'],
  java: ['Java', 'java'],
  javascript: ['JavaScript', 'cjs js mjs'],
  jinja: ['Jinja', 'j2 jinja jinja2'],
  json: ['JSON', 'ipynb json'],
  markdown: ['Markdown', 'markdown md'],
  proto: ['Protocol Buffers', 'proto prototxt'],
  python: ['Python', 'py pyi'],
  rust: ['Rust', 'rs'],
  shellscript: ['Shell script', 'bash sh'],
  toml: ['TOML', 'lock toml'],
  typescript: ['TypeScript', 'mts ts'],
  xml: ['XML', 'svg xml'],
  yaml: ['YAML', 'yaml yml'],
} as const;

export type Language = keyof typeof LANGUAGES;

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map(
  Object.entries(LANGUAGES).flatMap(([language, [, endings]]) =>
    endings.split(' ').map((ending) => [ending, language as Language] as const),
  ),
);

const BY_NAME: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['Dockerfile', 'docker'],
  ['LINKS', 'toml'],
  ['Pipfile', 'toml'],
]);

/** What people call a language. */
export function languageLabel(language: Language): string {
  return LANGUAGES[language][0];
}

/**
 * The language that a file's name suggests. Undefined where it suggests none. Only for bytes that are known to be text.
 */
export function languageOf(path: string): Language | undefined {
  const name = baseName(path);
  const known = BY_NAME.get(name);
  if (known) return known;
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase());
}
