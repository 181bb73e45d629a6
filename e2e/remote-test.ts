import type { RemoteServer } from './remote-server.ts';
import { test } from './support.ts';

/**
 * A `test` whose page may ask the host of files.
 *
 * @param allowed the origins of it that the page may ask
 */
export function remoteTest(allowed: (remote: RemoteServer) => string[]) {
  return test.extend({ allowedOrigins: async ({ remote }, use) => use(allowed(remote)) });
}
