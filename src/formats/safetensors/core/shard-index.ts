import { grouped } from '../../../base/amounts.ts';
import { MAX_NAME_BYTES } from '../../../base/limits.ts';
import { unsafeReason } from '../../../base/path.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { decodeText } from '../../../json/encoding.ts';
import { JsonError, JsonReader } from '../../../json/reader.ts';
import { MAX_SHARDS } from '../../shards.ts';
import { MAX_METADATA_ENTRIES, MAX_METADATA_UNITS, MAX_TENSORS } from './limits.ts';

/** How the name of an index ends: `model.safetensors.index.json`. */
const INDEX_NAME = /\.safetensors\.index\.json$/i;

/** Whether a file of this name, in the folder of the model itself, is an index of shards. */
export function isIndexName(name: string): boolean {
  return INDEX_NAME.test(name) && !name.includes('/');
}

/** What an index says, in its own order: layout of transformers and huggingface_hub. */
export interface ShardIndex {
  /** The shard of each tensor: the name of a file in the folder of the index. */
  weightMap: ReadonlyMap<string, string>;
  /** Every shard once, at most `MAX_SHARDS`. */
  shards: readonly string[];
  /** The values of `metadata`, as they are written. Texts without their quotation marks. */
  metadata: readonly { key: string; value: string }[];
}

/** Parses an index and reports what is wrong with it. Of a broken one, gives what comes before the break. */
export function parseShardIndex(bytes: Uint8Array, path: string, report: Report): ShardIndex {
  const { text, badByte } = decodeText(bytes);
  const parser = new IndexParser(text.replace(/^\ufeff/, ''), path, report);
  if (badByte !== undefined) parser.fail(`Byte ${badByte} is not valid UTF-8.`);
  return parser.parse();
}

class IndexParser {
  readonly #reader: JsonReader;
  readonly #path: string;
  readonly #report: Report;
  readonly #weightMap = new Map<string, string>();
  /** Names of shards, and whether they are safe. */
  readonly #names = new Map<string, boolean>();
  /** Within `MAX_METADATA_ENTRIES` and `MAX_METADATA_UNITS`. */
  readonly #metadata: { key: string; value: string }[] = [];
  #metadataUnits = 0;
  #hasMap = false;
  /** Tensors so far, also those that were passed. */
  #read = 0;

  constructor(text: string, path: string, report: Report) {
    this.#reader = new JsonReader(text);
    this.#path = path;
    this.#report = report;
  }

  parse(): ShardIndex {
    try {
      this.#readAll();
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      this.fail(`At character ${error.at + 1}, ${error.message}.`);
    }
    const safe = [...this.#names].flatMap(([name, isSafe]) => (isSafe ? [name] : []));
    if (safe.length > MAX_SHARDS) {
      const message = grouped`The index names ${safe.length} files. The first ${MAX_SHARDS} are read.`;
      this.#report.add('safetensors/too-many-shards', message, { path: this.#path });
    }
    if (this.#read > MAX_TENSORS) {
      const message = grouped`The index has ${this.#read - MAX_TENSORS} tensors beyond the first ${MAX_TENSORS}.`;
      this.#report.add('safetensors/too-many-tensors', message, { path: this.#path });
    }
    return { weightMap: this.#weightMap, shards: safe.slice(0, MAX_SHARDS), metadata: this.#metadata };
  }

  fail(message: string): void {
    this.#report.add('safetensors/bad-index', message, { path: this.#path });
  }

  #readAll(): void {
    const reader = this.#reader;
    if (reader.kind() !== 'object') {
      this.fail('The index is not a JSON object.');
      return;
    }
    reader.object((key) => {
      if (key === 'weight_map') this.#readMap();
      else if (key === 'metadata' && reader.kind() === 'object') reader.object((name) => this.#readMetadata(name));
      else reader.skip();
    });
    reader.end();
    if (!this.#hasMap) this.fail('The index has no weight_map.');
  }

  #readMap(): void {
    const reader = this.#reader;
    if (this.#hasMap) this.fail('The index has weight_map twice.');
    this.#hasMap = true;
    if (reader.kind() === 'object') {
      reader.object((tensor) => {
        if (this.#read++ < MAX_TENSORS) this.#readTensor(tensor);
        else reader.skip();
      });
    } else {
      reader.skip();
      this.fail('The weight_map of the index is not an object.');
    }
  }

  #readTensor(tensor: string): void {
    if (this.#reader.kind() !== 'string') {
      this.#reader.skip();
      this.fail(`The file name of the tensor ${quote(tensor)} is not a string.`);
      return;
    }
    const shard = this.#reader.string();
    this.#names.set(shard, this.#names.get(shard) ?? this.#isSafe(shard));
    const known = this.#weightMap.get(tensor);
    if (known !== undefined && known !== shard) {
      const message = `The index names two files for the tensor ${quote(tensor)}: ${quote(known)} and ${quote(shard)}.`;
      this.#report.add('safetensors/index-duplicate', message, { path: this.#path });
    }
    this.#weightMap.set(tensor, shard);
  }

  /** Only a file of the same folder is read. */
  #isSafe(shard: string): boolean {
    const reason =
      unsafeReason(shard) ??
      (shard.includes('/') ? 'is not in the folder of the index' : undefined) ??
      (shard.length > MAX_NAME_BYTES ? 'is longer than any file name' : undefined);
    if (reason === undefined) return true;
    this.#report.add('safetensors/shard-name', `The file name ${quote(shard)} ${reason}.`, { path: this.#path });
    return false;
  }

  #readMetadata(key: string): void {
    const reader = this.#reader;
    const kind = reader.kind();
    const start = reader.at;
    let value: string;
    if (kind === 'string') value = reader.string();
    else {
      reader.skip();
      value = reader.text.slice(start, reader.at);
    }
    this.#metadataUnits += key.length + value.length;
    if (this.#metadata.length >= MAX_METADATA_ENTRIES || this.#metadataUnits > MAX_METADATA_UNITS) return;
    this.#metadata.push({ key, value });
  }
}
