import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

/** Resident memory of the renderers: that of the tab with its workers, and perhaps a spare one that does nothing. */
export class Memory {
  /** Bytes of each at rest. */
  readonly #idle: ReadonlyMap<number, number>;

  private constructor(processes: readonly number[]) {
    this.#idle = new Map(processes.map((id) => [id, bytesOf(id, 'VmRSS') ?? 0]));
    // Resets the peak of loading the page. If that is not allowed, the measured memory is at most too high.
    for (const id of processes) {
      try {
        writeFileSync(`/proc/${id}/clear_refs`, '5');
      } catch {}
    }
  }

  static async of(browser: Browser): Promise<Memory | undefined> {
    if (process.platform !== 'linux') return undefined;
    return new Memory(await renderers(browser));
  }

  /**
   * Most resident bytes since the start, minus those at the start. This is the peak of the kernel, not of samples. A
   * process that has ended does not count: the spare one goes with a frame that it was given to.
   */
  most(): number {
    return [...this.#idle]
      .map(([id, idle]) => (bytesOf(id, 'VmHWM') ?? idle) - idle)
      .reduce((one, other) => one + other, 0);
  }
}

/**
 * Resident bytes of the browser's one tab with its workers: of the renderer that has worked most. The browser keeps others
 * ready for the next page, makes them and ends them at any time, and each is resident with 90 MB, most of it the program's
 * code. Undefined without /proc.
 */
export async function residentBytes(browser: Browser): Promise<number | undefined> {
  return process.platform === 'linux' ? bytesOf((await renderers(browser))[0], 'VmRSS') : undefined;
}

/** Processes of pages, the one that has worked most first. */
async function renderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  // The surfaces of the browser itself are pages too. They come to rest at any time.
  const ofPage = (id: number) => !readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('--top-chrome-webui');
  return processInfo
    .filter(({ type, id }) => type === 'renderer' && ofPage(id))
    .sort((one, other) => other.cpuTime - one.cpuTime)
    .map(({ id }) => id);
}

/** Undefined where the process has ended. */
function bytesOf(process: number | undefined, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const path = `/proc/${process}/status`;
  const found = existsSync(path) && new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(path, 'utf8'));
  return found ? 1024 * Number(found[1]) : undefined;
}
