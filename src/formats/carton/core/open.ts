import type { Archive } from '../../../archive/archive.ts';
import { overlayArchive } from '../../../archive/overlay.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { asBoxcutterError } from '../../../base/errors.ts';
import { type Finding, finding, mergeFindings } from '../../../base/findings.ts';
import { MAX_CARTON_TOML_BYTES, MAX_INDEX_BYTES, MAX_LINKS_BYTES, MAX_MANIFEST_BYTES } from '../../../base/limits.ts';
import { sha256 } from '../../../codec/sha256.ts';
import type { CartonToml } from '../../../model/carton-toml.ts';
import type { Binding, Fact, Package, TensorSpec } from '../../../model/package.ts';
import type { OpenPackage } from '../../format.ts';
import { CARTON_TOML, MISC_PREFIX, parseCartonToml, TENSOR_PREFIX } from './carton-toml.ts';
import { checkCarton } from './check.ts';
import { CartonFiles } from './files.ts';
import { parseLinks } from './links.ts';
import { LINKS, MANIFEST, parseManifest } from './manifest.ts';
import { repackCarton, repackProblem } from './repack.ts';
import { describeTargetTriple, parseTargetTriple } from './target-triple.ts';
import { checkNesting, parseTensorIndex, TENSOR_INDEX } from './tensor-index.ts';
import { CartonTensors } from './tensors.ts';
import { verifyCarton } from './verify.ts';
import { describeVersionReq, parseVersionReq } from './version-req.ts';

/**
 * Opens a carton from its directory and four small files; nothing else of it is read. What is wrong with them becomes findings, and
 * whatever can be shown is. Rejects only when it is cancelled.
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
  const identity = manifestFile.bytes && (await sha256(manifestFile.bytes));

  const files = await CartonFiles.of(archive, manifest?.entries, links?.urls, signal);
  const tensors = new CartonTensors(archive, files, index);
  const toml = parsed?.toml;
  const missing: Finding[] = [];
  if (tomlFile.absent)
    missing.push(
      files.isLinked(CARTON_TOML)
        ? finding('carton/toml-linked', 'carton.toml is not in the package, only a link to it.', { path: CARTON_TOML })
        : finding('carton/toml-missing', 'There is no carton.toml.', { path: CARTON_TOML }),
    );
  if (manifestFile.absent)
    missing.push(finding('carton/manifest-missing', 'There is no MANIFEST.', { path: MANIFEST }));
  if (indexFile.absent)
    missing.push(
      files.isLinked(TENSOR_INDEX)
        ? finding('tensor/index-linked', `${TENSOR_INDEX} is not in the package, only a link to it.`, {
            path: TENSOR_INDEX,
          })
        : finding('tensor/index-missing', `There is no ${TENSOR_INDEX}.`, { path: TENSOR_INDEX }),
    );
  const findings = mergeFindings(
    missing,
    [tomlFile, manifestFile, linksFile, indexFile].flatMap((file) => file.problem ?? []),
    parsed?.findings ?? [],
    manifest?.findings ?? [],
    links?.findings ?? [],
    index ? [...index.findings, ...checkNesting(index)] : [],
    toml && parsed
      ? checkCarton({
          toml,
          places: parsed.places,
          ...(index?.readable ? { tensors: index.tensors } : {}),
          lists: (path) => files.lists(path),
          paths: files.paths(),
        })
      : [],
    tensors.findings,
    files.findings,
    archive.contentFindings,
  );
  const cannotRepack = repackProblem(archive, manifest);
  const opened = packageOf(archive, toml, findings, files, tensors, identity);
  if (cannotRepack === undefined) opened.can.repack = true;
  else opened.cannot = { ...opened.cannot, repack: cannotRepack };
  return {
    package: opened,
    source: (path) => archive.open(path),
    tensor: (name, tensorSignal) => tensors.open(name, tensorSignal),
    withFiles: (added, addSignal) => openCarton(overlayArchive(archive, added), addSignal),
    verify: (options) => verifyCarton({ archive, listed: manifest?.entries, tensors: tensors.list }, options),
    ...(manifest && cannotRepack === undefined
      ? {
          repack: (draft, repackSignal) =>
            repackCarton({ archive, manifest, isLinked: (path) => files.isLinked(path) }, draft, repackSignal),
        }
      : {}),
  };
}

interface SmallFile {
  bytes?: Uint8Array;
  absent?: true;
  problem?: Finding;
}

/** A small file's bytes, or why there are none. Rejects only when cancelled. */
async function readSmall(archive: Archive, path: string, limit: number, signal?: AbortSignal): Promise<SmallFile> {
  throwIfAborted(signal);
  const source = archive.open(path);
  if (!source) return { absent: true };
  if (source.size > limit)
    return {
      problem: finding('carton/file-too-large', `${path} has ${source.size} bytes; Boxcutter reads up to ${limit}.`, {
        path,
      }),
    };
  try {
    return { bytes: await source.read(0, source.size, signal) };
  } catch (error) {
    const known = asBoxcutterError(error);
    if (known.tag === 'cancelled' || known.tag === 'internal') throw known;
    return { problem: finding(known.code, known.message, { path }) };
  }
}

function packageOf(
  archive: Archive,
  toml: CartonToml | undefined,
  findings: Finding[],
  files: CartonFiles,
  tensors: CartonTensors,
  modelHash: string | undefined,
): Package {
  const optional = {
    formatVersion: toml?.spec_version?.toString(),
    title: toml?.model_name,
    summary: toml?.short_description,
    description: toml?.model_description,
    license: toml?.license,
    repository: toml?.repository,
    homepage: toml?.homepage,
    identity: modelHash === undefined ? undefined : { label: 'Model hash', sha256: modelHash },
    carton: toml,
  };
  return {
    format: 'carton',
    formatName: 'Carton',
    name: archive.name,
    size: archive.size,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<Package>),
    facts: toml ? factsOf(toml) : [],
    inputs: specs(toml?.input),
    outputs: specs(toml?.output),
    tensors: tensors.list,
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
    files: files.list,
    ...(files.spareLinks.length > 0 ? { spareLinks: files.spareLinks } : {}),
    findings,
    can: { verify: true, edit: false, repack: false },
  };
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
