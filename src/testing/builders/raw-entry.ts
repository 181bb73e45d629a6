import type { ArchiveEntry } from '../../archive/archive.ts';
import type { ByteSource } from '../../source/source.ts';

/** Where the data of a zip entry begins and ends, by its local header. */
async function dataSpan(
  source: ByteSource,
  { span, storedSize }: ArchiveEntry,
): Promise<{ start: number; end: number }> {
  const { start } = span as { start: number };
  const head = Buffer.from(await source.read(start, start + 30));
  const data = start + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  return { start: data, end: data + storedSize };
}

/** The bytes of a zip entry, from its local header to the end of its data. */
export async function rawOf(source: ByteSource, entry: ArchiveEntry): Promise<Uint8Array> {
  const { end } = await dataSpan(source, entry);
  return source.read((entry.span as { start: number }).start, end);
}

/** The data of a zip entry as stored. */
export async function rawDataOf(source: ByteSource, entry: ArchiveEntry): Promise<Uint8Array> {
  const { start, end } = await dataSpan(source, entry);
  return source.read(start, end);
}
