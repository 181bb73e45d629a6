import { quote } from '../../../../../base/text.ts';
import { type ComponentPlan, ComponentReader, type CoreExport, checkDefinitionBytes, type Lift } from './component.ts';
import { boundedModule, type CoreModule, checkCode, growthOf, readCoreModule } from './core-module.ts';
import { damaged, otherInterface, tooLarge } from './cursor.ts';
import { inferOf } from './model-interface.ts';
import { checkCustomBytes, layerOf, PREAMBLE_BYTES, type SectionPlace, sectionsOf } from './sections.ts';

/** Core instances of a component. Those of models have one; with what adapts them to other interfaces, some five. */
const MAX_INSTANCES = 100;

/** A model that is compiled. */
export interface CompiledModel {
  readonly plan: ComponentPlan;
  readonly infer: Lift;
  readonly modules: readonly WebAssembly.Module[];
}

/** Exports by name. They are a stranger's names: the object has no prototype. */
type Exports = Readonly<Record<string, WebAssembly.ExportValue>>;

/** A model that can be called once. */
export interface ModelInstance {
  readonly memory: WebAssembly.Memory;
  readonly infer: CoreFunction;
  readonly realloc: CoreFunction;
  readonly postReturn: CoreFunction | undefined;
  /** Bytes of all memories that its modules export. */
  memoryBytes(): number;
}

/** A function of a core module. What it gives is checked by whoever calls it. */
export type CoreFunction = (...values: number[]) => unknown;

/**
 * Compiles a component, with all its memories together held to `memory` bytes. Throws `run/not-component`,
 * `run/damaged`, `run/other-interface` and `run/too-large`, and a `WebAssembly.CompileError` where its code is not valid.
 */
export function compileModel(bytes: Uint8Array<ArrayBuffer>, memory: number): CompiledModel {
  if (layerOf(bytes.subarray(0, PREAMBLE_BYTES)) === 'module')
    throw otherInterface('The model is a core module of WebAssembly, and not a component.');
  const sections = sectionsOf(bytes, PREAMBLE_BYTES, bytes.length);
  const plan = readPlan(bytes, sections);
  const infer = inferOf(plan);
  if ('problem' in infer) throw otherInterface(infer.problem);
  const modules = plan.modules.map((place) => {
    layerOf(bytes.subarray(place.start, place.start + PREAMBLE_BYTES));
    return readCoreModule(bytes, place);
  });
  checkCode(modules);
  checkCustomBytes([...sections, ...modules.flatMap((module) => module.sections)]);
  const growth = growthOf(madeOf(plan, modules), memory);
  const compile = (module: CoreModule) => new WebAssembly.Module(boundedModule(module, growth));
  const model = { plan, infer: infer.lift, modules: modules.map(compile) };
  checkLinks(model);
  return model;
}

function readPlan(bytes: Uint8Array, sections: readonly SectionPlace[]): ComponentPlan {
  checkDefinitionBytes(sections);
  const reader = new ComponentReader();
  for (const section of sections) reader.add(section, bytes.subarray(section.start, section.end));
  return reader.plan;
}

/** The module of each instance of a module that the component makes. */
function madeOf<T>({ coreInstances }: ComponentPlan, modules: readonly T[]): T[] {
  if (coreInstances.length > MAX_INSTANCES) throw tooLarge(`The component makes more than ${MAX_INSTANCES} instances.`);
  return coreInstances.flatMap((made) => (made.kind === 'module' ? (modules[made.module] ?? []) : []));
}

/** Throws `run/damaged` where something is named that nothing in the component gives: then no code of it runs. */
function checkLinks({ plan, infer, modules }: CompiledModel): void {
  const given: ReadonlySet<string>[] = [];
  const check = ({ instance, name }: CoreExport) => {
    if (!given[instance]?.has(name)) throw damaged(`no module in it gives ${quote(name)}`);
  };
  for (const made of plan.coreInstances) {
    if (made.kind === 'exports') {
      for (const [, from] of made.exports) check(from);
      given.push(new Set(made.exports.map(([name]) => name)));
      continue;
    }
    const module = modules[made.module];
    if (!module) throw damaged('it names a module that it lacks');
    const instances = new Map(made.imports);
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      const instance = instances.get(from);
      if (instance === undefined) throw damaged(`no module in it gives ${quote(from)}`);
      check({ instance, name });
    }
    given.push(new Set(WebAssembly.Module.exports(module).map(({ name }) => name)));
  }
  for (const each of [infer.core, infer.memory, infer.realloc, infer.postReturn]) if (each) check(each);
}

/** Makes a new instance of what `checkLinks` has checked, which runs its start functions. Throws as WebAssembly does. */
export function instantiate({ plan, infer, modules }: CompiledModel): ModelInstance {
  const instances: Exports[] = [];
  const find = ({ instance, name }: CoreExport) => (instances[instance] as Exports)[name] as WebAssembly.ExportValue;
  for (const made of plan.coreInstances) {
    if (made.kind === 'exports') instances.push(named(made.exports.map(([name, from]) => [name, find(from)])));
    else {
      const imports = named(made.imports.map(([name, at]) => [name, instances[at] as Exports]));
      instances.push(new WebAssembly.Instance(modules[made.module] as WebAssembly.Module, imports).exports);
    }
  }
  return modelInstance(infer, find, instances);
}

function modelInstance(
  { core, memory, realloc, postReturn }: Lift,
  find: (from: CoreExport) => WebAssembly.ExportValue,
  instances: readonly Exports[],
): ModelInstance {
  const functionOf = (from: CoreExport | undefined) => {
    const found = from && find(from);
    if (typeof found !== 'function') throw damaged('a function that it needs is missing');
    return found as CoreFunction;
  };
  const main = memory && find(memory);
  if (!(main instanceof WebAssembly.Memory)) throw damaged('a memory that it needs is missing');
  return {
    memory: main,
    infer: functionOf(core),
    realloc: functionOf(realloc),
    postReturn: postReturn && functionOf(postReturn),
    memoryBytes() {
      const all = new Set(instances.flatMap((exports) => Object.values(exports)));
      return [...all].reduce((sum, each) => sum + (each instanceof WebAssembly.Memory ? each.buffer.byteLength : 0), 0);
    },
  };
}

/** Names are a stranger's: `__proto__` must be one like any other. */
function named<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const object = Object.create(null) as Record<string, T>;
  for (const [name, value] of entries) object[name] = value;
  return object;
}
