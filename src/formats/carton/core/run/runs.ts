import type { Archive } from '../../../../archive/archive.ts';
import { throwIfAborted } from '../../../../base/abort.ts';
import type { Finding } from '../../../../base/findings.ts';
import { fileIndex } from '../../../../model/file/file-index.ts';
import { linkedDownloads } from '../../../../model/link/linked-hosts.ts';
import type { Package } from '../../../../model/package.ts';
import { type FactText, factFile, factName, type RunFact, type RunFacts } from '../../../../model/run-facts.ts';
import { CARTON_TOML, LINKS, MANIFEST, REQUIREMENTS_FILE } from '../paths.ts';
import { cartonTomlOf } from '../read/carton-fields.ts';
import { willNotLoad } from './fact-parts.ts';
import { readInstalls } from './installs.ts';
import { installsFact, unreadInstalls } from './installs-fact.ts';
import { pythonFact, readPythonFact } from './python-fact.ts';
import { KNOWN_RUNNERS, NOOP_RUNNER } from './python-runner.ts';

/** What the runner of a carton does when it loads the model, before any other fact. */
type Running = Pick<RunFacts, 'sentence' | 'weight'> & {
  fact: RunFact;
  installs: boolean;
};

/** What loading a carton would run, as far as opening knows it. */
export function openingRuns(pkg: Package): RunFacts {
  const running = runningOf(pkg);
  return factsOf(pkg, running, running.installs ? unreadInstalls(pkg.files) : undefined);
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
  if (!running.installs) return { runs: factsOf(pkg, running, undefined), findings: [] };
  const runner = cartonTomlOf(pkg)?.runner ?? {};
  const listed = fileIndex(pkg.files).get(REQUIREMENTS_FILE)?.sha256;
  const [fact, installs] = await Promise.all([
    readPythonFact(runner, pkg.files, archive, signal),
    readInstalls(archive, listed, signal),
  ]);
  throwIfAborted(signal);
  return { runs: factsOf(pkg, { ...running, fact }, installsFact(installs, pkg.files)), findings: installs.findings };
}

function factsOf(pkg: Package, { sentence, weight, fact }: Running, installs: RunFact | undefined): RunFacts {
  const downloads = linkedDownloads(pkg.files, unreadSource(pkg));
  return { sentence, weight, facts: [fact, installs, downloads].filter((one) => one !== undefined) };
}

function runningOf(pkg: Package): Running {
  const toml = cartonTomlOf(pkg);
  const unknown = (text: FactText, brief?: FactText): Running => ({
    sentence: 'What loading it runs is unknown',
    weight: 'warning',
    fact: { kind: 'runs', text, brief },
    installs: false,
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
  switch (name) {
    case 'python':
      return {
        sentence: 'Loading it runs Python',
        weight: 'warning',
        fact: pythonFact(runner, pkg.files),
        installs: true,
      };
    case 'torchscript':
      return loads(pkg, 'TorchScript', 'model/model.pt', 'Loading it runs TorchScript');
    case 'wasm':
      return loads(pkg, 'WebAssembly', 'model/model.wasm', 'Loading it runs WebAssembly');
    case 'rust-bert':
      return loads(
        pkg,
        'No code from the carton. The runner reads',
        'model/config.json',
        'Loading it runs no code of its own',
      );
    case NOOP_RUNNER:
      return {
        sentence: 'Loading it runs nothing',
        weight: 'ok',
        fact: { kind: 'nothing', text: ['Nothing: the noop runner returns its inputs'] },
        installs: false,
      };
    default:
      return unknown(
        [
          'Unknown. ',
          factName(name),
          ` is not one of the reference implementation’s runners, which are ${KNOWN_RUNNERS.join(', ')}`,
        ],
        [factName(name)],
      );
  }
}

/** A runner that reads one file of the carton, and runs no Python. */
function loads({ files }: Package, what: string, path: string, sentence: string): Running {
  const held = fileIndex(files).has(path);
  const separator = what.includes(' ') ? ' ' : ', ';
  return {
    sentence,
    weight: 'info',
    fact: {
      kind: 'runs',
      text: [what + separator, held ? factFile(path) : factName(path)],
      brief: held ? ['no Python'] : [factName(path), ' is missing'],
      warnings: held ? undefined : [willNotLoad(factName(path), ' is missing')],
    },
    installs: false,
  };
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
