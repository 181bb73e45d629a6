import { shortened } from '../../../base/text.ts';
import { JsonError, JsonReader } from '../../../json/reader.ts';
import type { Fact } from '../../../model/package.ts';
import { MAX_GO_DEPTH, MAX_NAME_UNITS } from './limits.ts';
import { foldCase } from './member.ts';

/** Texts of a configuration, by key (`ConfigV2` of Ollama), with what the page calls them. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['model_family', 'Family'],
  ['model_type', 'Parameters'],
  ['file_type', 'Quantization'],
  ['model_format', 'Format'],
  ['renderer', 'Renderer'],
  ['parser', 'Parser'],
  ['requires', 'Requires Ollama'],
  ['base_name', 'Base model'],
  ['remote_host', 'Runs on'],
  ['remote_model', 'Model there'],
]);

/** What the configuration of a model says, as far as it can be read. */
export interface ModelConfig {
  /** In the order of `LABELS`. */
  facts: readonly Fact[];
  /** Not where its text is absent, or too long to be read by itself. */
  isRead: boolean;
  /** The host that the model runs on, where it is not this machine. */
  remoteHost?: string;
  /** Bytes that the weights have at least, by the number of parameters and their type, and at most. */
  leastBytes?: number;
  mostBytes?: number;
  /** The number of parameters as it is written, where it is not one. */
  badCount?: string;
}

/** Reads what the page shows of a configuration. Nothing of one that is not a JSON object. */
export function readConfig(text: string): ModelConfig {
  const values = new Map<string, string>();
  try {
    const reader = new JsonReader(text, 0, MAX_GO_DEPTH);
    if (reader.kind() === 'object') reader.object((key) => readMember(reader, key, values));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  const remoteHost = values.get('remote_host');
  const facts = [...LABELS].flatMap(([key, label]) => {
    const value = values.get(key);
    return value ? [{ label, value }] : [];
  });
  return { facts, isRead: true, remoteHost, ...countOf(values) };
}

const UNITS = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** What Ollama writes of a number of parameters (`format.HumanNumber`), and people of experts. */
const COUNT = /^(?:(\d+)x)?(\d+(?:\.\d+)?)([KMBT]?)$/i;

/** Older versions of Ollama wrote it where they knew no number. */
const NO_COUNT = 'unknown';

/** Bytes of one parameter at most, and of all else in a file: vocabularies have some ten megabytes. */
const MOST_BYTES = 8;
const OTHER_BYTES = 256 * 1024 * 1024;

/** Of "501M" parameters in "Q4_0": their bytes, where each takes the bits that the type is named by. */
function countOf(values: ReadonlyMap<string, string>): Partial<ModelConfig> {
  const text = values.get('model_type') ?? '';
  if (text === '' || text === NO_COUNT) return {};
  const [, experts = '1', count, unit = ''] = COUNT.exec(text) ?? [];
  if (count === undefined) return { badCount: text };
  // Experts share a part of their parameters, so that their number says the most alone.
  const each = Number(count) * UNITS[unit.toUpperCase() as keyof typeof UNITS];
  const [, bits = '1'] = /^(?:I?Q|TQ|MXFP|B?F)(\d{1,2})(?:_|$)/.exec(values.get('file_type') ?? '') ?? [];
  // The number is rounded: 1.5 may be 1.45.
  return {
    leastBytes: (0.9 * each * Number(bits)) / 8,
    mostBytes: 1.1 * each * Number(experts) * MOST_BYTES + OTHER_BYTES,
  };
}

function readMember(reader: JsonReader, written: string, values: Map<string, string>): void {
  const key = written.length > MAX_NAME_UNITS ? written : foldCase(written);
  if (reader.kind() !== 'string') reader.skip();
  else {
    const value = reader.string();
    if (LABELS.has(key)) values.set(key, shortened(value, MAX_NAME_UNITS));
  }
}
