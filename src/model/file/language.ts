import { baseName } from './file-name.ts';

/** Languages that have syntax coloring. The names are those of the highlighter's grammars. */
const LANGUAGES = [
  'c',
  'cpp',
  'docker',
  'go-template',
  'html',
  'ini',
  'java',
  'javascript',
  'jinja',
  'json',
  'markdown',
  'proto',
  'python',
  'rust',
  'shellscript',
  'toml',
  'typescript',
  'xml',
  'yaml',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** The languages' names for people. */
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = {
  c: 'C',
  cpp: 'C++',
  docker: 'Dockerfile',
  'go-template': 'Go template',
  html: 'HTML',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  jinja: 'Jinja',
  json: 'JSON',
  markdown: 'Markdown',
  proto: 'Protocol Buffers',
  python: 'Python',
  rust: 'Rust',
  shellscript: 'Shell script',
  toml: 'TOML',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['bash', 'shellscript'],
  ['c', 'c'],
  ['cc', 'cpp'],
  ['cfg', 'ini'],
  ['cjs', 'javascript'],
  ['conf', 'ini'],
  ['cpp', 'cpp'],
  ['cu', 'cpp'],
  ['cuh', 'cpp'],
  ['cxx', 'cpp'],
  ['dockerfile', 'docker'],
  ['h', 'c'],
  ['hh', 'cpp'],
  ['hpp', 'cpp'],
  ['htm', 'html'],
  ['html', 'html'],
  ['ini', 'ini'],
  ['ipynb', 'json'],
  ['j2', 'jinja'],
  ['java', 'java'],
  ['jinja', 'jinja'],
  ['jinja2', 'jinja'],
  ['js', 'javascript'],
  ['json', 'json'],
  // Lock files of dependencies, such as Cargo's and Poetry's, are TOML.
  ['lock', 'toml'],
  ['markdown', 'markdown'],
  ['md', 'markdown'],
  ['mjs', 'javascript'],
  ['mts', 'typescript'],
  ['prototxt', 'proto'],
  ['proto', 'proto'],
  ['py', 'python'],
  ['pyi', 'python'],
  ['rs', 'rust'],
  ['sh', 'shellscript'],
  ['svg', 'xml'],
  ['toml', 'toml'],
  ['ts', 'typescript'],
  ['xml', 'xml'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
]);

const BY_NAME: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['Dockerfile', 'docker'],
  ['LINKS', 'toml'],
  ['Pipfile', 'toml'],
]);

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
