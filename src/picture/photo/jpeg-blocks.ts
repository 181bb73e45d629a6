import { hasText, MAX_PARTS, type MetadataBlock, type PieceReader, viewOf } from './block.ts';

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** Followed by 40 bytes: the digest of the whole, its length, and the offset of this part. */
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const MORE_XMP_HEAD = MORE_XMP.length + 40;
const PHOTOSHOP = 'Photoshop 3.0\0';
const MPF = 'MPF\0';

/** Pictures that one file holds, as in a photo with a depth map or in two exposures. */
const MAX_PICTURES = 16;

/** Bytes of an entry in the list of pictures, and the tag of that list (CIPA DC-007, 5.2.3). */
const PICTURE_BYTES = 16;
const PICTURES = 0xb002;

/** The blocks of a JPEG file (ITU T.81, B.2.4; Exif 2.32, 4.7), also of those pictures that its index (MPF) lists. */
export async function jpegBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  const { blocks, others } = await pictureBlocks(reader, 0);
  for (const start of others) blocks.push(...(await pictureBlocks(reader, start)).blocks);
  return blocks;
}

/** The blocks of the picture that begins at `start`, and where the others begin that it lists. */
async function pictureBlocks(
  reader: PieceReader,
  start: number,
): Promise<{ blocks: MetadataBlock[]; others: readonly number[] }> {
  const blocks: MetadataBlock[] = [];
  let others: readonly number[] = [];
  const begin = await reader.take(start, 2);
  if (begin?.[0] !== 0xff || begin[1] !== 0xd8) return { blocks, others };
  let at = start + 2;
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const head = await reader.take(at, 4);
    if (head?.[0] !== 0xff) break;
    const marker = head[1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    // Before the picture's data stands all that describes it.
    if (marker === 0xda || marker === 0xd9) break;
    const length = viewOf(head).getUint16(2) - 2;
    if (length < 0) break;
    const from = at + 4;
    const segment =
      marker === 0xe1 || marker === 0xe2 || marker === 0xed ? await reader.block(from, length) : undefined;
    const block = segment && segmentBlock(marker, segment, from);
    if (block) blocks.push(block);
    if (segment && marker === 0xe2 && hasText(segment, MPF)) others = listedPictures(segment, from + MPF.length);
    at = from + length;
  }
  return { blocks, others };
}

function segmentBlock(marker: number, segment: Uint8Array, from: number): MetadataBlock | undefined {
  const block = (kind: MetadataBlock['kind'], head: number): MetadataBlock => ({
    kind,
    content: segment.subarray(head),
    write: (bytes) => [{ start: from + head, bytes }],
  });
  if (marker === 0xe1 && hasText(segment, EXIF)) return block('exif', EXIF.length);
  if (marker === 0xe1 && hasText(segment, XMP)) return block('xmp', XMP.length);
  if (marker === 0xe1 && hasText(segment, MORE_XMP)) return block('xmp', MORE_XMP_HEAD);
  return marker === 0xed && hasText(segment, PHOTOSHOP) ? block('iptc', PHOTOSHOP.length) : undefined;
}

/** Where the other pictures begin. Their offsets count from the header of the index, at `base` in the file. */
function listedPictures(segment: Uint8Array, base: number): number[] {
  const bytes = segment.subarray(MPF.length);
  if (bytes.length < 10) return [];
  const view = viewOf(bytes);
  const isLittle = view.getUint16(0) === 0x4949;
  const table = view.getUint32(4, isLittle);
  if (table + 2 > bytes.length) return [];
  const starts: number[] = [];
  const count = view.getUint16(table, isLittle);
  for (let at = table + 2, left = count; left > 0 && at + 12 <= bytes.length; at += 12, left--) {
    if (view.getUint16(at, isLittle) !== PICTURES) continue;
    const pictures = Math.min(MAX_PICTURES, Math.floor(view.getUint32(at + 4, isLittle) / PICTURE_BYTES));
    const list = view.getUint32(at + 8, isLittle);
    for (let n = 0; n < pictures && list + PICTURE_BYTES * (n + 1) <= bytes.length; n++) {
      const offset = view.getUint32(list + PICTURE_BYTES * n + 8, isLittle);
      // The first picture, which has the index, is said to begin at zero.
      if (offset > 0) starts.push(base + offset);
    }
    break;
  }
  return [...new Set(starts)];
}
