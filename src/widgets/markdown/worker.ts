import { markdownTree } from './reader.ts';

// Lays Markdown out beside the page, where a text that takes too long can be ended.

/** What the page posts; the answer is `{ id, result }`. `{ ready: true }` comes once, before any. */
export interface MarkdownAsk {
  id: number;
  text: string;
  topLevel: number;
  prefix: string;
}

self.onmessage = ({ data }: MessageEvent<MarkdownAsk>) => {
  self.postMessage({ id: data.id, result: markdownTree(data.text, data.topLevel, data.prefix) });
};
self.postMessage({ ready: true });
