import type { HighlightAsk } from './highlight.ts';
import { tokensOf } from './tokens.ts';

addEventListener('message', ({ data }: MessageEvent<HighlightAsk>) => {
  tokensOf(data).then(
    (tokens) => postMessage(tokens),
    () => postMessage(undefined),
  );
});
