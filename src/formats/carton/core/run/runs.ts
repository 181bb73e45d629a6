import type { Archive } from '../../../../archive/archive.ts';
import { throwIfAborted } from '../../../../base/abort.ts';
import type { Finding } from '../../../../base/findings.ts';
import { fileIndex } from '../../../../model/file/file-index.ts';
import { linkedDownloads } from '../../../../model/link/linked-hosts.ts';
import type { Package } from '../../../../model/package.ts';
import { type FactText, factFile, factName, type RunFact, type RunFacts } from '../../../../model/run-facts.ts';
import { CARTON_TOML, LINKS, MANIFEST, REQUIREMENTS_FILE, WASM_FILE } from '../paths.ts';
import { cartonTomlOf } from '../read/carton-fields.ts';
import { willNotLoad } from './fact-parts.ts';
import { readInstalls } from './installs.ts';
import { installsFact, unreadInstalls } from './installs-fact.ts';
import { pythonFact, readPythonFact } from './python-fact.ts';
import { KNOWN_RUNNERS, NOOP_RUNNER } from './python-runner.ts';

/** What the runner of a carton does when it loads the model, before any other fact. */
type Running = Pick<RunFacts, 'sentence' | 'weight'> & { fact: RunFact };

/** What loading a carton would run, as far as opening knows it. */
export function openingRuns(pkg: Package): RunFacts {
  const running = runningOf(pkg);
  return factsOf(pkg, running, installs(pkg) ? unreadInstalls(pkg.files) : undefined);
}

/**
 * What loading a carton would run. Reads the lock file and the requirements, and the text of the entry point. Rejects
 * when canceled, and where the container's bytes do not come.
 */
export async function readRuns(
  pkg: Package,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<{ runs: RunFacts; findings: readonly Finding[] }> {
  throwIfAborted(signal);
  const running = runningOf(pkg);
  if (!installs(pkg)) return { runs: factsOf(pkg, running, undefined), findings: [] };
  const runner = cartonTomlOf(pkg)?.runner ?? {};
  const listed = fileIndex(pkg.files).get(REQUIREMENTS_FILE)?.sha256;
  const [fact, found] = await Promise.all([
    readPythonFact(runner, pkg.files, archive, signal),
    readInstalls(archive, listed, signal),
  ]);
  throwIfAborted(signal);
  return { runs: factsOf(pkg, { ...running, fact }, installsFact(found, pkg.files)), findings: found.findings };
}

function factsOf(pkg: Package, { sentence, weight, fact }: Running, installed: RunFact | undefined): RunFacts {
  const downloads = linkedDownloads(pkg.files, unreadSource(pkg));
  return { sentence, weight, facts: [fact, installed, downloads].filter((one) => one !== undefined) };
}

/** Whether the runner installs packages of Python first. */
function installs(pkg: Package): boolean {
  return cartonTomlOf(pkg)?.runner.runner_name === 'python';
}

function runningOf(pkg: Package): Running {
  const toml = cartonTomlOf(pkg);
  const unknown = (text: FactText, brief?: FactText): Running => ({
    sentence: 'What loading it runs is unknown',
    weight: 'warning',
    fact: { kind: 'runs', text, brief },
  });
  if (!toml) return unknown(['Unknown: ', ...(unreadSource(pkg) ?? [])]);
  const { runner } = toml;
  const { runner_name: name } = runner;
  if (!name) {
    const running = unknown(['None declared. Without a runner, the carton does not load']);
    // A missing name is an error of the schema, an empty one is not.
    const warnings = name === '' ? [willNotLoad('no runner is named')] : undefined;
    return { ...running, fact: { ...running.fact, warnings } };
  }
  if (name === 'python')
    return { sentence: 'Loading it runs Python', weight: 'warning', fact: pythonFact(runner, pkg.files) };
  if (name === NOOP_RUNNER) {
    const fact: RunFact = { kind: 'nothing', text: ['Nothing: the noop runner returns its inputs'] };
    return { sentence: 'Loading it runs nothing', weight: 'ok', fact };
  }
  const loaded = Object.hasOwn(LOADED, name) ? LOADED[name] : undefined;
  if (loaded) return loads(pkg, loaded);
  const known = `which are ${KNOWN_RUNNERS.join(', ')}`;
  const why = ` is not one of the reference implementation’s runners, ${known}`;
  return unknown(['Unknown. ', factName(name), why], [factName(name)]);
}

/** A runner that reads one file of the carton, and runs no Python. */
interface Loaded {
  sentence: string;
  /** What it runs, before the name of the file. */
  what: string;
  path: string;
}

const LOADED: Readonly<Record<string, Loaded>> = {
  torchscript: { sentence: 'Loading it runs TorchScript', what: 'TorchScript, ', path: 'model/model.pt' },
  wasm: { sentence: 'Loading it runs WebAssembly', what: 'WebAssembly, ', path: WASM_FILE },
  'rust-bert': {
    sentence: 'Loading it runs no code of its own',
    what: 'No code from the carton. The runner reads ',
    path: 'model/config.json',
  },
};

function loads({ files }: Package, { sentence, what, path }: Loaded): Running {
  const held = fileIndex(files).has(path);
  const fact: RunFact = {
    kind: 'runs',
    text: [what, held ? factFile(path) : factName(path)],
    brief: held ? ['no Python'] : [factName(path), ' is missing'],
    warnings: held ? undefined : [willNotLoad(factName(path), ' is missing')],
  };
  return { sentence, weight: 'info', fact };
}

/**
 * Why it is unknown what is fetched: a file that says so is missing or cannot be read. Undefined where all are read.
 */
function unreadSource({ unread, findings, files }: Package): FactText | undefined {
  // MANIFEST says what is missing, and LINKS where it is. A carton without LINKS links to nothing.
  const path = unread
    ? CARTON_TOML
    : [MANIFEST, LINKS].find((name) =>
        findings.some(({ path, severity, code }) => path === name && severity === 'error' && UNREAD.test(code)),
      );
  if (path === undefined) return undefined;
  return fileIndex(files).get(path)?.size === undefined
    ? [factName(path), ' is missing']
    : [factFile(path), ' cannot be read'];
}

/** Codes of findings that leave a file unread. */
const UNREAD = /^(toml|zip|source)\/|^(manifest|links)\/(syntax|too-long)$|^carton\/(manifest-missing|file-too-large)$/;
