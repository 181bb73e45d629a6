import { concatBytes } from '../../base/bytes.ts';
import { readingsOf } from '../../model/secret/readings.ts';
import { readExif, type Told } from '../../picture/photo/exif.ts';
import { readXmp } from '../../picture/photo/xmp.ts';
import type { ByteSource } from '../../source/source.ts';

/** How pictures begin that may hold XMP: JPEG, PNG, WebP, TIFF, HEIF and AVIF. */
const PICTURE = /^(?:\xff\xd8\xff|\u2030PNG|RIFF|II\*\0|MM\0\*|.{4}ftyp)/s;
const TIFF = /^(?:II\*\0|MM\0\*)/;
const HEAD_BYTES = 12;

/** Bytes of a TIFF file that are read: its directories may be at the end. */
const MAX_TIFF_BYTES = 64 << 20;

/** Bytes at both ends of a picture in which XMP is looked for. */
const END_BYTES = 1 << 20;

const XMP_BEGIN = '<rdf:RDF';
const XMP_END = '</rdf:RDF>';

/** Packets of a picture that are looked at. Editors write one or two. */
const MAX_PACKETS = 20;

/**
 * What a picture says of its place where `photoOrigin` does not look, as a sentence after its name: in a TIFF file, and
 * in XMP that is written in UTF-16 or with numbers for its characters.
 */
export async function hiddenPlace(source: ByteSource, signal: AbortSignal | undefined): Promise<string | undefined> {
  const { size } = source;
  const [head = ''] = readingsOf(await source.read(0, Math.min(size, HEAD_BYTES), signal));
  if (!PICTURE.test(head)) return undefined;
  const isTiff = TIFF.test(head);
  if (isTiff && size > MAX_TIFF_BYTES) return 'could not be checked completely.';
  const bytes = isTiff || size <= 2 * END_BYTES ? await source.read(0, size, signal) : await endsOf(source, signal);
  const isNamed = (isTiff && hasPlace(readExif(bytes))) || packetsIn(bytes).some((packet) => hasPlace(readXmp(packet)));
  return isNamed ? 'names the place where it was taken.' : undefined;
}

async function endsOf(source: ByteSource, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const { size } = source;
  return concatBytes([await source.read(0, END_BYTES, signal), await source.read(size - END_BYTES, size, signal)]);
}

function hasPlace({ place }: Told): boolean {
  return place !== undefined;
}

/** The packets of XMP at both ends of a file. */
function packetsIn(bytes: Uint8Array): Uint8Array[] {
  const { length } = bytes;
  const ends =
    length <= 2 * END_BYTES ? [bytes] : [bytes.subarray(0, END_BYTES), bytes.subarray(length - END_BYTES, length)];
  return ends.flatMap(readingsOf).flatMap(packetsOf);
}

function packetsOf(text: string): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let at = text.indexOf(XMP_BEGIN);
  while (at >= 0 && packets.length < MAX_PACKETS) {
    const end = text.indexOf(XMP_END, at);
    const packet = resolved(text.slice(at, end < 0 ? undefined : end));
    packets.push(Uint8Array.from(packet, (char) => char.charCodeAt(0)));
    at = end < 0 ? -1 : text.indexOf(XMP_BEGIN, end);
  }
  return packets;
}

/** A text of XML with characters of ASCII for their numbers: `&#71;PS` is GPS. */
function resolved(text: string): string {
  return text.replace(/&#(?:x0{0,6}([0-9a-f]{2})|0{0,6}(\d{2,3}));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}
