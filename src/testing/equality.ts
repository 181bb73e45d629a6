import { expect } from 'vitest';

/**
 * Compares arrays of numbers by their bytes. Vitest compares element by element, which takes a second for a million of
 * them. Arrays that differ are left to Vitest, which says where.
 */
function sameBytes(one: unknown, other: unknown): true | undefined {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor) return undefined;
  // What was transferred has no bytes, and cannot be looked at.
  if (one.byteLength === 0 || one.byteLength !== other.byteLength) return undefined;
  return Buffer.compare(bytesOf(one), bytesOf(other)) === 0 ? true : undefined;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

// Each test file runs this, and those that share a process share the list of testers.
const testers = globalThis as { hasBoxcutterTesters?: boolean };
if (!testers.hasBoxcutterTesters) expect.addEqualityTesters([sameBytes]);
testers.hasBoxcutterTesters = true;
