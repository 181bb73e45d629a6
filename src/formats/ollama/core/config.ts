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
  /** Bytes that the weights have at least, by the number of parameters and their type. */
  leastBytes?: number;
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
  return { facts, isRead: true, remoteHost, leastBytes: leastBytes(values) };
}

const UNITS = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** Of "501M" parameters in "Q4_0": their bytes, where each takes the bits that the type is named by. */
function leastBytes(values: ReadonlyMap<string, string>): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([KMBT])$/.exec(values.get('model_type') ?? '') ?? [];
  if (count === undefined) return undefined;
  const [, bits = '1'] = /^(?:I?Q|TQ|MXFP|B?F)(\d{1,2})(?:_|$)/.exec(values.get('file_type') ?? '') ?? [];
  // The number is rounded: 1.5 may be 1.45.
  return (0.9 * Number(count) * UNITS[unit as keyof typeof UNITS] * Number(bits)) / 8;
}

function readMember(reader: JsonReader, written: string, values: Map<string, string>): void {
  const key = written.length > MAX_NAME_UNITS ? written : foldCase(written);
  if (reader.kind() !== 'string') reader.skip();
  else {
    const value = reader.string();
    if (LABELS.has(key)) values.set(key, shortened(value, MAX_NAME_UNITS));
  }
}
