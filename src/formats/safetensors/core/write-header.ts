import { grouped } from '../../../base/amounts.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { TooLargeError } from '../../../base/errors.ts';
import { type NewMember, readMembers, withMembers } from '../../../json/members.ts';
import { JsonReader, type TextSpan } from '../../../json/reader.ts';
import type { SafetensorsFile } from './header.ts';
import { METADATA_KEY } from './header.ts';
import type { HeaderEdit } from './header-edit.ts';
import { LENGTH_BYTES, MAX_HEADER_BYTES } from './limits.ts';

/** Header and length are a multiple of it, as the reference writer makes them (`N_LEN`, `next_multiple_of`). */
const ALIGNMENT = 8;

const SPACE = 0x20;

/** Where the data of a tensor begins and ends (excluded), in bytes from the end of the header. */
export interface DataRange {
  begin: number;
  end: number;
}

/**
 * The bytes of a new header, with the length before it: the stored text with the edits spliced in, padded with spaces.
 * Throws with `safetensors/header-too-large`.
 *
 * @param file one without errors, whose header holds each name once
 * @param places where the data of tensors will be, by their stored names, where it is elsewhere than now
 */
export function writeHeader(
  { header }: SafetensorsFile,
  edit: HeaderEdit,
  places: ReadonlyMap<string, DataRange>,
): Uint8Array<ArrayBuffer> {
  const top = readMembers(header.text);
  const wanted: NewMember[] = [];
  const stored = top.members.find(({ name }) => name === METADATA_KEY);
  const metadata = metadataText(header.text, stored?.value, edit);
  // The reference writer puts it first.
  if (!stored && metadata !== undefined) wanted.push({ of: undefined, key: `"${METADATA_KEY}"`, value: metadata });
  for (const member of top.members) {
    const { name, value } = member;
    if (member === stored) wanted.push({ of: member, value: metadata });
    else if (!edit.kept || edit.kept.has(name)) {
      const to = edit.renamed.get(name);
      const place = places.get(name);
      wanted.push({
        of: member,
        ...(to === undefined ? {} : { key: JSON.stringify(to) }),
        ...(place ? { value: movedEntry(header.text, value, place) } : {}),
      });
    }
  }
  return headerBytes(withMembers(top, wanted));
}

/** The text of `__metadata__`. Undefined where it stays as it is, or stays away. */
function metadataText(text: string, span: TextSpan | undefined, { metadata }: HeaderEdit): string | undefined {
  if (span && text.charAt(span.start) === '{') {
    const object = readMembers(text, span.start);
    const known = new Map(object.members.map((member) => [member.name, member]));
    const wanted = Array.from(metadata, ([key, value]): NewMember => {
      const of = known.get(key);
      if (!of) return { of, key: JSON.stringify(key), value: JSON.stringify(value) };
      const isSame = new JsonReader(text, of.value.start).string() === value;
      return { of, ...(isSame ? {} : { value: JSON.stringify(value) }) };
    });
    return withMembers(object, wanted);
  }
  return metadata.size === 0 ? undefined : JSON.stringify(Object.fromEntries(metadata));
}

/** The text of a tensor's entry with other offsets. */
function movedEntry(text: string, entry: TextSpan, { begin, end }: DataRange): string {
  const spans: TextSpan[] = [];
  const reader = new JsonReader(text, entry.start);
  const readNumbers = () =>
    reader.array(() => {
      reader.kind();
      const start = reader.at;
      reader.number();
      spans.push({ start, end: reader.at });
    });
  if (reader.kind() === 'object') reader.object((key) => (key === 'data_offsets' ? readNumbers() : reader.skip()));
  // A list has dtype, shape and offsets.
  else reader.array((index) => (index === 2 ? readNumbers() : reader.skip()));
  const [first, second] = spans as [TextSpan, TextSpan];
  const before = text.slice(entry.start, first.start);
  return `${before}${begin}${text.slice(first.end, second.start)}${end}${text.slice(second.end, entry.end)}`;
}

function headerBytes(text: string): Uint8Array<ArrayBuffer> {
  const encoded = encodeUtf8(text);
  const length = Math.ceil(encoded.length / ALIGNMENT) * ALIGNMENT;
  if (length > MAX_HEADER_BYTES) {
    const message = grouped`The header would have ${length} bytes. The limit is ${MAX_HEADER_BYTES}.`;
    throw new TooLargeError('safetensors/header-too-large', message, { limit: MAX_HEADER_BYTES, actual: length });
  }
  const bytes = new Uint8Array(LENGTH_BYTES + length).fill(SPACE);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(encoded, LENGTH_BYTES);
  return bytes;
}
