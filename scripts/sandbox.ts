/**
 * The document in which the page runs a model, and the hashes that let it. Every build and test makes the same of the same
 * sources.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The script of the frame and of its worker: one classic script, with all that it needs. */
async function hostScript(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/sandbox/host.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = chunks;
  if (chunks.length !== 1 || chunk?.type !== 'chunk') throw new Error('The script of the sandbox is not one file.');
  // Of a text between tags, the parser of HTML takes these for more than text, and gives another text for these.
  if (/<\/script|<!--|[\0\r]/i.test(chunk.code)) throw new Error('The script of the sandbox does not fit into HTML.');
  return chunk.code;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

const script = await hostScript();

/** How a policy names the script. */
export const SANDBOX_SOURCE = `'sha256-${digestOf(script)}'`;

/**
 * What the frame may do. It also has the policy of the page, which it can only narrow, and its worker has both: no
 * network, no other script, and no worker but from a blob. Only the script may make WebAssembly.
 */
const FRAME_POLICY = `default-src 'none'; script-src ${SANDBOX_SOURCE} 'wasm-unsafe-eval'; worker-src blob:`;

export const SANDBOX_DOCUMENT = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}"><script>${script}</script>`;

/** By which the page knows the document (`ownFrame` in src/base/own-script.ts). */
export const SANDBOX_DIGEST = digestOf(SANDBOX_DOCUMENT);
