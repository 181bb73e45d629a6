import { TooLargeError } from '../../../../../base/errors.ts';
import { type ComponentPlan, ComponentReader, type CoreExport, checkDefinitionBytes, type Lift } from './component.ts';
import { boundedModule, type CoreModule, checkCode, growthOf, readCoreModule } from './core-module.ts';
import { damaged, otherInterface } from './cursor.ts';
import { inferOf } from './model-interface.ts';
import { layerOf, PREAMBLE_BYTES, sectionsOf } from './sections.ts';

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
  const plan = readPlan(bytes);
  const infer = inferOf(plan);
  if ('problem' in infer) throw otherInterface(infer.problem);
  const modules = plan.modules.map((place) => {
    layerOf(bytes.subarray(place.start, place.start + PREAMBLE_BYTES));
    return readCoreModule(bytes, place);
  });
  checkCode(modules);
  const growth = growthOf(madeOf(plan, modules), memory);
  const compile = (module: CoreModule) => new WebAssembly.Module(boundedModule(module, growth));
  return { plan, infer: infer.lift, modules: modules.map(compile) };
}

function readPlan(bytes: Uint8Array): ComponentPlan {
  const sections = sectionsOf(bytes, PREAMBLE_BYTES, bytes.length);
  checkDefinitionBytes(sections);
  const reader = new ComponentReader();
  for (const section of sections) reader.add(section, bytes.subarray(section.start, section.end));
  return reader.plan;
}

/** The module of each instance of a module that the component makes. */
function madeOf<T>({ coreInstances }: ComponentPlan, modules: readonly T[]): T[] {
  if (coreInstances.length > MAX_INSTANCES)
    throw new TooLargeError('run/too-large', `The component makes more than ${MAX_INSTANCES} instances.`);
  return coreInstances.flatMap((made) => (made.kind === 'module' ? (modules[made.module] ?? []) : []));
}

/** Makes a new instance, which runs its start functions. Throws as WebAssembly does, and `run/damaged`. */
export function instantiate({ plan, infer, modules }: CompiledModel): ModelInstance {
  const instances: Exports[] = [];
  const instanceAt = (index: number) => {
    const found = instances[index];
    if (!found) throw damaged('it names an instance that it lacks');
    return found;
  };
  const find = ({ instance, name }: CoreExport) => {
    const exports = instanceAt(instance);
    const found = Object.hasOwn(exports, name) ? exports[name] : undefined;
    if (found === undefined) throw damaged('a module lacks what is taken from it');
    return found;
  };
  for (const made of plan.coreInstances) {
    if (made.kind === 'exports') instances.push(named(made.exports.map(([name, from]) => [name, find(from)])));
    else {
      const module = modules[made.module];
      if (!module) throw damaged('it names a module that it lacks');
      const imports = named(made.imports.map(([name, at]) => [name, instanceAt(at)]));
      instances.push(new WebAssembly.Instance(module, imports).exports);
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
