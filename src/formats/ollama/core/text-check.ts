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
    else CHECKS[as](new MemberReader(reader, tell));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    add(code, `${name}: at character ${error.at + 1}, ${error.message}.`);
  }
}

const CHECKS: Readonly<Record<Exclude<CheckedText, 'template'>, (members: MemberReader) => void>> = {
  config(members) {
    if (!members.isObject('The text')) return;
    members.object('The configuration', {
      ...each(CONFIG_TEXTS, (what) => members.text(what)),
      ...each(CONFIG_NUMBERS, (what) => members.integer(what)),
      ...each(CONFIG_LISTS, (what) => checkItems(members, what, what, (item) => members.text(item))),
    });
  },
  messages(members) {
    checkItems(members, 'The text', 'the list', (what) => {
      if (members.isObject(what))
        members.object(
          what,
          each(MESSAGE_TEXTS, (key) => members.text(key)),
        );
    });
  },
  params: checkOptions,
};

/** A reader for each of some keys. */
function each(keys: readonly string[], read: (what: string) => unknown): Record<string, () => void> {
  return Object.fromEntries(keys.map((key) => [key, () => void read(`“${key}”`)]));
}

function checkItems(members: MemberReader, what: string, of: string, check: (what: string) => void): void {
  const { json } = members;
  if (!members.isList(what)) return;
  json.array((index) => {
    if (json.kind() === 'null') json.null();
    else check(`Item ${index + 1} of ${of}`);
  });
}

/** Of two options with one key the last counts. */
function checkOptions(members: MemberReader): void {
  const { json, tell } = members;
  if (!members.isObject('The text')) return;
  const problems = new Map<string, string>();
  json.object((key) => {
    const wanted = OPTION_KINDS.get(key);
    const kind = json.kind();
    if (wanted !== undefined) problems.delete(key);
    if (kind === 'array' && wanted === 'array') {
      json.array(() => {
        if (json.kind() !== 'string') problems.set(key, `“${key}” has items that are not text.`);
        json.skip();
      });
      return;
    }
    json.skip();
    if (wanted === undefined || kind === 'null' || kind === wanted) return;
    problems.set(key, `“${key}” is ${JSON_KIND_WORDS[kind]}, not ${JSON_KIND_WORDS[wanted]}.`);
  });
  for (const message of problems.values()) tell('ollama/bad-type', message);
}
