import { begins, viewOf } from '../../base/bytes.ts';
import { MAX_PARTS, type MetadataBlock, type PieceReader } from './block.ts';

const KINDS: readonly (readonly [type: string, kind: MetadataBlock['kind']])[] = [
  ['EXIF', 'exif'],
  ['XMP ', 'xmp'],
];

/** Chunks with pixels. An animation has them in its frames. */
const PIXELS = ['VP8 ', 'VP8L', 'ANMF'];

/** The blocks of a WebP file (RFC 9649, 2.7.1.5), also of chunks behind the picture's end (2.4). */
export async function webpBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  const blocks: MetadataBlock[] = [];
  const size = await reader.take(4, 4);
  const riff = size ? viewOf(size).getUint32(0, true) : 0;
  const end = 8 + riff + (riff % 2);
  /** Whether the picture is within the length that the file says. Some writers say a wrong one. */
  let isWithin = false;
  let at = 12;
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const head = await reader.take(at, 8);
    if (!head) {
      if (isWithin) await reader.endAt(end);
      return blocks;
    }
    const length = viewOf(head).getUint32(4, true);
    const start = at + 8;
    if (PIXELS.some((type) => begins(head, type))) isWithin = start + length <= end;
    const kind = KINDS.find(([type]) => begins(head, type))?.[1];
    if (begins(head, 'C2PA')) reader.unchecked.add('kind');
    const content = kind && (await reader.block(start, length));
    if (kind && content) blocks.push({ kind, content, write: (bytes) => [{ start, bytes }] });
    at = start + length + (length % 2);
  }
  reader.unchecked.add('long');
  return blocks;
}
