import { execFileSync } from 'node:child_process';
import { onPath } from '../../scripts/chromium.mjs';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

export type Engine = 'firefox' | 'webkit';

/** Starts a browser, with an empty folder into which it saves downloads. */
type Start = (folder: string) => Promise<Driver>;

/** A browser that is installed, or why there is none. */
type Found = { start: Start } | { missing: string };

export function findBrowser(engine: Engine): Found {
  return engine === 'firefox' ? findFirefox() : findWebKit();
}

/** That of `FIREFOX_PATH`, else one on the PATH. Throws where `FIREFOX_PATH` is set and does not start. */
function findFirefox(): Found {
  const given = process.env.FIREFOX_PATH;
  const program = (given ? [given] : ['firefox-esr', 'firefox'].map(onPath)).find((path) => path && isFirefox(path));
  if (program) return { start: (folder) => startFirefox(program, folder) };
  if (given) throw new Error(`FIREFOX_PATH is "${given}", which is not a Firefox that starts.`);
  return { missing: 'Firefox is not installed' };
}

/** Some systems have a stub in its place, which only says what to install. */
function isFirefox(program: string): boolean {
  try {
    const said = execFileSync(program, ['--version'], { timeout: 60_000, stdio: ['ignore', 'pipe', 'ignore'] });
    return /Firefox \d/.test(said.toString());
  } catch {
    return false;
  }
}

function findWebKit(): Found {
  const driver = onPath('WebKitWebDriver');
  if (!driver) return { missing: 'WebKitWebDriver is not installed' };
  const xvfb = onPath('Xvfb');
  if (!xvfb && !process.env.DISPLAY) return { missing: 'WebKitGTK needs a display, and Xvfb is not installed' };
  return { start: (folder) => startWebKit({ driver, xvfb, folder }) };
}
