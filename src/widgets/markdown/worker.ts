import { markdownTree } from './parser.ts';

// Parses Markdown off the page's thread, where a text that takes too long can be ended.

/** A message from the page. The answer is `{ id, result }`. Before the first answer comes one `{ ready: true }`. */
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
