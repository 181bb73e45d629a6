import type { FromHighlighter, HighlightAsk } from './token-kinds.ts';
import { tokensOf } from './tokens.ts';

const say = (message: FromHighlighter) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<HighlightAsk>) => {
  tokensOf(data).then(say, () => say(undefined));
});

say('ready');
