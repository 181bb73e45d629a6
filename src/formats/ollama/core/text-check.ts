import type { FindingCode } from '../../../base/findings.ts';
import { JSON_KIND_WORDS, JsonError, type JsonKind, JsonReader } from '../../../json/reader.ts';
import { templateProblem } from './go-template.ts';
import { MAX_GO_DEPTH } from './limits.ts';
import { MemberReader, type Tell } from './member.ts';

/** A text that Ollama parses when it loads a model: a template of Go, or JSON of values of certain types. */
export type CheckedText = 'config' | 'params' | 'messages' | 'template';

const CODES: Readonly<Record<CheckedText, FindingCode>> = {
  config: 'ollama/bad-config',
  params: 'ollama/bad-params',
  messages: 'ollama/bad-messages',
  template: 'ollama/bad-template',
};

/** Keys of a configuration, by the type of their values (`types/model/config.go`). */
const CONFIG_TEXTS = [
  ...['model_format', 'model_family', 'model_type', 'file_type', 'renderer', 'parser', 'requires'],
  ...['remote_host', 'remote_model', 'base_name', 'architecture', 'os'],
];
const CONFIG_LISTS = ['model_families', 'capabilities'];
const CONFIG_NUMBERS = ['context_length', 'embedding_length'];

/** Options by the type of their values (`Options` of `api/types.go`). Ollama ignores others. */
const OPTION_KINDS: ReadonlyMap<string, JsonKind> = new Map<string, JsonKind>([
  ...['num_keep', 'seed', 'num_predict', 'top_k', 'repeat_last_n', 'num_ctx', 'num_batch', 'num_gpu', 'main_gpu'].map(
    (key) => [key, 'number'] as const,
  ),
  ...['num_thread', 'draft_num_predict', 'top_p', 'min_p', 'typical_p', 'temperature', 'repeat_penalty'].map(
    (key) => [key, 'number'] as const,
  ),
  ['presence_penalty', 'number'],
  ['frequency_penalty', 'number'],
  ['use_mmap', 'boolean'],
  ['stop', 'array'],
]);

/** Keys of a message that are text. */
const MESSAGE_TEXTS = ['role', 'content', 'thinking', 'tool_name', 'tool_call_id'];

/**
 * Reports what Ollama rejects in a text. As it does, reads one value and nothing that follows. Never throws.
 *
 * @param name the blob, for messages
 * @param add adds a finding about the blob
 */
export function checkText(text: string, as: CheckedText, name: string, add: Tell): void {
  if (as === 'template') {
    const problem = templateProblem(text);
    if (problem) add('ollama/bad-template', `${name}: line ${problem.line}, ${problem.message}.`);
    return;
  }
  const reader = new JsonReader(text, 0, MAX_GO_DEPTH);
  const code = CODES[as];
  // Keys in unusual case are read all the same, and nobody else reads these files.
  const tell: Tell = (found, message) => {
    if (found === 'ollama/bad-type') add(code, `${name}: ${message}`);
  };
  try {
    if (reader.kind() === 'null') reader.null();
    else new TextChecker(reader, new MemberReader(reader, tell), tell).check(as);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    add(code, `${name}: at character ${error.at + 1}, ${error.message}.`);
  }
}

class TextChecker {
  readonly #reader: JsonReader;
  readonly #members: MemberReader;
  readonly #tell: Tell;

  constructor(reader: JsonReader, members: MemberReader, tell: Tell) {
    this.#reader = reader;
    this.#members = members;
    this.#tell = tell;
  }

  check(as: Exclude<CheckedText, 'template'>): void {
    if (as === 'messages') this.#checkMessages();
    else if (this.#members.isObject('The text')) {
      if (as === 'params') this.#checkOptions();
      else this.#checkConfig();
    }
  }

  /** Of two options with one key the last counts. */
  #checkOptions(): void {
    const problems = new Map<string, string>();
    this.#reader.object((key) => {
      const wanted = OPTION_KINDS.get(key);
      const kind = this.#reader.kind();
      if (wanted !== undefined) problems.delete(key);
      if (wanted === undefined || kind === 'null') this.#reader.skip();
      else if (kind !== wanted) {
        problems.set(key, `“${key}” is ${JSON_KIND_WORDS[kind]}, not ${JSON_KIND_WORDS[wanted]}.`);
        this.#reader.skip();
      } else if (kind === 'array') {
        this.#reader.array(() => {
          if (this.#reader.kind() !== 'string') problems.set(key, `“${key}” has items that are not text.`);
          this.#reader.skip();
        });
      } else this.#reader.skip();
    });
    for (const message of problems.values()) this.#tell('ollama/bad-type', message);
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
