import type { Archive } from '../../../archive/archive.ts';
import { overlayArchive } from '../../../archive/overlay.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { type Finding, finding, mergeFindings } from '../../../base/findings.ts';
import { MAX_WHOLE_ENTRY } from '../../../base/limits.ts';
import type { Package } from '../../../model/package.ts';
import type { OpenPackage } from '../../format.ts';
import type { CartonToml } from './carton-fields.ts';
import { type ParsedCartonToml, parseCartonToml } from './carton-toml.ts';
import { checkCarton } from './check.ts';
import { editorOf, editProblem } from './editing.ts';
import { CartonFiles } from './files.ts';
import type { FixId } from './fix.ts';
import { checkLicense } from './license.ts';
import { MAX_CARTON_TOML_BYTES, MAX_INDEX_BYTES, MAX_LINKS_BYTES, MAX_MANIFEST_BYTES } from './limits.ts';
import { type Links, parseLinks } from './links.ts';
import { type Manifest, ManifestReader } from './manifest.ts';
import { metadataOf } from './metadata.ts';
import { CARTON_FILES } from './own-files.ts';
import { CARTON_TOML, LINKS, MANIFEST, MISC_ADDRESS, TENSOR_INDEX } from './paths.ts';
import { planCarton, planProblem } from './plan.ts';
import { NOOP_RUNNER } from './python-runner.ts';
import { hashFiles, resealProblem } from './reseal.ts';
import { openingRuns, readRuns } from './runs.ts';
import { digestedFiles, readSmall, type SmallFile, streamSmall } from './small-file.ts';
import { checkNesting, parseTensorIndex, type TensorIndex } from './tensor-index.ts';
import { CartonTensors } from './tensors.ts';
import { CARTON_VERDICTS } from './verdicts.ts';
import { judgeHash, verifyCarton } from './verify.ts';
import { CARTON_WORDS } from './words.ts';

/**
 * Opens a carton from its directory and four small files, and reads nothing else. What is wrong with them becomes
 * findings, and everything that can be shown is shown. Rejects only when canceled.
 */
export async function openCarton(archive: Archive, signal?: AbortSignal): Promise<OpenPackage> {
  const parts = await readParts(archive, signal);
  const { carton, manifest, links, index } = parts;
  const listed = manifest?.entries;
  const files = await CartonFiles.of(archive, listed, links?.urls, signal);
  const tensors = new CartonTensors(archive, files, index);
  const license = carton?.toml ? await checkLicense(carton.toml, carton.places) : [];
  throwIfAborted(signal);
  const text = parts.tomlFile.bytes && decodeUtf8(parts.tomlFile.bytes);
  const canReseal = resealProblem(archive) === undefined;
  const cannotSave = planProblem(archive, manifest);
  const cannotEdit = text === undefined ? editProblem(parts.tomlFile, files.isLinked(CARTON_TOML)) : undefined;
  const findings = mergeFindings(
    ...findingsOf(parts, files),
    license,
    tensors.findings,
    files.hasModel ? [] : [noModel(carton?.toml)],
    files.findings,
    archive.contentFindings,
  );
  const pkg: Package = {
    format: 'carton',
    formatName: 'Carton',
    words: CARTON_WORDS,
    verdicts: CARTON_VERDICTS,
    fileAddress: MISC_ADDRESS,
    name: archive.name,
    size: archive.size,
    directory: archive.words.directory,
    ...metadataOf(carton?.toml),
    ...identityOf(parts.manifestFile),
    can: {
      verify: true,
      edit: cannotEdit === undefined,
      save: cannotSave === undefined,
      reseal: canReseal,
      ...(cannotSave === undefined ? { files: CARTON_FILES } : {}),
    },
    ...cannotOf(cannotEdit, cannotSave),
    findings,
    tensors: tensors.list,
    files: files.list,
    ...(files.spareLinks.length > 0 ? { spareLinks: files.spareLinks } : {}),
  };
  const plan: OpenPackage['plan'] = (draft, planSignal, hashes) =>
    planCarton(
      { archive, manifest, links: links?.urls, isLinked: (path) => files.isLinked(path) },
      draft,
      planSignal,
      hashes,
    );
  return {
    package: { ...pkg, runs: openingRuns(pkg) },
    whatRuns: (runsSignal) => readRuns(pkg, archive, runsSignal),
    source: (path) => archive.open(path),
    tensor: (name, tensorSignal) => tensors.open(name, tensorSignal),
    withFiles: (added, addSignal) => openCarton(overlayArchive(archive, added), addSignal),
    digested: digestedFiles([parts.tomlFile, parts.indexFile]),
    judgeHash: (path, hash) => judgeHash({ archive, listed }, path, hash),
    verify: (options) => verifyCarton({ archive, listed, tensors: tensors.list }, options),
    ...(text === undefined ? {} : { edit: editorOf(text) }),
    ...(canReseal ? { hash: (options) => hashFiles(archive, options) } : {}),
    ...(canReseal || cannotSave === undefined ? { plan } : {}),
  };
}

/** The small files of a carton, and what those say that could be read. */
interface CartonParts {
  tomlFile: SmallFile;
  manifestFile: SmallFile;
  linksFile: SmallFile;
  indexFile: SmallFile;
  carton: ParsedCartonToml | undefined;
  manifest: Manifest | undefined;
  links: Links | undefined;
  index: TensorIndex | undefined;
}

async function readParts(archive: Archive, signal: AbortSignal | undefined): Promise<CartonParts> {
  const [tomlFile, { manifestFile, manifest }, linksFile, indexFile] = await Promise.all([
    readSmall(archive, CARTON_TOML, MAX_CARTON_TOML_BYTES, signal),
    readManifest(archive, signal),
    readSmall(archive, LINKS, MAX_LINKS_BYTES, signal),
    readSmall(archive, TENSOR_INDEX, MAX_INDEX_BYTES, signal),
  ]);
  throwIfAborted(signal);
  return {
    tomlFile,
    manifestFile,
    linksFile,
    indexFile,
    carton: tomlFile.bytes && parseCartonToml(tomlFile.bytes),
    manifest,
    links: linksFile.bytes && parseLinks(linksFile.bytes),
    index: indexFile.bytes && parseTensorIndex(indexFile.bytes),
  };
}

/** MANIFEST, and what it says where all of it can be read. */
async function readManifest(
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<Pick<CartonParts, 'manifestFile' | 'manifest'>> {
  const reader = new ManifestReader(signal, (path) => archive.entryAt(path)?.path);
  // What is kept of a file is read once, and the others are small.
  const isLong = (archive.resolve(MANIFEST)?.size ?? 0) > MAX_WHOLE_ENTRY;
  const push = (piece: Uint8Array) => reader.push(piece);
  const manifestFile = isLong
    ? await streamSmall(archive, MANIFEST, MAX_MANIFEST_BYTES, push, signal)
    : await readSmall(archive, MANIFEST, MAX_MANIFEST_BYTES, signal);
  const { bytes, sha256 } = manifestFile;
  if (bytes) await reader.push(bytes);
  return { manifestFile, manifest: sha256 === undefined ? undefined : reader.finish() };
}

/** What is wrong with the small files, and with what they say of each other. */
function findingsOf(parts: CartonParts, files: CartonFiles): (readonly Finding[])[] {
  const { tomlFile, manifestFile, linksFile, indexFile, carton, manifest, links, index } = parts;
  const { toml, places } = carton ?? {};
  return [
    missingFiles(parts, files),
    [tomlFile, manifestFile, linksFile, indexFile].flatMap(({ problem }) => problem ?? []),
    carton?.findings ?? [],
    manifest?.findings ?? [],
    links?.findings ?? [],
    index ? [...index.findings, ...checkNesting(index)] : [],
    toml && places
      ? checkCarton({
          toml,
          places,
          ...(index?.readable ? { tensors: index.tensors } : {}),
          lists: (path) => files.lists(path),
          paths: files.paths(),
        })
      : [],
  ];
}

/** The files that every carton has and this one lacks. Links are never required. */
function missingFiles({ tomlFile, manifestFile, indexFile }: CartonParts, files: CartonFiles): Finding[] {
  const missing: Finding[] = [];
  const linked = (path: string) => `${path} is not in the package, only linked.`;
  if (tomlFile.absent)
    missing.push(
      files.isLinked(CARTON_TOML)
        ? finding('carton/toml-linked', linked(CARTON_TOML), { path: CARTON_TOML })
        : finding('carton/toml-missing', 'There is no carton.toml.', { path: CARTON_TOML }),
    );
  if (manifestFile.absent)
    missing.push(
      finding('carton/manifest-missing', 'There is no MANIFEST.', { path: MANIFEST, fix: 'reseal' satisfies FixId }),
    );
  if (indexFile.absent)
    missing.push(
      files.isLinked(TENSOR_INDEX)
        ? finding('tensor/index-linked', linked(TENSOR_INDEX), { path: TENSOR_INDEX })
        : finding('tensor/index-missing', `There is no ${TENSOR_INDEX}.`, {
            path: TENSOR_INDEX,
            fix: 'renew' satisfies FixId,
          }),
    );
  return missing;
}

/** What it means that there is no file below `model/`, which depends on the runner. */
function noModel(toml: CartonToml | undefined): Finding {
  const isNeeded = toml?.runner.runner_name !== NOOP_RUNNER;
  return finding(isNeeded ? 'carton/model-missing' : 'carton/model-not-needed', 'There is no file in model/.');
}

/** The model hash: SHA-256 of MANIFEST's bytes as stored (format document, "MANIFEST"). */
function identityOf({ sha256 }: SmallFile): Pick<Package, 'identity'> {
  return sha256 === undefined ? {} : { identity: { label: 'Model hash', sha256 } };
}

function cannotOf(edit: string | undefined, save: string | undefined): Pick<Package, 'cannot'> {
  if (edit === undefined && save === undefined) return {};
  return { cannot: { ...(edit === undefined ? {} : { edit }), ...(save === undefined ? {} : { save }) } };
}
