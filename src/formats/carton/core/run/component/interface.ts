import { faultOfFile } from '../../../../../base/errors.ts';
import { shortened } from '../../../../../base/text.ts';
import type { InterfaceItem, RunInterface } from '../../../../../model/run/run-interface.ts';
import { cachedSource } from '../../../../../source/cache.ts';
import type { ByteSource } from '../../../../../source/source.ts';
import { ComponentReader, checkDefinitionBytes, isDefinition } from './component.ts';
import { ByteCursor } from './cursor.ts';
import { inferOf } from './model-interface.ts';
import {
  countSection,
  layerOf,
  PREAMBLE_BYTES,
  SECTION_HEADER_BYTES,
  type SectionPlace,
  sectionAt,
} from './sections.ts';
import { typeText } from './type-text.ts';
import type { ComponentItem } from './types.ts';

/** Imports and exports that are listed, of each. */
const MAX_LISTED = 500;

/** Characters of a name or type that is listed. */
const MAX_LISTED_TEXT = 1000;

/** Bytes that are read at once, as on a host each read may be a request. A model has fewer before or after its module. */
const BLOCK_BYTES = 8 * 1024;

/** Codes of sections of a core module, and of what one imports and exports. */
const CORE_IMPORT = 2;
const CORE_EXPORT = 7;
const CORE_KINDS = ['function', 'table', 'memory', 'global', 'tag'];

/** What is listed, as far as it was read. */
interface Listed {
  imports: InterfaceItem[];
  exports: InterfaceItem[];
}

/**
 * What a file of WebAssembly asks for and offers, and why it does not run here, if so. Skips the modules in it. Rejects
 * when canceled, and where the bytes do not come.
 */
export async function readInterface(source: ByteSource, signal?: AbortSignal): Promise<RunInterface> {
  const listed: Listed = { imports: [], exports: [] };
  let problem: string | undefined;
  try {
    problem = await readInto(listed, cachedSource(source, { blockBytes: BLOCK_BYTES }), signal);
  } catch (error) {
    problem = faultOfFile(error).message;
  }
  const [imports, exports] = [listed.imports, listed.exports].map((items) => items.slice(0, MAX_LISTED).map(cut));
  const more = [listed.imports, listed.exports].reduce((sum, { length }) => sum + Math.max(0, length - MAX_LISTED), 0);
  return { imports: imports as InterfaceItem[], exports: exports as InterfaceItem[], more: more || undefined, problem };
}

function cut({ name, kind, type }: InterfaceItem): InterfaceItem {
  const short = type === undefined ? undefined : shortened(type, MAX_LISTED_TEXT);
  return { name: shortened(name, MAX_LISTED_TEXT), kind, type: short };
}

/** Gives why it does not run here. Throws `run/…` at what is damaged, once what comes before is listed. */
async function readInto(listed: Listed, source: ByteSource, signal?: AbortSignal): Promise<string | undefined> {
  const layer = layerOf(await source.read(0, Math.min(PREAMBLE_BYTES, source.size), signal));
  const isModule = layer === 'module';
  const isWanted = isModule ? ({ id }: SectionPlace) => id === CORE_IMPORT || id === CORE_EXPORT : isDefinition;
  const sections = await readSections(source, isWanted, signal);
  if (isModule) {
    for (const section of sections) listModuleSection(listed, section);
    return 'It is a core module of WebAssembly, and not a component.';
  }
  const reader = new ComponentReader();
  const { plan } = reader;
  try {
    for (const section of sections) reader.add(section, section.body);
  } finally {
    listed.imports = plan.imports.map(([name, item]) => itemOf(name, item));
    listed.exports = plan.exports.map(([name, item]) => itemOf(name, item));
  }
  const found = inferOf(plan);
  return 'problem' in found ? found.problem : undefined;
}

function itemOf(name: string, { kind, type }: ComponentItem): InterfaceItem {
  if (kind === 'instance') {
    const names = [...(type?.items?.keys() ?? [])].slice(0, MAX_LISTED_TEXT);
    return { name, kind: 'interface', type: names.join(', ') };
  }
  return { name, kind, type: type && typeText(type) };
}

/** A section, with its content where it is wanted. */
interface ReadSection extends SectionPlace {
  body: Uint8Array;
}

async function readSections(
  source: ByteSource,
  isWanted: (section: SectionPlace) => boolean,
  signal: AbortSignal | undefined,
): Promise<ReadSection[]> {
  const sections: ReadSection[] = [];
  const { size } = source;
  for (let at = PREAMBLE_BYTES; at < size; ) {
    const place = sectionAt(await source.read(at, Math.min(size, at + SECTION_HEADER_BYTES), signal), at, size);
    const wanted = isWanted(place);
    if (wanted) checkDefinitionBytes([...sections.filter(isWanted), place]);
    const body = wanted ? await source.read(place.start, place.end, signal) : new Uint8Array();
    countSection(sections.push({ ...place, body }));
    at = place.end;
  }
  return sections;
}

function listModuleSection(listed: Listed, { id, body }: ReadSection): void {
  const cursor = new ByteCursor(body);
  const kindOf = () => CORE_KINDS[cursor.byte()] ?? 'unknown';
  if (id === CORE_EXPORT)
    cursor.list(() => {
      listed.exports.push({ name: cursor.text(), kind: kindOf() });
      cursor.count();
    });
  else if (id === CORE_IMPORT)
    cursor.list(() => {
      const [module, name, kind] = [cursor.text(), cursor.text(), kindOf()];
      listed.imports.push({ name: `${module}.${name}`, kind });
      skipCoreType(cursor, kind);
    });
}

/** What an import of a core module says of its type. */
function skipCoreType(cursor: ByteCursor, kind: string): void {
  if (kind === 'table' || kind === 'tag') cursor.byte();
  if (kind === 'global') cursor.take(2);
  else if (kind === 'function' || kind === 'tag') cursor.count();
  else {
    const hasMaximum = (cursor.byte() & 1) !== 0;
    cursor.count();
    if (hasMaximum) cursor.count();
  }
}
