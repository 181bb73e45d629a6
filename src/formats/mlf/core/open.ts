import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { aboutBytes, grouped } from '../../../base/amounts.ts';
import { BadFileError, faultOfFile } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package, PackageFile, Panel } from '../../../model/package.ts';
import { Parameters as ParameterCounts } from '../../../model/tensor/parameters.ts';
import { archiveFiles } from '../../archive-files.ts';
import { tensorNamed, UNKNOWN_PARTS } from '../../files-package.ts';
import type { OpenPackage } from '../../format.ts';
import { fileTensor } from '../../weight-file.ts';
import { conversionOf } from './conversion.ts';
import { METADATA } from './fields.ts';
import { readGraph } from './graph.ts';
import { type Json, readJson } from './json.ts';
import { CODEGEN, GRAPH, looksMoved, missingMetadata, reportLayout } from './layout.ts';
import { MAX_JSON_BYTES, MAX_SHOWN } from './limits.ts';
import { isMetadata, type Metadata, prefixOf, readMetadata } from './metadata.ts';
import type { MlfOwn, ShownFunction, ShownGraph } from './own.ts';
import { argumentsOf } from './schema.ts';
import { findFunctions, findSources } from './sources.ts';
import { type Parameters, readParameters } from './tensors.ts';
import { runsOf, VERDICTS, WORDS } from './words.ts';

/**
 * The archive of a container that is a model library: its metadata.json has the keys of one, is damaged beside
 * generated code, or is missing beside more of a library.
 */
export async function findLibrary(container: Container, signal?: AbortSignal): Promise<Archive | undefined> {
  const archive = await container.archive(signal);
  if (!archive) return undefined;
  if (!archive.resolve(METADATA)) return looksMoved(archive) ? archive : undefined;
  if (archive.entries.some(({ path }) => CODEGEN.test(path))) return archive;
  return isMetadata(await readJsonFile(archive, METADATA, new Report(), signal)) ? archive : undefined;
}

/**
 * Opens a model library. Reads metadata.json, the graph, the headers of the parameters and, within limits, the
 * generated sources. Rejects with `mlf/bad-json` where it is not JSON, and where the container's bytes do not come.
 *
 * @param readsAll read the headers of all parameters of a package on a host, too
 */
export async function openLibrary(container: Container, readsAll: boolean, signal?: AbortSignal): Promise<OpenPackage> {
  const archive = await findLibrary(container, signal);
  if (!archive) throw new BadFileError('mlf/bad-json', `${quote(container.name)} is not a model library of TVM.`);
  const isRemote = container.servedFrom !== undefined;
  const report = new Report();
  if (!archive.resolve(METADATA)) report.add('mlf/no-metadata', ...missingMetadata(archive));
  const value = await readJsonFile(archive, METADATA, report, signal);
  const metadata: Metadata = value instanceof Map ? readMetadata(value, report) : { modules: [] };
  if (value !== undefined && !(value instanceof Map)) {
    report.add('mlf/bad-metadata', `${quote(METADATA)} is not an object.`, { path: METADATA });
  }
  const parameters = await readParameters(archive, isRemote && !readsAll, report, signal);
  const { graphs, called } = await readGraphs(archive, report, signal);
  reportLayout(metadata, archive, report);
  const { version, modules } = metadata;
  const sources = findSources(archive);
  const wanted = new Set([...called, ...modules.flatMap(({ functions }) => functions)]);
  // Of a C interface, the one that runs the model. Other libraries have none.
  const entries = modules.map(({ key, modelName }) => `tvmgen_${key ?? modelName}_run`);
  const looked = new Set([...wanted, ...entries]);
  const { functions, declared, isWhole } = await findFunctions(archive, sources, looked, isRemote, signal);
  if (isWhole && sources.length > 0) reportMissingFunctions(wanted, functions, report);
  const own: MlfOwn = {
    graphs,
    sources: sources.slice(0, MAX_SHOWN),
    functions: functions.slice(0, MAX_SHOWN),
    hasRuntime: archive.isFolder('runtime'),
  };
  const tensors = Array.from(parameters.tensors.values(), ({ info }) => info);
  const specsOf = (of: 'inputs' | 'outputs') => argumentsOf(metadata, of, graphs, parameters, declared);
  const [inputs, outputs] = [specsOf('inputs'), specsOf('outputs')];
  const facts = factsOf(metadata);
  const more = moreOf(archive, parameters);
  return {
    package: {
      ...UNKNOWN_PARTS,
      format: 'tvm-mlf',
      formatName: 'Model Library Format (TVM)',
      formatVersion: version === undefined ? undefined : String(version),
      // It has no fields for a license or a description: only one that cannot be read is worth naming.
      words: value instanceof Map ? WORDS : { ...WORDS, metadataFile: METADATA },
      verdicts: VERDICTS,
      name: archive.name,
      size: archive.size,
      directory: archive.words.directory,
      title: modules[0]?.modelName,
      facts,
      panels: [...panelsOf(metadata), ...(tensors.length > 0 ? new ParameterCounts(tensors).panels() : [])],
      inputs,
      outputs,
      conversion: conversionOf(inputs, outputs, facts),
      tensors,
      files: filesOf(archive, parameters),
      findings: mergeFindings(archive.findings, archive.contentFindings, report.findings),
      cannot: { verify: 'The format has no hashes of its files' },
      unread: value instanceof Map ? undefined : true,
      runs: runsOf(sources),
      more,
      own,
    },
    source: (path) => archive.open(path),
    async tensor(name) {
      const tensor = tensorNamed(parameters.tensors, name);
      return fileTensor(tensor, tensor.source);
    },
    readMore: more && (async (inner) => openLibrary(await listed(container, archive, inner), true, inner)),
  };
}

/** What metadata.json says, field by field. */
function factsOf(metadata: Metadata): Fact[] {
  const { version, modules } = metadata;
  const facts = modules.flatMap((module) =>
    module.facts.map((fact) => ({ ...fact, label: `${prefixOf(module, metadata)}${fact.label}` })),
  );
  return version === undefined ? facts : [{ label: 'Version', value: String(version) }, ...facts];
}

/** Tables of the memory that each module uses. */
function panelsOf(metadata: Metadata): Panel[] {
  return metadata.modules.flatMap((module) =>
    module.panels.map((panel) => ({ ...panel, title: `${prefixOf(module, metadata)}${panel.title}` })),
  );
}

function reportMissingFunctions(wanted: ReadonlySet<string>, found: readonly ShownFunction[], report: Report): void {
  const written = new Set(found.map(({ name }) => name));
  const [first, ...others] = [...wanted].filter((name) => name !== '' && !written.has(name));
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const message = `No generated source has the function ${quote(first)}${more}.`;
  report.add('mlf/function-missing', message, { path: METADATA });
}

/** The container with all files of its archive. */
async function listed(container: Container, { unlisted }: Archive, signal?: AbortSignal): Promise<Container> {
  if (!unlisted) return container;
  const whole = await unlisted.list(signal);
  return { ...container, servedFrom: container.servedFrom, archive: async () => whole };
}

function moreOf({ unlisted }: Archive, { left }: Parameters): Package['more'] {
  if (unlisted) {
    const action = `List all files (reads ${aboutBytes(unlisted.bytes)})`;
    return { text: 'Not all files of the archive are listed', action };
  }
  if (left === 0) return undefined;
  return { text: `${left} more parameters are on the host`, action: 'Read all of their headers' };
}

async function readJsonFile(
  archive: Archive,
  path: string,
  report: Report,
  signal?: AbortSignal,
): Promise<Json | undefined> {
  const source = archive.open(path);
  if (!source) return undefined;
  if (source.size > MAX_JSON_BYTES) {
    report.add('mlf/too-large', grouped`${quote(path)} has ${source.size} bytes, and was not read.`, { path });
    return undefined;
  }
  try {
    return readJson(await source.read(0, source.size, signal), path, report);
  } catch (error) {
    const { code, message } = faultOfFile(error);
    report.add(code, message, { path });
    return undefined;
  }
}

async function readGraphs(archive: Archive, report: Report, signal?: AbortSignal) {
  const graphs: ShownGraph[] = [];
  const called = new Set<string>();
  for (const { path, unsafe, shadowed } of archive.entries) {
    if (unsafe || shadowed || !GRAPH.test(path) || graphs.length >= MAX_SHOWN) continue;
    const value = await readJsonFile(archive, path, report, signal);
    const read = value === undefined ? undefined : readGraph(value, path, report);
    if (!read) continue;
    graphs.push(read.graph);
    for (const name of read.functions) called.add(name);
  }
  return { graphs, called };
}

function filesOf(archive: Archive, { files }: Parameters): PackageFile[] {
  const parameters = new Set(files);
  return archiveFiles(archive).map((file): PackageFile => {
    if (file.path === METADATA) return { ...file, role: 'metadata' };
    if (parameters.has(file.path)) return { ...file, role: 'tensor' };
    return /^(?:codegen|executor-config)\//.test(file.path) ? { ...file, role: 'model' } : file;
  });
}
