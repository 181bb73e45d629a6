import { begins, concatBytes, viewOf } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';
import { decompressor } from '../../codec/inflate.ts';
import { MAX_PARTS, type MetadataBlock, type Patch, type PieceReader } from './block.ts';

const XMP = 'XML:com.adobe.xmp';
/** Texts in which ImageMagick and others keep blocks of other formats, as hexadecimal digits. */
const PROFILES: ReadonlyMap<string, MetadataBlock['kind']> = new Map([
  ['Raw profile type exif', 'exif'],
  ['Raw profile type APP1', 'exif'],
  ['Raw profile type xmp', 'xmp'],
  ['Raw profile type iptc', 'iptc'],
]);

/** What becomes of a chunk whose text is cut out: a comment of spaces. */
const COMMENT = 'Comment\0';

interface Chunk {
  type: string;
  /** Where it begins in the file. Its content follows eight bytes later. */
  at: number;
  content: Uint8Array;
}

/** The blocks of a PNG file (third edition, 11.3.3.4 to 11.3.4.6; Exif in `eXIf`, XMP in `iTXt`). */
export async function pngBlocks(reader: PieceReader): Promise<MetadataBlock[]> {
  const blocks: MetadataBlock[] = [];
  let at = 8;
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const head = await reader.take(at, 8);
    if (!head) return blocks;
    const length = viewOf(head).getUint32(0);
    const type = String.fromCharCode(...head.subarray(4));
    const isEnd = type === 'IEND';
    if (isEnd) await reader.endAt(at + 12 + length);
    // Of a chunk that is cut off, the checksum could not be written.
    if (isEnd || at + 12 + length > reader.size) return blocks;
    if (type === 'caBX') reader.unchecked.add('kind');
    if (type === 'eXIf' || (/^(?:tEXt|zTXt|iTXt)$/.test(type) && (await isProfile(reader, at + 8, length)))) {
      const content = await reader.block(at + 8, length);
      const block = content && (await chunkBlock({ type, at, content }, reader));
      if (block) blocks.push(block);
    }
    at += 12 + length;
  }
  reader.unchecked.add('long');
  return blocks;
}

/** Whether a text has the keyword of a block. Others may be of any length. */
async function isProfile(reader: PieceReader, start: number, length: number): Promise<boolean> {
  const head = await reader.take(start, Math.min(length, 80));
  const keyword = new TextDecoder('latin1').decode(head).split('\0')[0] ?? '';
  return keyword === XMP || PROFILES.has(keyword);
}

async function chunkBlock(chunk: Chunk, reader: PieceReader): Promise<MetadataBlock | undefined> {
  const { type, content } = chunk;
  if (type === 'eXIf') return { kind: 'exif', content, write: (bytes) => [chunkPatch(chunk, type, bytes)] };
  const end = content.subarray(0, 80).indexOf(0);
  const keyword = String.fromCharCode(...content.subarray(0, Math.max(0, end)));
  // A text with a compressed copy cannot keep its length. It becomes an empty comment.
  const write = () => [chunkPatch(chunk, 'tEXt', commentOf(content.length))];
  if (type === 'iTXt' && keyword === XMP) {
    const isPacked = content[end + 1] === 1;
    const language = content.indexOf(0, end + 3);
    const start = language < 0 ? -1 : content.indexOf(0, language + 1) + 1;
    if (start <= 0) return undefined;
    const text = content.subarray(start);
    const plain = isPacked ? await inflated(text, reader) : text;
    return plain && { kind: 'xmp', content: plain, write };
  }
  // Some writers put XMP into the older kinds of texts too.
  const kind = keyword === XMP ? 'xmp' : PROFILES.get(keyword);
  if (!kind || type === 'iTXt') return undefined;
  const text = type === 'zTXt' ? await inflated(content.subarray(end + 2), reader) : content.subarray(end + 1);
  const profile = text && (keyword === XMP ? text : hexProfile(text));
  if (!profile) return undefined;
  return { kind: begins(profile, 'http://ns.adobe.com/') ? 'xmp' : kind, content: profile, write };
}

/** A chunk with another type and content of the same length, and with its CRC. */
function chunkPatch({ at }: Chunk, type: string, content: Uint8Array): Patch {
  const bytes = new Uint8Array(4 + content.length + 4);
  for (let index = 0; index < 4; index++) bytes[index] = type.charCodeAt(index);
  bytes.set(content, 4);
  viewOf(bytes).setUint32(4 + content.length, crc32(bytes.subarray(0, 4 + content.length)));
  return { start: at + 4, bytes };
}

function commentOf(length: number): Uint8Array {
  return new TextEncoder().encode(COMMENT.padEnd(length).slice(0, length));
}

/**
 * The bytes of a text `\nexif\n   12\n45786966…`. The first line is a name, which may have several words. What stands
 * before an Exif or XMP block in JPEG is left out.
 */
function hexProfile(text: Uint8Array): Uint8Array | undefined {
  const lines = new TextDecoder('latin1').decode(text).trim().split('\n');
  const digits = lines.slice(2).join('').replace(/\s+/g, '');
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(digits)) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** A zlib stream decoded, if it is one and gives at most `MAX_BLOCK_BYTES`. */
async function inflated(bytes: Uint8Array, blocks: PieceReader): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = new Blob([bytes.slice()]).stream().pipeThrough(decompressor('deflate'));
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (!blocks.fits(size) || !blocks.spend(next.value.length)) {
        await reader.cancel();
        return undefined;
      }
      parts.push(next.value);
    }
  } catch {
    return undefined;
  }
  return concatBytes(parts);
}
