import { shellWord } from '../../../widgets/use-it/shell-word.ts';
import type { MlfOwn } from '../core/own.ts';

/** Sources that a command names one by one. More are named by their folder. */
const MAX_NAMED = 8;

/** The name of the file on the disk. A package that was unwrapped from gzip or lies in another has no other one. */
function fileOf(name: string): string {
  return name.split('/').at(-1) ?? name;
}

/**
 * The commands that unpack a library and compile its C sources. Undefined where it has none. Compiled files go to the
 * linker with the objects.
 */
export function compileSnippet({ sources, hasRuntime }: MlfOwn, name: string): string | undefined {
  const written = sources.filter(({ kind, path }) => kind === 'source' && path.endsWith('.c'));
  if (written.length === 0) return undefined;
  const folders = [...new Set(written.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))];
  const inputs =
    written.length <= MAX_NAMED
      ? written.map(({ path }) => shellWord(path))
      : folders.map((folder) => `${shellWord(folder)}/*.c`);
  const headers = [
    ...new Set(sources.flatMap(({ kind, path }) => (kind === 'header' ? path.slice(0, path.lastIndexOf('/')) : []))),
  ];
  const includes = [...headers.map(shellWord), hasRuntime ? 'runtime/include' : '"$TVM_CRT/include"'];
  return [
    'mkdir model',
    `tar -xf ${shellWord(fileOf(name))} -C model`,
    'cd model',
    ['cc -O2 -c', ...includes.map((folder) => `-I ${folder}`), ...inputs].join(' '),
  ].join('\n');
}

/** The command that makes a project of a library (`tvmc micro create`). */
export function tvmcSnippet(name: string): string {
  return `tvmc micro create project ${shellWord(fileOf(name))} zephyr --project-option project_type=host_driven board=qemu_x86`;
}
