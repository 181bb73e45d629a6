import { crc32Module, FOLD_STEP, MESSAGE_AT, REST_BYTES } from './crc32-module.ts';

/**
 * Shortens a message to the few kilobytes whose CRC-32 it has, with the state of the CRC set to 0 before them. They are
 * valid until the next call.
 * @param message at least `REST_BYTES + FOLD_STEP`, at most `MAX_MESSAGE` bytes
 * @param before the CRC-32 of what comes before the message; 0 if nothing does
 */
export type Crc32Shortener = (message: Uint8Array, before: number) => Uint8Array;

/**
 * Compiles without waiting, as whoever reads bytes asks for their CRC in the midst of it: the module has a kilobyte,
 * which takes less than a millisecond.
 */
export function createCrc32Shortener(): Crc32Shortener {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(crc32Module()));
  const { buffer } = exports.memory as WebAssembly.Memory;
  const fold = exports.fold as (end: number) => void;
  const memory = new Uint8Array(buffer);
  const view = new DataView(buffer);
  return (message, before) => {
    const most = message.length - REST_BYTES;
    const folded = most - (most % FOLD_STEP);
    memory.set(message, MESSAGE_AT);
    // The state of a CRC is added to the first bytes that it takes.
    view.setUint32(MESSAGE_AT, view.getUint32(MESSAGE_AT, true) ^ ~before, true);
    fold(folded);
    return memory.subarray(MESSAGE_AT + folded, MESSAGE_AT + message.length);
  };
}
