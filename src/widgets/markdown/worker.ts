import { markdownTree } from './parser.ts';

// Parses Markdown off the page's thread, where a text that takes too long can be ended.

/** Level of a text's highest headings: one below the heading that it stands under. */
const TOP_LEVEL = 3;

/** What the parser is asked. The answer is a `MarkdownResult`. */
export interface MarkdownAsk {
  text: string;
  prefix: string;
}

self.onmessage = ({ data }: MessageEvent<MarkdownAsk>) => {
  self.postMessage(markdownTree(data.text, TOP_LEVEL, data.prefix));
};
self.postMessage('ready');
