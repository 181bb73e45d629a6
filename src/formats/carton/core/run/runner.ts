import type { Archive } from '../../../../archive/archive.ts';
import { formatBytes } from '../../../../base/amounts.ts';
import { TooLargeError } from '../../../../base/errors.ts';
import { quote } from '../../../../base/text.ts';
import { fileIndex } from '../../../../model/file/file-index.ts';
import type { Package } from '../../../../model/package.ts';
import type { RunsHere } from '../../../../model/run/run-interface.ts';
import type { ByteSource } from '../../../../source/source.ts';
import type { ModelRunner } from '../../../format.ts';
import { WASM_FILE } from '../paths.ts';
import { cartonTomlOf } from '../read/carton-fields.ts';
import { readInterface } from './component/interface.ts';
import { NOOP_RUNNER } from './python-runner.ts';

/** A model that is read whole to be run. Weights in it count: a page has room for it, its copy and its memory. */
const MAX_MODEL_BYTES = 256_000_000;

/** What loads a carton of any runner. */
const INSTALL = 'pip install cartonml-nightly';

/** Why the models of other runners do not run here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['python', 'Its runner needs Python, and what the model imports.'],
  ['torchscript', 'Its runner needs LibTorch, which runs outside of browsers.'],
  ['rust-bert', 'Its runner needs LibTorch, which runs outside of browsers.'],
  ['xla', 'Its runner needs XLA, which runs outside of browsers.'],
]);

/** Whether the model of a carton runs here, and what reads it. Nothing where the carton names no runner. */
export function cartonRunner(pkg: Package, archive: Archive): { runsHere?: RunsHere; runner?: ModelRunner } {
  const name = cartonTomlOf(pkg)?.runner.runner_name;
  if (!name || name === NOOP_RUNNER) return {};
  if (name !== 'wasm') {
    const why = ELSEWHERE.get(name) ?? `Its runner ${quote(name)} is none that Boxcutter knows.`;
    return { runsHere: { can: false, why, ...(ELSEWHERE.has(name) && { command: INSTALL }) } };
  }
  const source = archive.open(WASM_FILE);
  if (source) return runnerOf(source);
  const isLinked = fileIndex(pkg.files).get(WASM_FILE)?.link !== undefined;
  return {
    runsHere: { can: false, why: `${WASM_FILE} is ${isLinked ? 'only linked. Fetch it to run it' : 'missing'}.` },
  };
}

function runnerOf(source: ByteSource): { runsHere: RunsHere; runner: ModelRunner } {
  const { size } = source;
  const limit = formatBytes(MAX_MODEL_BYTES);
  const why = `${WASM_FILE} has ${formatBytes(size)}. Models of up to ${limit} run here.`;
  const runner: ModelRunner = {
    readInterface: (signal) => readInterface(source, signal),
    async readModel(signal) {
      if (size > MAX_MODEL_BYTES) throw new TooLargeError('run/too-large', why, { path: WASM_FILE });
      return (await source.read(0, size, signal)).slice();
    },
  };
  const runsHere: RunsHere =
    size > MAX_MODEL_BYTES ? { can: false, why, command: INSTALL } : { can: true, path: WASM_FILE };
  return { runsHere, runner };
}
