import { throwIfAborted } from '../base/abort.ts';
import { STREAM_CHUNK } from '../base/limits.ts';
import type { ByteSource } from './source.ts';

/**
 * A stream of the chunks that `start` yields. Pulls one chunk at a time and queues nothing. The signal that `start`
 * gets fires when the outer one does, or when the stream is cancelled.
 */
export function streamOf(
  start: (signal: AbortSignal) => AsyncGenerator<Uint8Array>,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  const controller = new AbortController();
  const inner = signal ? AbortSignal.any([controller.signal, signal]) : controller.signal;
  const chunks = start(inner);
  /** The generator is not awaited: it waits for a chunk that is still on its way. */
  const end = (reason: unknown) => {
    controller.abort(reason);
    chunks.return(undefined).catch(() => {});
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        try {
          throwIfAborted(inner);
          const next = await chunks.next();
          throwIfAborted(inner);
          if (next.done) stream.close();
          else stream.enqueue(next.value);
        } catch (error) {
          end(error);
          throw error;
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** The chunks of a stream. Cancels the stream if the loop ends early. Safari cannot iterate a stream by itself. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      if (value.length > 0) yield value;
    }
  } finally {
    if (!ended) reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

/** Reads a range in chunks of `STREAM_CHUNK` bytes, one read ahead of the consumer. */
export async function* readAhead(
  source: Pick<ByteSource, 'read'>,
  start: number,
  end: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ask = (from: number) => {
    const chunk = source.read(from, Math.min(from + STREAM_CHUNK, end), signal);
    chunk.catch(() => {});
    return chunk;
  };
  let next = start < end ? ask(start) : undefined;
  for (let at = start; next; ) {
    const chunk = await next;
    at += chunk.length;
    next = at < end ? ask(at) : undefined;
    yield chunk;
  }
}

/** All bytes of a stream of known length. The caller has checked that it may allocate `size` bytes. */
export async function collect(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size);
  let at = 0;
  for await (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return at === size ? whole : whole.subarray(0, at);
}
