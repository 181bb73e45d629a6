import { BoxcutterError, type ErrorData } from '../../../../base/errors.ts';
import type { RunAsk, RunLimits, RunReply } from '../../../../model/run/run-thread.ts';
import { type CompiledModel, compileModel, instantiate } from './component/instance.ts';
import { liftTensors, lowerTensors } from './component/tensors.ts';

/** Characters of what an engine says. It may name imports, whose names are a stranger's. */
const MAX_ENGINE_TEXT = 300;

/** An answer, and the memory that goes with it to the other thread. */
export interface HostAnswer {
  reply: RunReply;
  transfer: ArrayBuffer[];
}

/**
 * What runs in the thread of a model: gives a function that answers each question, by itself and at once, and never
 * throws. It needs nothing but `WebAssembly`, and makes no code from text. It takes no account of time: whoever owns the
 * thread ends it.
 */
export function modelHost(): (ask: RunAsk) => HostAnswer {
  let loaded: { model: CompiledModel; limits: RunLimits } | undefined;
  return (ask) => {
    try {
      if (ask.kind === 'load') {
        loaded = { model: compileModel(ask.model, ask.limits.memory), limits: ask.limits };
        return { reply: { kind: 'loaded' }, transfer: [] };
      }
      if (!loaded) throw new TypeError('There is no model yet.');
      return infer(loaded.model, ask, loaded.limits);
    } catch (error) {
      return { reply: { kind: 'failed', error: runError(error) }, transfer: [] };
    }
  };
}

function infer(model: CompiledModel, { inputs }: RunAsk & { kind: 'infer' }, { memory }: RunLimits): HostAnswer {
  const started = performance.now();
  // What a run leaves behind, the next one must not see.
  const instance = instantiate(model);
  const place = instance.infer(...lowerTensors(instance, inputs, memory));
  const outputs = liftTensors(instance, place, memory);
  // Nothing of the instance is used any more, but a trap here is one of the model, too.
  instance.postReturn?.(place as number);
  const ms = performance.now() - started;
  return {
    reply: { kind: 'outputs', outputs, ms, memory: instance.memoryBytes() },
    transfer: outputs.flatMap(({ data }) => (data instanceof Uint8Array ? [data.buffer] : [])),
  };
}

function runError(error: unknown): ErrorData {
  if (error instanceof BoxcutterError) return { tag: error.tag, code: error.code, message: error.message };
  const said = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ENGINE_TEXT);
  if (error instanceof WebAssembly.RuntimeError)
    return { tag: 'bad-file', code: 'run/trap', message: `The model stopped with an error: ${said}.` };
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError || error instanceof TypeError)
    return { tag: 'bad-file', code: 'run/damaged', message: `The engine did not take the model: ${said}.` };
  if (isStackOverflow(error))
    return { tag: 'bad-file', code: 'run/trap', message: 'The model called itself too often, and its stack was full.' };
  return { tag: 'bad-file', code: 'run/trap', message: `The model could not go on: ${said}.` };
}

/** Firefox has an error of its own for it. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|recursion/.test(error.message);
}
