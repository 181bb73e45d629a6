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

const LANGUAGES = new Map<Language, StreamLanguage<unknown>>();

/** What colors a text of a language while it is edited; nothing for a language without a mode. */
export function languageMode(language: Language | undefined): StreamLanguage<unknown> | readonly [] {
  const mode =
    language === undefined ? undefined : (MODES as Partial<Record<Language, StreamParser<unknown>>>)[language];
  if (language === undefined || !mode) return [];
  const known = LANGUAGES.get(language) ?? StreamLanguage.define(mode);
  LANGUAGES.set(language, known);
  return known;
}
