import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';

const mode = toml as StreamParser<unknown>;

/** Line separators within a line. At one of them in a string, CodeMirror's mode for TOML would loop for ever. */
const SEPARATORS = /[\u2028\u2029]/;

/** The colors of TOML. Unlike CodeMirror's mode, it ends on any text. */
export const tomlMode: StreamParser<unknown> = {
  ...mode,
  token(stream: StringStream, state: unknown) {
    if (SEPARATORS.test(stream.string)) {
      stream.skipToEnd();
      return null;
    }
    return mode.token(stream, state);
  },
};

export const tomlLanguage = StreamLanguage.define(tomlMode);
