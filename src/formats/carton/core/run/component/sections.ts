import { formatBytes, formatCount } from '../../../../../base/amounts.ts';
import { BadFileError } from '../../../../../base/errors.ts';
import { ByteCursor, damaged, tooLarge } from './cursor.ts';

/** The header of a section: its id, and where its body lies in the file. */
export interface SectionPlace {
  id: number;
  start: number;
  end: number;
}

/** The code of sections that an engine need not know, in components and in modules. */
export const CUSTOM = 0;

/** Bytes before the first section: `\0asm`, the version, and the layer. */
export const PREAMBLE_BYTES = 8;

/** Bytes of the header of a section at most: its id, and a LEB128 of 32 bits. */
export const SECTION_HEADER_BYTES = 6;

/** Sections of a component, or of a module in it. Real ones have some tens. */
const MAX_SECTIONS = 1_000;

/** Bytes of sections that no engine needs, such as names for debuggers. Real ones have as many as their code. */
const MAX_CUSTOM_BYTES = 32_000_000;

/** What a file of WebAssembly is, by its layer. */
export type WasmLayer = 'module' | 'component';

/** Throws `run/not-component` where the bytes are no WebAssembly. The version is not looked at. */
export function layerOf(preamble: Uint8Array): WasmLayer {
  const [a, b, c, d, , , layer, high] = preamble;
  const isWasm = a === 0 && b === 0x61 && c === 0x73 && d === 0x6d;
  if (!isWasm || high !== 0 || (layer !== 0 && layer !== 1))
    throw new BadFileError(
      'run/not-component',
      'The model is not a WebAssembly component: it begins with other bytes.',
    );
  return layer === 0 ? 'module' : 'component';
}

/** The place of the section whose header is in the first bytes of `header`, which lie at `at` of a file of `size` bytes. */
export function sectionAt(header: Uint8Array, at: number, size: number): SectionPlace {
  const cursor = new ByteCursor(header);
  const id = cursor.byte();
  const length = cursor.count();
  const start = at + cursor.at;
  if (length > size - start) throw damaged('a section is longer than the file');
  return { id, start, end: start + length };
}

/** All sections of a file, or of the part of it from `at` to `end`, without their contents. */
export function sectionsOf(bytes: Uint8Array, at: number, end: number): SectionPlace[] {
  const sections: SectionPlace[] = [];
  while (at < end) {
    const section = sectionAt(bytes.subarray(at, Math.min(end, at + SECTION_HEADER_BYTES)), at, end);
    countSection(sections.push(section));
    at = section.end;
  }
  return sections;
}

/** Throws `run/too-large` where sections that no engine needs take more than `MAX_CUSTOM_BYTES`. */
export function checkCustomBytes(sections: readonly SectionPlace[]): void {
  if (bytesOfSections(sections, ({ id }) => id === CUSTOM) > MAX_CUSTOM_BYTES)
    throw tooLarge(
      `The model has more than ${formatBytes(MAX_CUSTOM_BYTES)} in sections that are not needed to run it.`,
    );
}

/** Bytes of the contents of those sections that count. */
export function bytesOfSections(sections: readonly SectionPlace[], counts: (section: SectionPlace) => boolean): number {
  return sections.filter(counts).reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Throws `run/too-large` beyond the limit. */
export function countSection(sections: number): void {
  if (sections > MAX_SECTIONS) throw tooLarge(`The model has more than ${formatCount(MAX_SECTIONS)} sections.`);
}
