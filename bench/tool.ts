import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Programs of others that make data, or that are compared with the page. */
export type Tool =
  | 'sh'
  | 'cp'
  | 'zstd'
  | 'sha256sum'
  | 'unzip'
  | 'python3'
  | 'python3 with zstandard'
  | 'python3 with numpy';

const PEER_SCRIPT = fileURLToPath(new URL('peer.py', import.meta.url));

function runs(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** The Python of Debian knows the packages of Debian. Another one earlier on the PATH may not. */
const PYTHONS = [process.env.PYTHON, 'python3', '/usr/bin/python3'].filter((name) => name !== undefined);

function findPython(): { python?: string; zstandard: boolean } {
  const zstandard = PYTHONS.find((name) => runs(name, ['-c', 'import zstandard']));
  if (zstandard !== undefined) return { python: zstandard, zstandard: true };
  const python = PYTHONS.find((name) => runs(name, ['-c', 'import zipfile']));
  return python === undefined ? { zstandard: false } : { python, zstandard: false };
}

export interface PythonTime {
  /** The task itself, in seconds. */
  withoutStart: number;
  /** With start, imports and end of Python, in seconds. Without the part that the page has also done before. */
  whole: number;
}

/** The programs that are installed here, each looked up once. */
export class Tools {
  readonly #python = findPython();
  readonly #numpy = PYTHONS.find((name) => runs(name, ['-c', 'import numpy']));
  readonly #found = new Map<Tool, boolean>();

  has(tool: Tool): boolean {
    const known = this.#found.get(tool);
    if (known !== undefined) return known;
    const found =
      tool === 'python3'
        ? this.#python.python !== undefined
        : tool === 'python3 with zstandard'
          ? this.#python.zstandard
          : tool === 'python3 with numpy'
            ? this.#numpy !== undefined
            : runs(tool, tool === 'sh' ? ['-c', ':'] : tool === 'unzip' ? ['-v'] : ['--version']);
    this.#found.set(tool, found);
    return found;
  }

  missing(tools: readonly Tool[]): Tool[] {
    return tools.filter((tool) => !this.has(tool));
  }

  /**
   * Times a task of `peer.py` in seconds. Throws if it finds another number of files, tensors or elements than
   * expected.
   */
  python(task: PeerTask, path: string | readonly string[], files: number): PythonTime {
    const needsNumpy = task.endsWith('statistics') || task === 'scan' || task.startsWith('compare');
    const python = needsNumpy ? this.#numpy : this.#python.python;
    if (python === undefined) throw new Error('There is no Python 3 here.');
    const started = performance.now();
    const answer = JSON.parse(execFileSync(python, [PEER_SCRIPT, task, ...[path].flat()], { encoding: 'utf8' }));
    const whole = (performance.now() - started) / 1000;
    if (answer.files !== files) throw new Error(`Python finds ${answer.files} in ${path}, not ${files}`);
    return { withoutStart: answer.seconds, whole: whole - answer.before };
  }

  versions(): string[] {
    const { python } = this.#python;
    const said = (command: string, args: string[]) =>
      spawnSync(command, args, { encoding: 'utf8' }).stdout?.split('\n')[0]?.trim() ?? '';
    return [
      `Node ${process.versions.node}`,
      this.has('zstd') ? `zstd ${/v([\d.]+)/.exec(said('zstd', ['--version']))?.[1] ?? '(unknown)'}` : '',
      this.has('sha256sum') ? said('sha256sum', ['--version']) : '',
      this.has('unzip') ? (/^UnZip [\d.]+/.exec(said('unzip', ['-v']))?.[0] ?? '') : '',
      python === undefined ? '' : said(python, ['--version']),
      this.#python.zstandard && python !== undefined
        ? `zstandard ${said(python, ['-c', 'import zstandard; print(zstandard.__version__)'])}`
        : '',
      this.#numpy === undefined ? '' : `NumPy ${said(this.#numpy, ['-c', 'import numpy; print(numpy.__version__)'])}`,
    ].filter((version) => version !== '');
  }
}

/** The tasks of `peer.py`. */
type PeerTask =
  | 'open'
  | 'tar'
  | 'verify'
  | 'header'
  | 'statistics'
  | 'float-statistics'
  | 'block-statistics'
  | 'scan'
  | 'compare'
  | 'compare-files';

/**
 * Seconds that a line of shell takes; `$@` are `paths`. Throws if the line fails, or prints other SHA-256 sums than
 * expected: a program that did not do the work has no time.
 */
export function timeShell(line: string, paths: readonly string[], sums: readonly string[]): number {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line, 'sh', ...paths], { encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  const found = stdout.match(/^[0-9a-f]{64}/gm) ?? [];
  if (status !== 0 || found.join() !== sums.join())
    throw new Error(`"${line}" exits with ${status} and finds ${found.join(', ') || 'no sums'}. ${stderr}`);
  return seconds;
}
