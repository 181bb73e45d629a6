import { formatBytes } from '../../../../../base/amounts.ts';
import { ByteCursor, damaged, tooLarge } from './cursor.ts';
import { bytesOfSections, CUSTOM, type SectionPlace } from './sections.ts';
import {
  aliasedItem,
  type ComponentItem,
  type ComponentType,
  declare,
  readAliasEntry,
  readDescription,
  readExternName,
  readSort,
  readType,
  type TypeScope,
  UNKNOWN_TYPE,
} from './types.ts';

/** An export of a core instance: the instance by its index, and the name. */
export interface CoreExport {
  instance: number;
  name: string;
}

/** A core instance, as the component says how to make it. */
export type CoreInstancePlan =
  | { kind: 'module'; module: number; imports: readonly (readonly [name: string, instance: number])[] }
  | { kind: 'exports'; exports: readonly (readonly [name: string, from: CoreExport])[] };

/** How a function of the component is called. */
export interface Lift {
  core: CoreExport;
  memory?: CoreExport | undefined;
  realloc?: CoreExport | undefined;
  postReturn?: CoreExport | undefined;
}

/** What a component consists of, as far as it was read. */
export interface ComponentPlan {
  readonly imports: [name: string, item: ComponentItem][];
  readonly exports: [name: string, item: ComponentItem, lift?: Lift | undefined][];
  /** The core modules, by their places in the file. */
  readonly modules: SectionPlace[];
  readonly coreInstances: CoreInstancePlan[];
  /** What else it has, in words. Models have none of it. */
  readonly unsupported: Set<string>;
}

/** Codes of sections. */
const CORE_MODULE = 1;
const CORE_INSTANCE = 2;
const COMPONENT = 4;
const INSTANCE = 5;
const ALIAS = 6;
const TYPE = 7;
const CANON = 8;
const IMPORT = 10;
const EXPORT = 11;

const UNSUPPORTED_SECTIONS: Readonly<Record<number, string>> = { 3: 'core types', 9: 'a start function', 12: 'values' };

/** Codes of what a core module or instance exports. */
const CORE_FUNCTION = 0;
const CORE_MEMORY = 2;

/** Bytes of all sections that say how a component is put together: those of a model take 400, of a large program 50,000. */
const MAX_DEFINITION_BYTES = 100_000;

/** Whether the content of a section must be read to know what a component consists of. */
export function isDefinition({ id }: SectionPlace): boolean {
  return id !== CUSTOM && id !== CORE_MODULE && id !== COMPONENT;
}

/** Throws `run/too-large` where the sections take more than `MAX_DEFINITION_BYTES`. */
export function checkDefinitionBytes(sections: readonly SectionPlace[]): void {
  if (bytesOfSections(sections, isDefinition) > MAX_DEFINITION_BYTES)
    throw tooLarge(`The component takes more than ${formatBytes(MAX_DEFINITION_BYTES)} to say what it consists of.`);
}

/** Reads how a component is put together, section by section. `plan` keeps what was read where a later one is damaged. */
export class ComponentReader {
  readonly plan: ComponentPlan = { imports: [], exports: [], modules: [], coreInstances: [], unsupported: new Set() };
  readonly #scope: TypeScope = { types: [], instances: [] };
  readonly #functions: { type: ComponentType; lift?: Lift | undefined }[] = [];
  /** By the code of their sort. Undefined for what the component itself makes. */
  readonly #core: (CoreExport | undefined)[][] = [];

  /** @param body read only where the section `isDefinition`. Throws `run/damaged`, and `run/other-interface`. */
  add(section: SectionPlace, body: Uint8Array): void {
    const { plan } = this;
    const cursor = new ByteCursor(body);
    if (section.id === CORE_MODULE) plan.modules.push(section);
    else if (section.id === COMPONENT) plan.unsupported.add('other components');
    else if (section.id === CORE_INSTANCE)
      plan.coreInstances.push(...cursor.list(() => this.#readCoreInstance(cursor)));
    else if (section.id === INSTANCE) cursor.list(() => this.#readInstance(cursor));
    else if (section.id === ALIAS) cursor.list(() => this.#readAlias(cursor));
    else if (section.id === TYPE) cursor.list(() => this.#scope.types.push(readType(cursor, this.#scope)));
    else if (section.id === CANON) cursor.list(() => this.#readCanon(cursor));
    else if (section.id === IMPORT) cursor.list(() => this.#readImport(cursor));
    else if (section.id === EXPORT) cursor.list(() => this.#readExport(cursor));
    else if (section.id !== CUSTOM)
      plan.unsupported.add(UNSUPPORTED_SECTIONS[section.id] ?? 'sections of another kind');
  }

  #readCoreInstance(cursor: ByteCursor): CoreInstancePlan {
    if (cursor.byte() !== 0) {
      const exports = cursor.list(() => [cursor.text(), this.#coreExport(cursor.byte(), cursor.count())] as const);
      return { kind: 'exports', exports };
    }
    const module = cursor.count();
    const imports = cursor.list(() => {
      const name = cursor.text();
      cursor.byte();
      return [name, cursor.count()] as const;
    });
    return { kind: 'module', module, imports };
  }

  #coreExport(sort: number, index: number): CoreExport {
    const found = this.#core[sort];
    if (!found || index >= found.length) throw damaged('it names something of a module that it lacks');
    // A function that the component makes itself wraps an import, and components with imports do not run.
    return found[index] ?? { instance: -1, name: '' };
  }

  #addCore(sort: number, item: CoreExport | undefined): void {
    this.#core[sort] ??= [];
    this.#core[sort].push(item);
  }

  #readInstance(cursor: ByteCursor): void {
    if (cursor.byte() === 0) {
      cursor.count();
      cursor.list(() => [cursor.text(), readSort(cursor), cursor.count()]);
      this.#scope.instances.push(UNKNOWN_TYPE);
      return;
    }
    const items = new Map<string, ComponentItem>();
    cursor.list(() => {
      const name = readExternName(cursor);
      items.set(name, this.#itemAt(cursor).item);
    });
    this.#scope.instances.push({ kind: 'instance', parts: [], items });
  }

  /** What a sort and an index name. */
  #itemAt(cursor: ByteCursor): { item: ComponentItem; lift?: Lift | undefined } {
    const { sort: kind } = readSort(cursor);
    const index = cursor.count();
    if (kind === 'function') {
      const found = this.#functions[index];
      if (!found) throw damaged('it names a function that it lacks');
      return { item: { kind, type: found.type }, lift: found.lift };
    }
    if (kind !== 'type' && kind !== 'instance') return { item: { kind: kind === 'core' ? 'module' : kind } };
    const type = (kind === 'type' ? this.#scope.types : this.#scope.instances)[index];
    if (!type) throw damaged(`it names ${kind === 'type' ? 'a type' : 'an instance'} that it lacks`);
    return { item: { kind, type } };
  }

  #add(name: string | undefined, item: ComponentItem, lift?: Lift): ComponentItem {
    if (item.kind === 'function') this.#functions.push({ type: item.type ?? UNKNOWN_TYPE, lift });
    return declare(this.#scope, name, item);
  }

  #readAlias(cursor: ByteCursor): void {
    const alias = readAliasEntry(cursor);
    if (alias.from === 'core instance') this.#addCore(alias.coreSort, { instance: alias.at, name: alias.name });
    else if (alias.from === 'instance') this.#add(undefined, aliasedItem(this.#scope, alias));
    else throw damaged('it refers to something around it, where nothing is');
  }

  #readCanon(cursor: ByteCursor): void {
    const code = cursor.byte();
    if (code > 0x04) {
      this.plan.unsupported.add('functions of the component model itself');
      throw damaged('it has functions of another kind');
    }
    if (code === 0x00) {
      this.#readLift(cursor);
      return;
    }
    if (code === 0x01) cursor.byte();
    cursor.count();
    if (code === 0x01) this.#readOptions(cursor);
    this.#addCore(CORE_FUNCTION, undefined);
  }

  #readLift(cursor: ByteCursor): void {
    cursor.byte();
    const core = this.#coreExport(CORE_FUNCTION, cursor.count());
    const options = this.#readOptions(cursor);
    const type = this.#scope.types[cursor.count()];
    if (type?.kind !== 'func') throw damaged('a function has no type');
    this.#functions.push({ type, lift: { core, ...options } });
  }

  #readOptions(cursor: ByteCursor): Omit<Lift, 'core'> {
    const options: Omit<Lift, 'core'> = {};
    cursor.list(() => {
      const code = cursor.byte();
      if (code === 0x03) options.memory = this.#coreExport(CORE_MEMORY, cursor.count());
      else if (code === 0x04) options.realloc = this.#coreExport(CORE_FUNCTION, cursor.count());
      else if (code === 0x05) options.postReturn = this.#coreExport(CORE_FUNCTION, cursor.count());
      else if (code === 0x01 || code === 0x02) this.plan.unsupported.add('texts in UTF-16');
      else if (code !== 0x00) this.plan.unsupported.add('functions that wait');
    });
    return options;
  }

  #readImport(cursor: ByteCursor): void {
    const name = readExternName(cursor);
    const item = readDescription(cursor, this.#scope);
    this.plan.imports.push([name, this.#add(name, item)]);
  }

  #readExport(cursor: ByteCursor): void {
    const name = readExternName(cursor);
    const { item, lift } = this.#itemAt(cursor);
    if (cursor.byte() !== 0) readDescription(cursor, this.#scope);
    this.plan.exports.push([name, this.#add(name, item, lift), lift]);
  }
}
