import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { json } from '@codemirror/legacy-modes/mode/javascript';
import { python } from '@codemirror/legacy-modes/mode/python';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import type { Language } from '../../model/file/language.ts';

/** Line separators within a line. At one of them in a string, CodeMirror's mode for TOML would loop for ever. */
const SEPARATORS = /[\u2028\u2029]/;

/** A mode of CodeMirror that ends on any text. */
function ending(mode: StreamParser<unknown>): StreamParser<unknown> {
  return {
    ...mode,
    token(stream: StringStream, state: unknown) {
      if (SEPARATORS.test(stream.string)) {
        stream.skipToEnd();
        return null;
      }
      return mode.token(stream, state);
    },
  };
}

/** The modes that color a text while it is edited. */
export const MODES = {
  json: ending(json as StreamParser<unknown>),
  python: ending(python as StreamParser<unknown>),
  shellscript: ending(shell as StreamParser<unknown>),
  toml: ending(toml as StreamParser<unknown>),
  yaml: ending(yaml as StreamParser<unknown>),
} satisfies Partial<Record<Language, StreamParser<unknown>>>;

const LANGUAGES = new Map(
  Object.entries(MODES).map(([language, mode]) => [language, StreamLanguage.define(mode)] as const),
);

/** What colors a text of a language while it is edited; nothing for a language without a mode. */
export function languageMode(language: Language | 'none' | undefined): StreamLanguage<unknown> | readonly [] {
  return LANGUAGES.get(language ?? '') ?? [];
}
