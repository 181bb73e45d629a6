import { MAX_SCAN_BYTES, type MetadataBlock, type PieceReader } from './block.ts';

/** The extension in which a GIF file has XMP (XMP part 3, 1.1.2). */
const XMP = '!\xff\x0bXMP DataXMP';

const STEP_BYTES = 1 << 20;

/** Takes note of XMP in a GIF file. It is not read, so there are no blocks. */
export async function noteGifXmp(reader: PieceReader): Promise<MetadataBlock[]> {
  const end = Math.min(reader.size, MAX_SCAN_BYTES);
  // A step begins so early that it has what the last one cut apart.
  for (let at = 0; at < end; at += STEP_BYTES - XMP.length) {
    const bytes = await reader.take(at, Math.min(STEP_BYTES, end - at));
    if (!new TextDecoder('latin1').decode(bytes).includes(XMP)) continue;
    reader.unchecked.add('kind');
    return [];
  }
  if (end < reader.size) reader.unchecked.add('long');
  return [];
}
