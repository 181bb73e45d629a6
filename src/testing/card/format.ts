import type { Container } from '../../archive/container.ts';
import { PieceBuilder, unchanged } from '../../archive/plan.ts';
import { concatBytes, decodeUtf8, encodeUtf8, isEqual } from '../../base/bytes.ts';
import { BadFileError } from '../../base/errors.ts';
import type { DraftPlan, Format, OpenPackage } from '../../formats/format.ts';
import type { Draft } from '../../model/draft.ts';
import type { Package } from '../../model/package.ts';
import { sliceSource } from '../../source/slice.ts';
import type { ByteSource } from '../../source/source.ts';
import { NumericReader } from '../../tensor/reader.ts';
import { type CardEdits, TEXT_PATH } from './step.ts';

/**
 * The format of a card, which exists for tests alone: a single file and no archive. `CARD`, the length of a text
 * (uint32, little-endian), the text, a tensor of 2 × 3 float16, and `END`. The text's first line is the card's title.
 */
export const format: Format = {
  async match({ source }, { signal }) {
    if (!source || source.size < 8) return false;
    return decodeUtf8(await source.read(0, 4, signal)) === 'CARD';
  },

  async open(container, { signal }) {
    return openCard(container, signal);
  },
};

/** A longer text is not read whole. */
const MAX_TEXT_BYTES = 64 * 1024;

const TENSOR_BYTES = 2 * 3 * 2;

/** The bytes of a card. */
export function buildCard(text: string, tensor: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return concatBytes([headOf(text), tensor, encodeUtf8('END')]);
}

function headOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(text);
  const head = concatBytes([encodeUtf8('CARD'), new Uint8Array(4), bytes]);
  new DataView(head.buffer).setUint32(4, bytes.length, true);
  return head;
}

async function openCard(container: Container, signal?: AbortSignal): Promise<OpenPackage> {
  const source = container.source as ByteSource;
  const head = await source.read(0, 8, signal);
  const textBytes = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
  const start = 8 + textBytes;
  if (textBytes > MAX_TEXT_BYTES || start + TENSOR_BYTES > source.size)
    throw new BadFileError('zip/out-of-bounds', 'The card ends before its tensor.');
  const text = decodeUtf8(await source.read(8, start, signal)) ?? '';
  const end = start + TENSOR_BYTES;
  return {
    package: packageOf(container, text, { path: container.name, start, end }),
    source: (path) => (path === container.name ? source : undefined),
    tensor: async () => new NumericReader(sliceSource(source, start, end), 'float16', 6),
    async edit({ texts, edits }) {
      const before = texts?.get(TEXT_PATH) ?? text;
      const title = (edits as CardEdits | undefined)?.title;
      const after = title === undefined ? before : [title, ...before.split('\n').slice(1)].join('\n');
      return { texts: new Map([[TEXT_PATH, after]]), values: after.split('\n')[0] };
    },
    plan: async (draft) => planCard(source, text, draft),
  };
}

function packageOf(
  { name, size }: Container,
  text: string,
  data: { path: string; start: number; end: number },
): Package {
  return {
    format: 'card',
    formatName: 'A card',
    words: { one: 'card', a: 'a card', metadataFile: TEXT_PATH, extension: '.card', checked: [] },
    verdicts: { refused: [] },
    name,
    size,
    title: text.split('\n')[0] ?? '',
    facts: [],
    inputs: [],
    outputs: [],
    tensors: [{ name: 'weight', dtype: 'float16', shape: [2n, 3n], data }],
    examples: [],
    selfTests: [],
    files: [{ path: name, size, role: 'other', hash: 'none', kind: 'file' }],
    findings: [],
    can: { verify: false, edit: true, save: true },
    runs: {
      sentence: 'Loading it runs nothing',
      weight: 'ok',
      facts: [{ kind: 'nothing', text: ['Nothing: a card is a text and six numbers'] }],
    },
  };
}

/** The new head, and all that follows the old one as it stands. */
function planCard(source: ByteSource, before: string, draft: Draft): DraftPlan {
  const text = draft.texts.get(TEXT_PATH) ?? before;
  const head = headOf(text);
  const plan = new PieceBuilder();
  if (text !== before) {
    plan.add(head);
    plan.old(headOf(before).length, source.size);
  }
  const { segments, size } = text === before ? unchanged(source.size) : plan;
  return {
    segments,
    size,
    old: source,
    notes: [],
    async check(result, signal) {
      const written = await result.read(0, head.length, signal);
      if (result.size !== size || !isEqual(written, head))
        throw new BadFileError('source/save-mismatch', 'The saved card has another text.');
    },
    review: {
      files: text === before ? [] : [{ path: TEXT_PATH, kind: 'changed', before, after: text }],
      size,
      notes: [],
    },
  };
}
