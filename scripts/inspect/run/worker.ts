import { parentPort } from 'node:worker_threads';
import { modelHost } from '../../../src/formats/carton/core/run/host.ts';

/** The thread that runs a model. The model reaches nothing but its own memory: its host gives it nothing else. */
const answer = modelHost();
parentPort?.on('message', (ask) => {
  const { reply, transfer } = answer(ask);
  parentPort?.postMessage(reply, transfer);
});
