import { formatBytes } from '../../base/amounts.ts';

/**
 * The bytes that a package takes, and those of its files where they are more: "1.2 KB (4 KB unpacked)". An archive that
 * compresses nothing is larger than its files, which says nothing of them.
 */
export function storedText(stored: number, unpacked: number): string {
  const [packed, whole] = [formatBytes(stored), formatBytes(unpacked)];
  return unpacked <= stored || packed === whole ? packed : `${packed} (${whole} unpacked)`;
}
