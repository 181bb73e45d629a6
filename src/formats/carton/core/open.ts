import type { Archive } from '../../../archive/archive.ts';
import { overlayArchive } from '../../../archive/overlay.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { decodeUtf8, encodeUtf8 } from '../../../base/bytes.ts';
import { TooLargeError } from '../../../base/errors.ts';
import { type Finding, finding, mergeFindings } from '../../../base/findings.ts';
import type { Edit } from '../../../model/edit.ts';
import type { Binding, Fact, Package, TensorSpec } from '../../../model/package.ts';
import { TomlText } from '../../../toml/toml-text.ts';
import type { OpenPackage } from '../../format.ts';
import { CARTON_TOML, type CartonToml, MISC_PREFIX, TENSOR_PREFIX } from './carton-fields.ts';
import { EDITABLE_CARTON_TOML, type ParsedCartonToml, parseCartonToml } from './carton-toml.ts';
import { checkCarton } from './check.ts';
import { CartonFiles } from './files.ts';
import type { FixId } from './fix.ts';
import { checkLicense } from './license.ts';
import { MAX_CARTON_TOML_BYTES, MAX_INDEX_BYTES, MAX_LINKS_BYTES, MAX_MANIFEST_BYTES } from './limits.ts';
import { parseLinks } from './links.ts';
import { LINKS, MANIFEST, parseManifest } from './manifest.ts';
import { MISC_ADDRESS } from './misc-address.ts';
import { type PlanInput, planCarton, planProblem } from './plan.ts';
import { NOOP_RUNNER } from './python-runner.ts';
import { hashFiles, resealProblem } from './reseal.ts';
import { openingRuns, readRuns } from './runs.ts';
import { digestedFiles, readSmall, type SmallFile } from './small-file.ts';
import { describeTargetTriple, parseTargetTriple } from './target-triple.ts';
import { checkNesting, parseTensorIndex, TENSOR_INDEX } from './tensor-index.ts';
import { CartonTensors } from './tensors.ts';
import { CARTON_VERDICTS } from './verdicts.ts';
import { judgeHash, verifyCarton } from './verify.ts';
import { describeVersionReq, parseVersionReq } from './version-req.ts';
import { CARTON_WORDS } from './words.ts';

/**
 * Opens a carton from its directory and four small files, and reads nothing else. What is wrong with them becomes
 * findings, and everything that can be shown is shown. Rejects only when canceled.
 */
export async function openCarton(archive: Archive, signal?: AbortSignal): Promise<OpenPackage> {
  const [tomlFile, manifestFile, linksFile, indexFile] = await Promise.all([
    readSmall(archive, CARTON_TOML, MAX_CARTON_TOML_BYTES, signal),
    readSmall(archive, MANIFEST, MAX_MANIFEST_BYTES, signal),
    readSmall(archive, LINKS, MAX_LINKS_BYTES, signal),
    readSmall(archive, TENSOR_INDEX, MAX_INDEX_BYTES, signal),
  ]);
  throwIfAborted(signal);
  const parsed = tomlFile.bytes && parseCartonToml(tomlFile.bytes);
  const manifest = manifestFile.bytes && (await parseManifest(manifestFile.bytes, signal));
  const links = linksFile.bytes && parseLinks(linksFile.bytes);
  const index = indexFile.bytes && parseTensorIndex(indexFile.bytes);
  // The model hash: SHA-256 of MANIFEST's bytes as stored (format document, "MANIFEST").
  const identity = manifestFile.sha256;

  const files = await CartonFiles.of(archive, manifest?.entries, links?.urls, signal);
  const tensors = new CartonTensors(archive, files, index);
  const missing: Finding[] = [];
  if (tomlFile.absent)
    missing.push(
      files.isLinked(CARTON_TOML)
        ? finding('carton/toml-linked', 'carton.toml is not in the package, only linked.', { path: CARTON_TOML })
        : finding('carton/toml-missing', 'There is no carton.toml.', { path: CARTON_TOML }),
    );
  if (manifestFile.absent)
    missing.push(
      finding('carton/manifest-missing', 'There is no MANIFEST.', { path: MANIFEST, fix: 'reseal' satisfies FixId }),
    );
  if (indexFile.absent)
    missing.push(
      files.isLinked(TENSOR_INDEX)
        ? finding('tensor/index-linked', `${TENSOR_INDEX} is not in the package, only linked.`, {
            path: TENSOR_INDEX,
          })
        : finding('tensor/index-missing', `There is no ${TENSOR_INDEX}.`, {
            path: TENSOR_INDEX,
            fix: 'renew' satisfies FixId,
          }),
    );
  const text = tomlFile.bytes && decodeUtf8(tomlFile.bytes);
  const cannot: NonNullable<Package['cannot']> = {};
  if (text === undefined) cannot.edit = whyNoEdit(tomlFile, files.isLinked(CARTON_TOML));
  const cannotSave = planProblem(archive, manifest);
  if (cannotSave !== undefined) cannot.save = cannotSave;
  const license = parsed?.toml ? await checkLicense(parsed.toml, parsed.places) : [];
  throwIfAborted(signal);
  const canReseal = resealProblem(archive) === undefined;
  const planInput: PlanInput = {
    archive,
    manifest,
    links: links?.urls,
    isLinked: (path) => files.isLinked(path),
  };
  const findings = mergeFindings(
    missing,
    [tomlFile, manifestFile, linksFile, indexFile].flatMap((file) => file.problem ?? []),
    parsed?.findings ?? [],
    manifest?.findings ?? [],
    links?.findings ?? [],
    index ? [...index.findings, ...checkNesting(index)] : [],
    parsed?.toml
      ? checkCarton({
          toml: parsed.toml,
          places: parsed.places,
          ...(index?.readable ? { tensors: index.tensors } : {}),
          lists: (path) => files.lists(path),
          paths: files.paths(),
        })
      : [],
    license,
    tensors.findings,
    files.hasModel ? [] : [noModel(parsed?.toml)],
    files.findings,
    archive.contentFindings,
  );
  const pkg: Package = {
    ...describedBy(archive, parsed?.toml, identity, cannot, canReseal),
    findings,
    tensors: tensors.list,
    files: files.list,
    ...(files.spareLinks.length > 0 ? { spareLinks: files.spareLinks } : {}),
  };
  return {
    package: { ...pkg, runs: openingRuns(pkg) },
    whatRuns: (runsSignal) => readRuns(pkg, archive, runsSignal),
    source: (path) => archive.open(path),
    tensor: (name, tensorSignal) => tensors.open(name, tensorSignal),
    withFiles: (added, addSignal) => openCarton(overlayArchive(archive, added), addSignal),
    digested: digestedFiles([tomlFile, indexFile]),
    judgeHash: (path, hash) => judgeHash({ archive, listed: manifest?.entries }, path, hash),
    verify: (options) => verifyCarton({ archive, listed: manifest?.entries, tensors: tensors.list }, options),
    ...(text === undefined ? {} : { edit: editing(text) }),
    ...(canReseal ? { hash: (options) => hashFiles(archive, options) } : {}),
    ...(canReseal || cannotSave === undefined
      ? { plan: (draft, planSignal, hashes) => planCarton(planInput, draft, planSignal, hashes) }
      : {}),
  };
}

/** What it means that there is no file below `model/`, which depends on the runner. */
function noModel(toml: CartonToml | undefined): Finding {
  const isNeeded = toml?.runner.runner_name !== NOOP_RUNNER;
  return finding(isNeeded ? 'carton/model-missing' : 'carton/model-not-needed', 'There is no file in model/.');
}

/** Why carton.toml cannot be edited, where its text cannot be had. */
function whyNoEdit({ absent, problem }: SmallFile, isLinked: boolean): string {
  if (isLinked && absent) return 'carton.toml is only linked. Fetch it to edit it.';
  if (absent) return 'There is no carton.toml to edit.';
  return problem ? problem.message : 'carton.toml is not UTF-8 text.';
}

/** Makes `OpenPackage.edit`. It keeps what it parsed last, because the next edit is mostly of the same text. */
function editing(own: string): NonNullable<OpenPackage['edit']> {
  let last: TomlText<ParsedCartonToml> | undefined;
  return async ({ texts, edits: given = [] }, signal) => {
    throwIfAborted(signal);
    const text = texts?.get(CARTON_TOML) ?? own;
    // The form made them, and it makes edits of no other kind.
    const edits = given as readonly Edit[];
    checkLength(text);
    const before = last?.text === text ? last : new TomlText(text, EDITABLE_CARTON_TOML);
    const toml = edits.length > 0 ? before.edited(edits) : before;
    checkLength(toml.text);
    last = toml;
    throwIfAborted(signal);
    const values = toml.values();
    return { texts: new Map([[CARTON_TOML, toml.text]]), ...(values ? { values } : {}) };
  };
}

function checkLength(text: string): void {
  // Each UTF-16 unit takes up to three bytes.
  if (text.length * 3 <= MAX_CARTON_TOML_BYTES) return;
  const actual = encodeUtf8(text).length;
  if (actual <= MAX_CARTON_TOML_BYTES) return;
  const message = `${CARTON_TOML} would have ${actual} bytes. Boxcutter reads up to ${MAX_CARTON_TOML_BYTES}.`;
  throw new TooLargeError('carton/file-too-large', message, {
    path: CARTON_TOML,
    limit: MAX_CARTON_TOML_BYTES,
    actual,
  });
}

/** What follows from carton.toml. */
function describedBy(
  archive: Archive,
  toml: CartonToml | undefined,
  modelHash: string | undefined,
  cannot: NonNullable<Package['cannot']>,
  canReseal: boolean,
): Omit<Package, 'findings' | 'files' | 'tensors'> {
  const optional = {
    formatVersion: toml?.spec_version?.toString(),
    title: toml?.model_name,
    summary: toml?.short_description,
    description: toml?.model_description,
    license: toml?.license,
    repository: toml?.repository,
    homepage: toml?.homepage,
    identity: modelHash === undefined ? undefined : { label: 'Model hash', sha256: modelHash },
    runtime: runtimeOf(toml),
    own: toml,
  };
  return {
    format: 'carton',
    formatName: 'Carton',
    ...(toml ? {} : { unread: true as const }),
    words: CARTON_WORDS,
    verdicts: CARTON_VERDICTS,
    fileAddress: MISC_ADDRESS,
    name: archive.name,
    size: archive.size,
    directory: archive.words.directory,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<Package>),
    facts: toml ? factsOf(toml) : [],
    inputs: specs(toml?.input),
    outputs: specs(toml?.output),
    examples: (toml?.example ?? []).map(({ name, description, inputs, sample_out }) => ({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      inputs: bindings(inputs),
      outputs: bindings(sample_out),
    })),
    selfTests: (toml?.self_test ?? []).map(({ name, description, inputs, expected_out }) => ({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      inputs: bindings(inputs),
      ...(expected_out === undefined ? {} : { expected: bindings(expected_out) }),
    })),
    can: { verify: true, edit: cannot.edit === undefined, save: cannot.save === undefined, reseal: canReseal },
    ...(Object.keys(cannot).length > 0 ? { cannot } : {}),
  };
}

function runtimeOf(toml: CartonToml | undefined): string | undefined {
  const { runner_name: name, required_framework_version: version } = toml?.runner ?? {};
  return name ? `${name} ${version ?? ''}`.trim() : undefined;
}

function specs(from: CartonToml['input']): TensorSpec[] {
  return (from ?? []).map(({ internal_name, ...spec }) => ({
    ...spec,
    ...(internal_name === undefined ? {} : { internalName: internal_name }),
  }));
}

function bindings(references: Record<string, string> | undefined): Binding[] {
  return Object.entries(references ?? {}).flatMap(([name, reference]): Binding[] => {
    if (reference.startsWith(TENSOR_PREFIX))
      return [{ name, value: { kind: 'tensor', tensor: reference.slice(TENSOR_PREFIX.length) } }];
    if (reference.startsWith(MISC_PREFIX)) return [{ name, value: { kind: 'file', path: reference.slice(1) } }];
    return [];
  });
}

function factsOf(toml: CartonToml): Fact[] {
  const { runner, required_platforms: platforms = [] } = toml;
  const requirement = parseVersionReq(runner.required_framework_version ?? '');
  const items = [...new Set(platforms)].map((value) => {
    const parsed = parseTargetTriple(value);
    return parsed.ok ? { value, note: describeTargetTriple(parsed.triple) } : { value };
  });
  const facts: (Fact | undefined)[] = [
    fact(
      'Runner',
      [runner.runner_name, runner.required_framework_version].filter(Boolean).join(' '),
      requirement.ok ? { note: describeVersionReq(requirement.req) } : {},
    ),
    fact('Runner compat version', runner.runner_compat_version?.toString()),
    fact('Required platforms', platforms.join(', '), items.length > 0 ? { items } : {}),
    fact('License', toml.license),
    fact('Repository', toml.repository, addressOf(toml.repository)),
    fact('Homepage', toml.homepage, addressOf(toml.homepage)),
    fact('Format version', toml.spec_version?.toString()),
  ];
  return facts.filter((item) => item !== undefined);
}

function fact(label: string, value: string | undefined, more: Omit<Fact, 'label' | 'value'> = {}): Fact | undefined {
  return value === undefined || value === '' ? undefined : { label, value, ...more };
}

/** Only web addresses become links: the text is a stranger's. */
function addressOf(value: string | undefined): { href?: string } {
  const url = value !== undefined && URL.canParse(value) ? new URL(value) : undefined;
  return url && /^https?:$/.test(url.protocol) ? { href: url.href } : {};
}
