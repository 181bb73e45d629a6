import { concatBytes } from '../../../base/bytes.ts';
import { MAX_TEXT_BYTES, MAX_TEXT_PIECES } from '../../../base/limits.ts';
import type { AppState } from '../../../state/app-state.ts';
import { useLoading } from '../../../state/hooks.ts';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { FileHex } from './hex.tsx';
import { lineOfOffset, offsetOfLine } from './line-offset.ts';

type ReadBytes = AppState['readBytes'];

/** Bytes of a text that are looked through for a line: those that the page shows as text. */
const MAX_BYTES = MAX_TEXT_PIECES * MAX_TEXT_BYTES;

/** A text as bytes, from the line, from 1, that is marked in it. */
export function LineHex({ line, ...of }: Parameters<typeof FileHex>[0] & { line: number }) {
  const { path, size } = of;
  const loading = useLoading(`line ${line} ${path}`, async ({ readBytes }, options) => {
    // By pieces, as the text is read: most often the first one has the line, and is here already.
    for (let end = MAX_TEXT_BYTES; ; end += MAX_TEXT_BYTES) {
      const last = Math.min(end, size, MAX_BYTES);
      const offset = offsetOfLine(await startOf(path, last, readBytes, options), line);
      if (offset !== undefined || last < end || last === size) return { offset };
    }
  });
  return (
    <LoadingView of={loading} what="the line">
      {({ offset }) => <FileHex key={offset} {...of} mark={offset} />}
    </LoadingView>
  );
}

/** The line, from 1, of the byte at an offset of a text. Undefined where the page does not show so much of it as text. */
export async function lineAt(path: string, offset: number, readBytes: ReadBytes): Promise<number | undefined> {
  if (offset >= MAX_BYTES) return undefined;
  const end = offset - (offset % MAX_TEXT_BYTES) + MAX_TEXT_BYTES;
  return lineOfOffset(await startOf(path, end, readBytes), offset);
}

async function startOf(
  path: string,
  end: number,
  readBytes: ReadBytes,
  options?: Parameters<ReadBytes>[3],
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < end; start += MAX_TEXT_BYTES)
    parts.push(await readBytes(path, start, Math.min(end, start + MAX_TEXT_BYTES), options));
  return concatBytes(parts);
}
