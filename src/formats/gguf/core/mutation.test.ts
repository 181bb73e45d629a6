import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type BuiltValue,
  buildGguf,
  type GgufParts,
  text,
  texts,
  u32,
} from '../../../testing/builders/gguf-builder.ts';
import { byteChanges, exercise, mutate } from '../../../testing/mutation.ts';

const lists: BuiltValue = {
  type: 'array',
  of: 'array',
  items: [texts(['a', '']), { type: 'array', of: 'uint8', items: [1, 2, 3] }],
};

const PARTS: GgufParts = {
  keyValues: [
    ['general.architecture', text('llama')],
    ['general.quantization_version', u32(2)],
    ['general.alignment', u32(32)],
    ['llama.context_length', u32(4096)],
    ['llama.rope.freq_base', { type: 'float32', value: 10_000 }],
    ['tokenizer.ggml.tokens', texts(['<s>', '</s>', 'a', 'é', ' ', 'b', 'c', 'd', 'e', 'f'])],
    ['tokenizer.ggml.scores', { type: 'array', of: 'float32', items: [0, -1, -2] }],
    ['tokenizer.chat_template', text('{% for m in messages %}{{ m }}{% endfor %}')],
    ['a.lists', lists],
    ['a.large', { type: 'uint64', value: 2n ** 64n - 1n }],
    ['a.flag', { type: 'bool', value: true }],
  ],
  tensors: [
    { name: 'token_embd.weight', type: 'Q4_K', ne: [256, 2] },
    { name: 'blk.0.attn_q.weight', type: 'Q8_0', ne: [32, 3] },
    { name: 'blk.0.attn_norm.weight', type: 'F32', ne: [8] },
    { name: 'blk.0.ffn.weight', type: 'IQ4_XS', ne: [256, 1, 1, 1] },
    { name: 'output.bias', type: 'BF16', ne: [] },
  ],
};

const SUBJECTS = [
  buildGguf(PARTS),
  buildGguf({ ...PARTS, little: false }),
  buildGguf({ ...PARTS, version: 1 }),
  buildGguf({ ...PARTS, version: 2, tail: new Uint8Array(9) }),
].map((bytes) => ({ bytes, headerEnd: bytes.length - 700 }));

/** A number written over a count, a length, a type or an offset, where it can do most. */
const overwrites = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    width: fc.constantFrom(1, 4, 8),
    value: fc.oneof(
      fc.constantFrom(0n, 1n, 8n, 9n, 13n, 64n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n),
      fc.bigInt({ min: 0n, max: 300n }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The counts are those after which twice as many cases gave no other finding or error. */
it('3,000 damaged files open, or are refused by one of our errors', async () => {
  const counts = { opened: 0, refused: 0 };
  const run = async (bytes: Uint8Array<ArrayBuffer>) => {
    counts[await exercise('m.gguf', bytes)]++;
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SUBJECTS), byteChanges, ({ bytes }, changes) => run(mutate(bytes, changes))),
    { numRuns: 2000, seed: 13 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SUBJECTS), overwrites, ({ bytes, headerEnd }, changes) => {
      const changed = new Uint8Array(bytes);
      const view = new DataView(changed.buffer);
      for (const { share, width, value } of changes) {
        const at = 8 + Math.floor(share * headerEnd);
        if (width === 1) view.setUint8(at, Number(value & 0xffn));
        else if (width === 4) view.setUint32(at, Number(value & 0xffffffffn), true);
        else view.setBigUint64(at, value, true);
      }
      return run(changed);
    }),
    { numRuns: 1000, seed: 13 },
  );
  expect(counts.opened + counts.refused).toBe(3000);
  expect(Math.min(counts.opened, counts.refused)).toBeGreaterThan(150);
  // Some seconds on a quiet machine. The bound tells work that a small file can make endless.
}, 240_000);
