import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The file that a run writes to, beside the file that it will become. Its name says which process of which computer
 * writes to it: one that was killed cannot remove its file, and a later run does.
 */

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const PART_NAME = /^\.boxcutter-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}\.part$/;

/** A file of another computer that nobody wrote to for so long is one that was left over. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** Paths of the part files of this process. */
const own = new Set<string>();

/**
 * The path of a new part file in a folder. The name of the result is left out: with it, this name could be too long.
 */
export function newPartFile(folder: string): string {
  const name = `.boxcutter-${HOST}-${process.pid}-${randomBytes(6).toString('hex')}.part`;
  const path = join(folder, name);
  own.add(resolve(path));
  return path;
}

/** Removes the part files of this process at once, before it ends. What cannot be removed stays for a later run. */
export function removePartFiles(): void {
  for (const path of own) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The folder is no longer there, or no longer open to this user.
    }
  }
}

/** Removes the part files of runs that were killed. What cannot be removed stays. */
export async function removeLeftOvers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    if (await isLeftOver(name, path).catch(() => false)) await rm(path, { force: true }).catch(() => {});
  }
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [whole, host, pid] = PART_NAME.exec(name) ?? [];
  if (whole === undefined || own.has(resolve(path))) return false;
  if (host === HOST && !isRunning(Number(pid))) return true;
  return Date.now() - (await stat(path)).mtimeMs > LEFT_OVER_MS;
}

/** Whether another process of this computer may be writing. A file with our id was left by one that had it before. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
