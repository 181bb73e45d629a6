import { createCssVariablesTheme, createHighlighterCore, type LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { Language } from '../../model/file/language.ts';
import { goTemplate } from './go-template.ts';
import { type HighlightAsk, TOKEN_KINDS, type Tokens } from './token-kinds.ts';

const GRAMMARS: Readonly<Record<Language, () => LanguageInput>> = {
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  'go-template': () => [goTemplate],
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  jinja: () => import('shiki/langs/jinja.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  proto: () => import('shiki/langs/proto.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

/** Longer lines get no colors: grammars take time in the square of a line's length. */
const MAX_LINE = 5000;

/** The theme names each color by a CSS variable, whose name says the token's kind. */
const theme = createCssVariablesTheme({ name: 'kinds', variablePrefix: '--' });

// Uses the browser's own regular expressions: no WebAssembly, and no code made from text.
const started = createHighlighterCore({ themes: [theme], engine: createJavaScriptRegexEngine({ forgiving: true }) });

/**
 * The tokens of each line of a text. Rejects if the grammar does. Takes as long as it takes: the page ends its worker.
 */
export async function tokensOf({ text, language }: HighlightAsk): Promise<Tokens> {
  const highlighter = await started;
  await highlighter.loadLanguage(GRAMMARS[language]());
  const lines = highlighter.codeToTokensBase(text, {
    lang: language,
    theme: 'kinds',
    tokenizeMaxLineLength: MAX_LINE,
    // The page ends a text that takes too long. A limit for each line would give the first one, for which the grammar
    // is read, wrong colors on a slow machine.
    tokenizeTimeLimit: 0,
  });
  return lines.map((line) => line.flatMap(({ color, content }) => [kindOf(color), content.length]));
}

function kindOf(color: string | undefined): number {
  const name = /token-([a-z-]+)/.exec(color ?? '')?.[1];
  return Math.max(0, TOKEN_KINDS.indexOf(name as (typeof TOKEN_KINDS)[number]));
}
