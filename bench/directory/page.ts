import type { Answer } from './worker.ts';

/** Passes the chosen file to a worker, and shows its answer in the attributes of the page. */
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }: MessageEvent<Answer | 'loaded'>) => {
  Object.assign(document.documentElement.dataset, data === 'loaded' ? { state: 'loaded' } : data);
});
worker.addEventListener('error', ({ message }) => {
  document.documentElement.dataset.error = message;
});
document.querySelector('input')?.addEventListener('change', ({ target }) => {
  worker.postMessage((target as HTMLInputElement).files?.[0]);
});
