import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';

const mode = toml as StreamParser<unknown>;

/** Line separators within a line: at one of them in a string, the mode below would search for ever. */
const SEPARATORS = /[\u2028\u2029]/;

/** How TOML is coloured. Ends on any text. */
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
