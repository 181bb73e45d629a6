import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { firstValues, inBinary, inNumbers, type Row, type Sizes } from './row.ts';
import type { Tools } from './tool.ts';

const MIB = 1 << 20;

/** Most bytes that the tab may take beside the empty page for a large vocabulary, and the time until it is shown. */
const VOCABULARY_MEMORY = 200 * MIB;
const VOCABULARY_SECONDS = 1.5;

/** A block of Q4_K: elements and bytes. */
const BLOCK = { elements: 256, bytes: 144 };

/** Elements of a row of the tensor. */
const COLUMNS = 4096;

const TENSOR = 'blk.0.weight';

/** The most memory that statistics may take. */
const MEMORY = 600 * MIB;

/** The rows about GGUF: a header with a large vocabulary, and the first values of a large tensor. */
export function ggufRows(folder: string, { vocabulary, shown, statistics }: Sizes, tools: Tools): Row[] {
  const at = (name: string) => join(folder, name);
  return [
    {
      title: `Drop to first render: GGUF with a vocabulary of ${inNumbers(vocabulary)}`,
      peer: `a time of ${VOCABULARY_SECONDS} s`,
      bar: { atMost: 1 },
      memory: VOCABULARY_MEMORY,
      needs: [],
      peerNeeds: [],
      make: () => writeFileSync(at('vocabulary.gguf'), vocabularyFile(vocabulary)),
      ours: (tab) => tab.drop(at('vocabulary.gguf')),
      theirs: () => ({ seconds: VOCABULARY_SECONDS }),
    },
    {
      title: `Statistics of ${inBinary(statistics / 4)} of Q4_K`,
      peer: 'NumPy: blocks as ggml dequantizes them, then `min`, `max`, `mean`, `std` and `isnan`, in parts that fit in the cache',
      bytes: statistics / 4,
      bar: { atLeast: 1.2 },
      memory: MEMORY,
      needs: [],
      peerNeeds: ['python3 with numpy'],
      make: () => writeTensor(at('statistics.gguf'), statistics / 4),
      ours: (tab) => tab.statistics(at('statistics.gguf'), TENSOR, rowsOf(statistics / 4) * COLUMNS),
      theirs: () => {
        const elements = rowsOf(statistics / 4) * COLUMNS;
        return { seconds: tools.python('block-statistics', at('statistics.gguf'), elements).withoutStart };
      },
    },
    firstValues('Q4_K', shown, { large: at('large.gguf'), small: at('small.gguf'), tensor: TENSOR }, writeTensor),
  ];
}

/** Pieces of a header of version 3, little-endian (format document of GGUF). */
class HeaderWriter {
  readonly #parts: Buffer[] = [];

  constructor(tensors: number, pairs: number) {
    this.#parts.push(Buffer.from('GGUF'));
    this.u32(3);
    this.u64(tensors);
    this.u64(pairs);
  }

  u32(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    this.#parts.push(bytes);
  }

  u64(value: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(value));
    this.#parts.push(bytes);
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.u64(bytes.length);
    this.#parts.push(bytes);
  }

  /** A key whose value is a list: the type of its items, their count, and then these. */
  list(key: string, type: number, count: number): void {
    this.text(key);
    this.u32(9);
    this.u32(type);
    this.u64(count);
  }

  raw(bytes: Buffer): void {
    this.#parts.push(bytes);
  }

  /** All of it, padded to a multiple of 32. */
  end(): Buffer {
    const bytes = Buffer.concat(this.#parts);
    return Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
  }
}

const [STRING, INT32, FLOAT32] = [8, 5, 6];

/**
 * A file with a vocabulary as large models have it: tokens, their scores and types, and twice as many bytes of merges.
 */
function vocabularyFile(count: number): Buffer {
  const header = new HeaderWriter(0, 5);
  header.text('general.architecture');
  header.u32(STRING);
  header.text('llama');
  header.list('tokenizer.ggml.tokens', STRING, count);
  for (let index = 0; index < count; index++) header.text(`Ġtoken${index}`);
  header.list('tokenizer.ggml.scores', FLOAT32, count);
  header.raw(Buffer.alloc(4 * count));
  header.list('tokenizer.ggml.token_type', INT32, count);
  header.raw(Buffer.alloc(4 * count, 1));
  header.list('tokenizer.ggml.merges', STRING, count);
  for (let index = 0; index < count; index++) header.text(`Ġto${index % 999} ken${index}`);
  return header.end();
}

/** Whole rows of so many bytes of blocks. */
function rowsOf(bytes: number): number {
  return Math.floor(bytes / ((COLUMNS / BLOCK.elements) * BLOCK.bytes));
}

/** Writes a file with one Q4_K tensor, whose blocks are the same bytes again and again. */
function writeTensor(path: string, bytes: number): void {
  const rows = rowsOf(bytes);
  const header = new HeaderWriter(1, 2);
  header.text('general.architecture');
  header.u32(STRING);
  header.text('llama');
  header.text('general.quantization_version');
  header.u32(4);
  header.u32(2);
  header.text(TENSOR);
  header.u32(2);
  header.u64(COLUMNS);
  header.u64(rows);
  header.u32(12);
  header.u64(0);
  const row = Buffer.alloc((COLUMNS / BLOCK.elements) * BLOCK.bytes, 0x2a);
  const file = openSync(path, 'w');
  writeSync(file, header.end());
  const many = Buffer.concat(Array.from({ length: 256 }, () => row));
  for (let left = rows; left > 0; left -= 256)
    writeSync(file, left >= 256 ? many : many.subarray(0, left * row.length));
  closeSync(file);
}
