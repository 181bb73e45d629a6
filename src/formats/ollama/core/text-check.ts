import type { FindingCode } from '../../../base/findings.ts';
import { JsonError, JsonReader } from '../../../json/reader.ts';
import { MAX_GO_DEPTH } from './limits.ts';
import { MemberReader, type Tell } from './member.ts';
import './findings.ts';

/** A text of JSON that Ollama decodes into values of certain types when it loads a model. */
export type CheckedText = 'config' | 'params' | 'messages';

const CODES: Readonly<Record<CheckedText, FindingCode>> = {
  config: 'ollama/bad-config',
  params: 'ollama/bad-params',
  messages: 'ollama/bad-messages',
};

/** Keys of a configuration, by the type of their values (`types/model/config.go`). */
const CONFIG_TEXTS = [
  ...['model_format', 'model_family', 'model_type', 'file_type', 'renderer', 'parser', 'requires'],
  ...['remote_host', 'remote_model', 'base_name', 'architecture', 'os'],
];
const CONFIG_LISTS = ['model_families', 'capabilities'];
const CONFIG_NUMBERS = ['context_length', 'embedding_length'];

/** Keys of a message that are text. */
const MESSAGE_TEXTS = ['role', 'content', 'thinking', 'tool_name', 'tool_call_id'];

/**
 * Reports what Ollama rejects in a text. As it does, reads one value and nothing that follows. Never throws.
 *
 * @param name the blob, for messages
 * @param add adds a finding about the blob
 */
export function checkText(text: string, as: CheckedText, name: string, add: Tell): void {
  const reader = new JsonReader(text, 0, MAX_GO_DEPTH);
  const code = CODES[as];
  // Keys in unusual case are read all the same, and nobody else reads these files.
  const tell: Tell = (found, message) => {
    if (found === 'ollama/bad-type') add(code, `${name}: ${message}`);
  };
  try {
    if (reader.kind() === 'null') reader.null();
    else new TextChecker(reader, new MemberReader(reader, tell)).check(as);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    add(code, `${name}: at character ${error.at + 1}, ${error.message}.`);
  }
}

class TextChecker {
  readonly #reader: JsonReader;
  readonly #members: MemberReader;

  constructor(reader: JsonReader, members: MemberReader) {
    this.#reader = reader;
    this.#members = members;
  }

  check(as: CheckedText): void {
    if (as === 'messages') this.#checkMessages();
    else if (this.#members.isObject('The text')) {
      if (as === 'params') this.#reader.skip();
      else this.#checkConfig();
    }
  }

  #checkConfig(): void {
    this.#members.object('The configuration', {
      ...this.#texts(CONFIG_TEXTS),
      ...Object.fromEntries(CONFIG_NUMBERS.map((key) => [key, () => void this.#members.integer(`“${key}”`)])),
      ...Object.fromEntries(
        CONFIG_LISTS.map((key) => [key, () => this.#checkItems(`“${key}”`, (what) => void this.#members.text(what))]),
      ),
    });
  }

  #checkMessages(): void {
    this.#checkItems('The text', (what) => {
      if (this.#members.isObject(what)) this.#members.object(what, this.#texts(MESSAGE_TEXTS));
    });
  }

  #texts(keys: readonly string[]): Record<string, () => void> {
    return Object.fromEntries(keys.map((key) => [key, () => void this.#members.text(`“${key}”`)]));
  }

  #checkItems(what: string, check: (what: string) => void): void {
    if (!this.#members.isList(what)) return;
    this.#reader.array((index) => {
      if (this.#reader.kind() === 'null') this.#reader.null();
      else check(`Item ${index + 1} of ${what === 'The text' ? 'the list' : what}`);
    });
  }
}
