import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Driver, elementOf, type Key, type Target } from './driver.ts';

/** Keys as WebDriver names them. */
const KEYS: Record<Key | 'a' | 'Control', string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  Control: '\uE009',
  k: 'k',
  a: 'a',
};

/** How WebDriver marks an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** How long the driver may take to listen, in milliseconds. */
const STARTS_WITHIN = 20_000;

interface Options {
  /** The programs of WebKitWebDriver and, where there is no display, of Xvfb. */
  driver: string;
  xvfb: string | undefined;
  /** An empty folder that is its home, into which it saves downloads. */
  folder: string;
}

/**
 * Starts WebKitGTK's small browser, driven by WebDriver, which tells nothing of the console or of requests. A driven
 * WebKitGTK is always as in a private window, and has no private files: what is kept goes with it.
 */
export async function startWebKit({ driver, xvfb, folder }: Options): Promise<Driver> {
  const programs: ChildProcess[] = [];
  const end = () => programs.forEach(endGroup);
  process.once('exit', end);
  try {
    const display = xvfb ? await startDisplay(xvfb, programs) : process.env.DISPLAY;
    const port = await freePort();
    // GTK's setting is what pages know as reduced motion: a processor draws each frame.
    mkdirSync(join(folder, '.config/gtk-3.0'), { recursive: true });
    writeFileSync(join(folder, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    programs.push(
      spawn(driver, [`--port=${port}`], {
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, HOME: folder, DISPLAY: display, LANG: 'C.UTF-8' },
      }),
    );
    const ask = asking(`http://127.0.0.1:${port}`);
    await answers(ask);
    const { sessionId, capabilities } = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      '/session',
      { capabilities: {} },
    );
    const session = sessionDriver((method, path, body) => ask(method, `/session/${sessionId}${path}`, body));
    await ask('POST', `/session/${sessionId}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 });
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      downloads: folder,
      complaints: [],
      ...session,
      async end() {
        await ask('DELETE', `/session/${sessionId}`).catch(() => {});
        end();
        process.off('exit', end);
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

type Ask = <T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** What a journey asks, as commands of one session. */
function sessionDriver(ask: Ask): Omit<Driver, 'version' | 'downloads' | 'complaints' | 'end'> {
  const run = <T>(act: (...args: never[]) => T, args: unknown[]) =>
    ask<T>('POST', '/execute/async', {
      script: `const args = [...arguments]; const done = args.pop();
        Promise.resolve((${act})(...args)).then((value) => done([value]), (error) => done(String(error)));`,
      args,
    });
  const value = async <T>(act: (...args: never[]) => T, args: unknown[]) => {
    const answer: unknown = await run(act, args);
    if (!Array.isArray(answer)) throw new Error(String(answer));
    return answer[0];
  };
  async function element(target: Target): Promise<string> {
    const found = (await value(elementOf, [target])) as Record<string, string> | null;
    const id = found?.[ELEMENT];
    if (!id) throw new Error(`There is no ${JSON.stringify(target)}.`);
    return `/element/${id}`;
  }
  const act = async (target: Target, what: 'click' | 'value', body: object = {}) => {
    await ask('POST', `${await element(target)}/${what}`, body);
  };
  async function press(key: Key | 'a', control?: 'control') {
    const keys = control ? [KEYS.Control, KEYS[key]] : [KEYS[key]];
    const down = keys.map((each) => ({ type: 'keyDown', value: each }));
    const up = keys.toReversed().map((each) => ({ type: 'keyUp', value: each }));
    await ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }] });
  }
  return {
    goto: async (url) => void (await ask('POST', '/url', { url })),
    reload: async () => void (await ask('POST', '/refresh', {})),
    run: (page, ...args) => value(page as never, args) as never,
    click: (target) => act(target, 'click'),
    async fill(target, text) {
      await act(target, 'click');
      await press('a', 'control');
      await act(target, 'value', { text });
    },
    choose: (target, path) => act({ ...target, hidden: true }, 'value', { text: path }),
    press,
    screen: async () => Buffer.from(await ask<string>('GET', '/screenshot'), 'base64'),
    async reopen() {
      const { handle } = await ask<{ handle: string }>('POST', '/window/new', { type: 'tab' });
      await ask('DELETE', '/window');
      await ask('POST', '/window', { handle });
    },
  };
}

/** Asks the driver. Rejects with its error and message. */
function asking(origin: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** Waits until the driver listens. */
async function answers(ask: Ask): Promise<void> {
  for (const until = Date.now() + STARTS_WITHIN; ; await wait(100)) {
    try {
      return void (await ask('GET', '/status'));
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** Starts a display without a screen, and gives its name. */
async function startDisplay(xvfb: string, programs: ChildProcess[]): Promise<string> {
  const server = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  programs.push(server);
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
    server.once('exit', () => reject(new Error('Xvfb has ended.')));
    server.once('error', reject);
  });
  return `:${number}`;
}

/** Ends a program and all that it has started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    }),
  );
}
