import type { Archive } from '../../../archive/archive.ts';
import { overlayArchive } from '../../../archive/overlay.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { decodeUtf8, encodeUtf8 } from '../../../base/bytes.ts';
import { type Finding, type FindingCode, finding, mergeFindings } from '../../../base/findings.ts';
import { MAX_WHOLE_ENTRY } from '../../../base/limits.ts';
import { applyEdits, type Edit } from '../../../model/edit/edit.ts';
import type { Package } from '../../../model/package.ts';
import { TomlText } from '../../../toml/toml-text.ts';
import { hashFiles } from '../../archive-files.ts';
import type { OpenPackage } from '../../format.ts';
import { checkCarton } from './check/check.ts';
import { cartonChecks } from './check/checklist.ts';
import { checkLicense } from './check/license.ts';
import { CARTON_VERDICTS } from './check/verdicts.ts';
import { judgeHash, verifyCarton } from './check/verify.ts';
import { changesIn, changesText, TENSOR_CHANGES } from './edit/tensor-changes.ts';
import { MAX_CARTON_TOML_BYTES, MAX_INDEX_BYTES, MAX_LINKS_BYTES, MAX_MANIFEST_BYTES } from './limits.ts';
import { CARTON_TOML, LINKS, MANIFEST, MISC_ADDRESS, TENSOR_FOLDER, TENSOR_INDEX } from './paths.ts';
import type { CartonToml } from './read/carton-fields.ts';
import { EDITABLE_CARTON_TOML, FILLED_FIELDS, type ParsedCartonToml, parseCartonToml } from './read/carton-toml.ts';
import { CartonFiles } from './read/files.ts';
import type { FixId } from './read/fix.ts';
import { parseLinks } from './read/links.ts';
import { ManifestReader } from './read/manifest.ts';
import { metadataOf } from './read/metadata.ts';
import { digestedFiles, readSmall, type SmallFile, streamSmall, tooLarge } from './read/small-file.ts';
import { checkNesting, parseTensorIndex } from './read/tensor-index.ts';
import { CartonTensors } from './read/tensors.ts';
import { NOOP_RUNNER } from './run/python-runner.ts';
import { cartonRunner } from './run/runner.ts';
import { openingRuns, readRuns } from './run/runs.ts';
import { CARTON_FILES } from './save/own-files.ts';
import { planCarton, planProblem } from './save/plan.ts';
import { resealProblem } from './save/reseal.ts';
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
  const hash = parts.manifestFile.sha256;
  const canReseal = resealProblem(archive) === undefined;
  const cannotSave = planProblem(archive, manifest);
  const cannotEdit = text === undefined ? editProblem(parts.tomlFile, files.isLinked(CARTON_TOML)) : undefined;
  const { absent, bytes } = parts.indexFile;
  const hasIndex = absent ? !files.isLinked(TENSOR_INDEX) : bytes !== undefined && parts.index?.readable;
  const canEditTensors = cannotEdit === undefined && cannotSave === undefined && hasIndex;
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
    // The SHA-256 of MANIFEST's bytes as stored (format document, "MANIFEST").
    identity: hash === undefined ? undefined : { label: 'Model hash', sha256: hash },
    can: {
      verify: true,
      edit: cannotEdit === undefined,
      save: cannotSave === undefined,
      reseal: canReseal,
      files: cannotSave === undefined ? CARTON_FILES : undefined,
      ...(canEditTensors && { editTensors: { text: TENSOR_CHANGES } }),
    },
    cannot: (cannotEdit ?? cannotSave) ? { edit: cannotEdit, save: cannotSave } : undefined,
    findings,
    tensors: tensors.list,
    noTensors: 'A carton lists the tensors of its self-tests and examples, and this one has none.',
    files: files.list,
    spareLinks: files.spareLinks.length > 0 ? files.spareLinks : undefined,
  };
  const plan: OpenPackage['plan'] = (draft, planSignal, hashes) =>
    planCarton(
      { archive, manifest, links: links?.urls, isLinked: (path) => files.isLinked(path) },
      draft,
      planSignal,
      hashes,
    );
  const { runsHere, runner } = cartonRunner(pkg, archive);
  return {
    package: { ...pkg, runs: openingRuns(pkg), runsHere },
    runner,
    whatRuns: (runsSignal) => readRuns(pkg, archive, runsSignal),
    checks: (scope, checksSignal) => cartonChecks(scope, archive, checksSignal),
    source: (path) => archive.open(path),
    tensor: (name, tensorSignal) => tensors.open(name, tensorSignal),
    withFiles: (added, addSignal) => openCarton(overlayArchive(archive, added), addSignal),
    digested: digestedFiles([parts.tomlFile, parts.indexFile]),
    judgeHash: (path, hash) => judgeHash({ archive, listed }, path, hash),
    verify: (options) => verifyCarton({ archive, listed, tensors: tensors.list }, options),
    edit: text === undefined ? undefined : editorOf(text),
    hash: canReseal ? (options) => hashFiles(archive, MANIFEST, options) : undefined,
    plan: canReseal || cannotSave === undefined ? plan : undefined,
  };
}

type CartonParts = Awaited<ReturnType<typeof readParts>>;

/** The small files of a carton, and what those that could be read say. */
async function readParts(archive: Archive, signal: AbortSignal | undefined) {
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
    // A folder has no bytes of its own. One with a MANIFEST was packed before, and must have all that a carton has.
    unpacked: archive.source === undefined && manifestFile.absent && !tomlFile.absent,
    hasTensors: archive.isFolder(TENSOR_FOLDER.slice(0, -1)),
  };
}

/** MANIFEST, and what it says where all of it can be read. */
async function readManifest(archive: Archive, signal: AbortSignal | undefined) {
  const reader = new ManifestReader(signal, (path) => archive.entryAt(path)?.path);
  // Up to this size, the archive decodes and keeps an entry as a whole. A longer one is streamed.
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
  const { tomlFile, manifestFile, linksFile, indexFile, carton, manifest, links, index, unpacked } = parts;
  const { toml, places } = carton ?? {};
  return [
    missingFiles(parts, files),
    [tomlFile, manifestFile, linksFile, indexFile].flatMap(({ problem }) => problem ?? []),
    (carton?.findings ?? []).filter((found) => !unpacked || filledField(found) === undefined),
    manifest?.findings ?? [],
    links?.findings ?? [],
    index ? [...index.findings, ...checkNesting(index)] : [],
    toml && places
      ? checkCarton({
          toml,
          places,
          tensors: unpacked && indexFile.absent ? [] : index?.readable ? index.tensors : undefined,
          lists: (path) => files.lists(path),
          paths: files.paths(),
        })
      : [],
  ];
}

/**
 * The files that every carton has and this one lacks. Links are never required. An unpacked model needs only a
 * carton.toml with two fields (format document, last paragraph): what packing adds is said, and is not an error.
 */
function missingFiles(parts: CartonParts, files: CartonFiles): Finding[] {
  const { tomlFile, manifestFile, indexFile, unpacked, hasTensors } = parts;
  const missing: Finding[] = [];
  const filled: string[] = unpacked ? [MANIFEST] : [];
  const add = (path: string, code: FindingCode, linkedCode?: FindingCode, fix?: FixId) =>
    missing.push(
      linkedCode && files.isLinked(path)
        ? finding(linkedCode, `${path} is not in the package, only linked.`, { path })
        : finding(code, `There is no ${path}.`, { path, fix }),
    );
  if (tomlFile.absent) add(CARTON_TOML, 'carton/toml-missing', 'carton/toml-linked');
  if (manifestFile.absent && !unpacked) add(MANIFEST, 'carton/manifest-missing', undefined, 'reseal');
  if (indexFile.absent && unpacked && !hasTensors) filled.push(TENSOR_INDEX);
  else if (indexFile.absent) add(TENSOR_INDEX, 'tensor/index-missing', 'tensor/index-linked', 'renew');
  if (!unpacked) return missing;
  filled.push(...(parts.carton?.findings ?? []).flatMap((found) => filledField(found) ?? []));
  const message = `The folder is not packed yet. Packing adds: ${filled.join(', ')}.`;
  return [...missing, finding('carton/unpacked', message, { fix: 'pack' satisfies FixId })];
}

/** The field that is missing by a finding and that packing fills in. */
function filledField({ code, field }: Finding): string | undefined {
  return code === 'schema/missing-field' && FILLED_FIELDS.some(({ path }) => path.join('.') === field)
    ? field
    : undefined;
}

/** The finding for an empty `model/`, which depends on the runner. */
function noModel(toml: CartonToml | undefined): Finding {
  const isNeeded = toml?.runner.runner_name !== NOOP_RUNNER;
  return finding(isNeeded ? 'carton/model-missing' : 'carton/model-not-needed', 'There is no file in model/.');
}

/**
 * Makes `OpenPackage.edit`. It keeps what it parsed last, because the next edit is usually of the same text. Rejects
 * also with `carton/file-too-large`.
 *
 * @param own the text of carton.toml
 */
function editorOf(own: string): NonNullable<OpenPackage['edit']> {
  let last: TomlText<ParsedCartonToml> | undefined;
  return async ({ texts, edits: given = [] }, signal) => {
    throwIfAborted(signal);
    const text = texts?.get(CARTON_TOML) ?? own;
    // The form makes only edits of this kind.
    const edits = given as readonly Edit[];
    const isOfTensors = ({ path: [key] }: Edit) => key === TENSOR_CHANGES;
    checkLength(text);
    const before = last?.text === text ? last : new TomlText(text, EDITABLE_CARTON_TOML);
    const ofToml = edits.filter((edit) => !isOfTensors(edit));
    const toml = ofToml.length > 0 ? before.edited(ofToml) : before;
    checkLength(toml.text);
    last = toml;
    throwIfAborted(signal);
    const changes = texts && changesIn(texts);
    const tensors = applyEdits(changes === undefined ? {} : { [TENSOR_CHANGES]: changes }, edits.filter(isOfTensors));
    const values = toml.values();
    const written = tensors[TENSOR_CHANGES];
    return {
      texts: new Map([
        [CARTON_TOML, toml.text],
        ...(written === undefined ? [] : [[TENSOR_CHANGES, changesText(written)] as const]),
      ]),
      ...(values && { values: { ...values, ...tensors } }),
    };
  };
}

function checkLength(text: string): void {
  const { length } = encodeUtf8(text);
  if (length > MAX_CARTON_TOML_BYTES) throw tooLarge(CARTON_TOML, length, MAX_CARTON_TOML_BYTES);
}

/** Why there is no text of carton.toml to edit. */
function editProblem({ absent, problem }: SmallFile, isLinked: boolean): string {
  if (isLinked && absent) return 'carton.toml is only linked. Fetch it to edit it.';
  if (absent) return 'carton.toml is missing.';
  return problem ? problem.message : 'carton.toml is not UTF-8 text.';
}
