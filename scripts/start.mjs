// npm start: installs missing packages, builds if the sources are newer than the build, serves it and shows the sample.

import { spawn } from 'node:child_process';
import { isBuilt } from './built.mjs';
import { checkNode, installPackages, runPackage } from './install.mjs';
import { serve } from './serve.mjs';

/**
 * Opens the link in the browser of the desktop. Does nothing without a desktop, or if CI or NO_OPEN is set: the printed
 * link must do.
 * @param {string} link
 */
function show(link) {
  const { platform, env } = process;
  const desktop = platform === 'win32' || platform === 'darwin' || env.DISPLAY || env.WAYLAND_DISPLAY;
  if (!desktop || !process.stdout.isTTY || env.CI || env.NO_OPEN) return;
  const [command, ...args] =
    platform === 'win32'
      ? ['cmd', '/c', 'start', '', link]
      : platform === 'darwin'
        ? ['open', link]
        : ['xdg-open', link];
  const child = spawn(/** @type {string} */ (command), args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

checkNode();
installPackages();
if (!isBuilt()) {
  console.log('Building…');
  const { status } = runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
  if (status !== 0) process.exit(status ?? 1);
}
const asked = Number(process.env.PORT ?? '');
const server = await serve(asked > 0 ? { port: asked } : {});
const link = `http://localhost:${server.port}/?url=sample-wasm.carton`;
console.log(
  `\n  Boxcutter, with the sample carton:  ${link}\n  Without:  http://localhost:${server.port}/\n\n  Ctrl-C stops it.`,
);
show(link);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close().finally(() => process.exit(0));
  });
}
