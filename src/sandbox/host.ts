/**
 * The one script of the sandbox. In the frame, it starts a worker from its own text, which the frame's policy knows by its
 * hash. In that worker, it runs the model that the page sends.
 */
import { concatBytes } from '../base/bytes.ts';
import { trustedPolicy } from '../base/trusted-types.ts';
import { modelHost } from '../formats/carton/core/run/host.ts';
import type { RunAsk } from '../model/run/run-thread.ts';
import { ENDED, STARTED } from './signs.ts';

/** Starts the worker, and hands on to it the port that the page sends. */
function startWorker(script: string): void {
  const own = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const policy = trustedPolicy({
    createScriptURL(address) {
      if (address !== own) throw new TypeError('Not the script of this frame.');
      return address;
    },
  });
  const worker = new Worker(policy.createScriptURL(own));
  worker.onerror = (event) => {
    // The page says it.
    event.preventDefault();
    parent.postMessage(ENDED, '*');
  };
  addEventListener('message', ({ source, ports: [port] }) => {
    if (source === parent && port) worker.postMessage(undefined, [port]);
  });
}

/** Answers what comes by the port, which is the only thing that the thread is given. A model comes in pieces before. */
function serve(): void {
  // Nothing that comes later can make addresses of scripts: no worker in the worker, and no script from a text.
  trustedPolicy({});
  addEventListener(
    'message',
    ({ ports: [port] }) => {
      if (!port) return;
      const answer = modelHost();
      let pieces: Uint8Array[] = [];
      port.onmessage = ({ data }: MessageEvent<Uint8Array | RunAsk>) => {
        if (data instanceof Uint8Array) return void pieces.push(data);
        const { reply, transfer } = answer(data.kind === 'load' ? { ...data, model: concatBytes(pieces) } : data);
        pieces = [];
        port.postMessage(reply, transfer);
      };
      port.postMessage(STARTED);
    },
    { once: true },
  );
}

if (typeof document === 'undefined') serve();
else startWorker(document.currentScript?.textContent ?? '');
