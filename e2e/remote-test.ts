import { RemoteServer } from './remote-server.ts';
import { test } from './support.ts';

/**
 * A `test` with a host of files on loopback, one for all tests of a worker.
 *
 * @param allowed the origins that the page may ask
 */
export function remoteTest(allowed: (remote: RemoteServer) => string[]) {
  return test.extend<object, { remote: RemoteServer }>({
    remote: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
      async ({}, use) => {
        const server = new RemoteServer();
        await server.start();
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    allowedOrigins: async ({ remote }, use) => use(allowed(remote)),
  });
}
