import { hasText, MAX_PARTS, type MetadataBlock, type PieceReader, viewOf } from './block.ts';

const KINDS: readonly (readonly [type: string, kind: MetadataBlock['kind']])[] = [
  ['EXIF', 'exif'],
  ['XMP ', 'xmp'],
];

/** The blocks of a WebP file (RFC 9649, 2.7.1.5). */
export async function webpBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  const blocks: MetadataBlock[] = [];
  let at = 12;
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const head = await reader.take(at, 8);
    if (!head) return blocks;
    const length = viewOf(head).getUint32(4, true);
    const start = at + 8;
    const kind = KINDS.find(([type]) => hasText(head, type))?.[1];
    if (hasText(head, 'C2PA')) reader.unchecked.add('kind');
    const content = kind && (await reader.block(start, length));
    if (kind && content) blocks.push({ kind, content, write: (bytes) => [{ start, bytes }] });
    at = start + length + (length % 2);
  }
  reader.unchecked.add('long');
  return blocks;
}
