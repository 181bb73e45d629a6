import { markdownTree } from './parser.ts';

// Parses Markdown off the page's thread, where a text that takes too long can be ended.

/** What the parser is asked. The answer is a `MarkdownResult`. */
export interface MarkdownAsk {
  text: string;
  topLevel: number;
  prefix: string;
}

self.onmessage = ({ data }: MessageEvent<MarkdownAsk>) => {
  self.postMessage(markdownTree(data.text, data.topLevel, data.prefix));
};
self.postMessage('ready');
