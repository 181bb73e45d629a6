import type { LanguageRegistration } from 'shiki/core';

/** A part of a grammar. */
type Rule = NonNullable<LanguageRegistration['patterns']>[number];

/** Words with a meaning of their own in an action. */
const KEYWORDS: Rule = {
  name: 'keyword.control',
  match: '(?<![.$\\w])(?:if|else|end|range|with|define|template|block|break|continue)(?!\\w)',
};

const ACTION: readonly Rule[] = [
  { name: 'string.quoted.double', begin: '"', end: '"', patterns: [{ name: 'constant', match: '\\\\.' }] },
  { name: 'string.quoted.raw', begin: '`', end: '`' },
  { name: 'string.quoted.single', match: "'(?:\\\\.|[^'\\\\])+'" },
  KEYWORDS,
  { name: 'constant.language', match: '(?<![.$\\w])(?:true|false|nil)(?!\\w)' },
  { name: 'constant.numeric', match: '(?<![\\w.])-?\\d[\\w.]*' },
  { name: 'variable.parameter', match: '\\$\\w*|(?:\\.\\w+)+|(?<!\\w)\\.(?!\\w)' },
  { name: 'entity.name.function', match: '(?<![.$\\w])[A-Za-z_]\\w*' },
];

/** Go's text/template, which the highlighter lacks: text with actions in braces. */
export const goTemplate: LanguageRegistration = {
  name: 'go-template',
  scopeName: 'source.go-template',
  repository: {},
  patterns: [
    { name: 'comment.block', begin: '\\{\\{-?\\s*/\\*', end: '\\*/\\s*-?\\}\\}' },
    {
      begin: '\\{\\{-?',
      end: '-?\\}\\}',
      beginCaptures: { 0: { name: 'keyword.operator' } },
      endCaptures: { 0: { name: 'keyword.operator' } },
      patterns: [...ACTION],
    },
  ],
};
