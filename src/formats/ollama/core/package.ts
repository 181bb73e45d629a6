import type { Container } from '../../../archive/container.ts';
import { formatBytes, formatCount } from '../../../base/amounts.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { groupBy } from '../../../base/group-by.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact, Package, PackageFile, Panel, PanelRow, TensorInfo } from '../../../model/package.ts';
import { archiveFiles } from '../../archive-files.ts';
import { UNKNOWN_PARTS } from '../../files-package.ts';
import { reportBlobs, reportConfig, reportSpare } from './blobs.ts';
import { type ModelConfig, readConfig } from './config.ts';
import { conversionOf } from './conversion.ts';
import { blobName } from './digest.ts';
import type { Layer } from './layer.ts';
import { MAX_SHOWN_LAYERS } from './limits.ts';
import { WEIGHT_KINDS } from './media-type.ts';
import type { Model } from './model.ts';
import type { FileCount, OllamaOwn, ShownLayer, ShownModel } from './own.ts';
import { type Blob, hasBlobs, type Store } from './store.ts';
import type { Texts } from './texts.ts';
import type { Weights } from './weights.ts';
import { runsOf, VERDICTS, wordsOf } from './words.ts';

/** Everything that opening has read. */
export interface ReadStore {
  container: Container;
  store: Store;
  models: readonly Model[];
  texts: Texts;
  tensors: readonly TensorInfo[];
  /** What the weights of a single model say of themselves, if they were looked into. */
  weights?: Weights['about'] | undefined;
  report: Report;
}

/** Digits of the ID that `ollama list` shows. */
const ID_DIGITS = 12;

/** Rows of the panel. */
const MAX_ROWS = 100;

/** Paths of unnamed and unfinished blobs that the page lists. */
const MAX_PATHS = 100;

/** The package that the page shows of a store, or of a model. */
export function packageOf(read: ReadStore): Package {
  const { container, store, models, texts, tensors, weights, report } = read;
  const users = usersOf(models);
  const configs = models.map((model) => configOf(model, texts));
  const [only] = models;
  const single = models.length === 1 ? only : undefined;
  const kind = single ? (hasBlobs(store) ? 'model' : 'manifest') : 'store';
  const unnamed = unnamedBlobs(read, users);
  const own = ownOf(read, kind, unnamed, users, configs);
  for (const [at, model] of models.entries()) {
    reportBlobs(model, store, texts, report);
    reportConfig(model, configs[at] as ModelConfig, store, texts, report);
  }
  reportSpare(own, store, unnamed, report);
  const findings = mergeFindings(store.archive?.findings ?? [], store.archive?.contentFindings ?? [], report.findings);
  const remoteHosts = [...new Set(configs.flatMap(({ remoteHost }) => remoteHost ?? []))];
  const hasTemplate = models.some(({ layers }) => layers.some(({ type }) => type.kind === 'template'));
  const canVerify = hasBlobs(store);
  const facts = single ? modelFacts(single, configs[0] as ModelConfig, own) : storeFacts(own);
  return {
    ...UNKNOWN_PARTS,
    format: 'ollama',
    formatName: kind === 'store' ? 'A folder of Ollama models' : 'An Ollama model',
    words: wordsOf(kind === 'store'),
    // Of several models, one that does not load keeps no other from it.
    verdicts: kind === 'store' ? { ...VERDICTS, refused: [] } : VERDICTS,
    name: container.name,
    size: container.size,
    directory: store.archive?.words.directory,
    title: single?.title,
    identity: single && { label: 'Manifest', sha256: single.fileSha256 },
    facts,
    ...(single ? (weights ?? atAGlance(facts)) : {}),
    conversion: single
      ? conversionOf(single, texts, configs[0] as ModelConfig, weights?.conversion)
      : {
          left: [{ what: 'Models', names: models.map(({ title }) => title), why: 'A new package is about one model.' }],
        },
    panels: [...(weights?.panels ?? []), panelOf(models, kind === 'store')],
    tensors: [...tensors],
    files: filesOf(read, users),
    findings,
    can: { verify: canVerify, edit: false, save: false },
    noTensors: canVerify
      ? 'The tensors are in the blobs of the model. Open one to see them.'
      : 'The tensors are in the blobs of the model, which are not here.',
    cannot: canVerify ? undefined : { verify: 'The blobs of the model are not here' },
    runs: runsOf(remoteHosts, hasTemplate, configs.filter(({ isRead }) => !isRead).length),
    own,
  };
}

type ReadBlobs = Pick<ReadStore, 'store' | 'texts'>;

/** Which models name a blob, by its SHA-256. */
type Users = ReadonlyMap<string, readonly unknown[]>;

function usersOf(models: readonly Model[]): Users {
  return groupBy(models.flatMap(blobsOf), (sha256) => sha256);
}

/** Blobs that no model names. None is known where a manifest was not read, or does not say what it names. */
function unnamedBlobs({ store, models }: ReadStore, users: Users): Blob[] {
  const isKnown =
    models.length === store.manifests.length &&
    models.every(({ layers }) => layers.length > 0 && layers.every(({ sha256 }) => sha256 !== undefined));
  return isKnown ? [...store.blobs.values()].filter(({ sha256 }) => !users.has(sha256)) : [];
}

/** The SHA-256 of the blobs that a model names, each once. */
function blobsOf({ layers }: Model): string[] {
  return [...new Set(layers.flatMap(({ sha256 }) => sha256 ?? []))];
}

function configOf({ manifest: { config, layers } }: Model, { texts }: Texts): ModelConfig {
  const layer = config ?? layers.find(({ type }) => type.kind === 'config');
  // Without a configuration, Ollama knows no other host to run the model on.
  if (!layer) return { facts: [], isRead: true };
  const text = texts.get(layer.sha256 ?? '');
  return text === undefined ? { facts: [], isRead: false } : readConfig(text);
}

function ownOf(
  { store, models, texts }: ReadStore,
  kind: OllamaOwn['kind'],
  unnamed: readonly Blob[],
  users: Users,
  configs: ModelConfig[],
): OllamaOwn {
  const blobs = [...store.blobs.values()];
  return {
    kind,
    models: models.map((model, at) => shownModel(model, { store, texts }, users, (configs[at] as ModelConfig).facts)),
    unnamed: countOf(unnamed),
    unfinished: countOf(store.partials),
    blobs: countOf(blobs),
    texts: Array.from(texts.texts, ([sha256, text]) => ({ sha256, text })),
  };
}

function countOf(blobs: readonly Blob[]): FileCount {
  const bytes = blobs.reduce((sum, { size }) => sum + size, 0);
  return { count: blobs.length, bytes, paths: blobs.slice(0, MAX_PATHS).map(({ path }) => path) };
}

function shownModel(model: Model, read: ReadBlobs, users: Users, facts: ShownModel['facts']): ShownModel {
  const { store } = read;
  const { layers, title, file, listedSha256 } = model;
  const sizes = { alone: 0, shared: 0 };
  let missing = 0;
  for (const sha256 of blobsOf(model)) {
    const blob = store.blobs.get(sha256);
    if (!blob) missing++;
    else sizes[(users.get(sha256)?.length ?? 1) > 1 ? 'shared' : 'alone'] += blob.size;
  }
  return {
    title,
    full: file.name?.full,
    path: file.path,
    id: listedSha256.slice(0, ID_DIGITS),
    listedBytes: String(listedBytes(layers)),
    aloneBytes: sizes.alone,
    sharedBytes: sizes.shared,
    missing,
    facts,
    layers: layers.slice(0, MAX_SHOWN_LAYERS).map((layer) => shownLayer(layer, read, users)),
    moreLayers: Math.max(0, layers.length - MAX_SHOWN_LAYERS),
  };
}

function shownLayer({ type, ...layer }: Layer, { store, texts }: ReadBlobs, users: Users): ShownLayer {
  const { sha256 = '' } = layer;
  const blob = store.blobs.get(sha256);
  const isBegun = store.begun.has(sha256);
  const state = blob ? 'here' : !hasBlobs(store) ? 'elsewhere' : isBegun ? 'unfinished' : 'missing';
  return {
    ...layer,
    label: type.label,
    kind: type.kind,
    note: texts.pointers.has(sha256) ? 'Git LFS pointer' : type.note,
    mediaType: type.text,
    isIgnored: type.isInexact || undefined,
    path: blob?.path,
    state,
    sharedWith: Math.max(0, (users.get(sha256)?.length ?? 1) - 1),
  };
}

function modelFacts({ file, listedSha256, layers }: Model, { facts }: ModelConfig, own: OllamaOwn): Fact[] {
  return [
    ...(file.name ? [{ label: 'Name', value: file.name.full }] : []),
    { label: 'ID', value: listedSha256.slice(0, ID_DIGITS), note: 'as ollama list shows it' },
    ...facts,
    { label: 'Size', value: formatBytes(listedBytes(layers)) },
    ...spareFacts(own),
  ];
}

/** Facts that one asks for first. They are what its configuration says, and not counted. */
const FIRST_FACTS = ['Parameters', 'Quantization', 'Family', 'Size'];

function atAGlance(facts: readonly Fact[]): Pick<Package, 'inShort' | 'figures' | 'model'> {
  const textOf = (label: string) => facts.find((fact) => fact.label === label)?.value;
  const figures = FIRST_FACTS.flatMap((label) => {
    const value = textOf(label);
    return value === undefined ? [] : [{ label, value }];
  });
  const [parameters, type] = [textOf('Parameters'), textOf('Quantization')];
  const inType = type === undefined ? '' : ` in ${type}`;
  return {
    figures,
    model: { architecture: textOf('Family'), type },
    inShort:
      parameters === undefined ? undefined : `A model with ${parameters} parameters${inType}, by its configuration`,
  };
}

/** The models of a store, or the layers of a model, with the sizes that their manifests state. */
function panelOf(models: readonly Model[], isStore: boolean): Panel {
  const rows = isStore ? models.map(modelRow) : (models[0]?.layers ?? []).map(layerRow);
  const more = rows.length > MAX_ROWS ? rows.length - MAX_ROWS : undefined;
  return { title: isStore ? 'Models' : 'Layers', rows: rows.slice(0, MAX_ROWS), more };
}

function modelRow({ title, listedSha256, layers }: Model): PanelRow {
  return { label: title, stored: true, value: listedSha256.slice(0, ID_DIGITS), bytes: listedBytes(layers) };
}

function layerRow({ type, name, sha256, size }: Layer): PanelRow {
  return {
    label: name ? `${type.label} ${quote(name)}` : type.label,
    value: sha256 === undefined ? 'no digest' : blobName(sha256),
    bytes: size,
  };
}

/** The sizes that layers state, together, as `ollama list` shows it. */
function listedBytes(layers: readonly Layer[]): bigint {
  return layers.reduce((sum, { size = 0n }) => sum + size, 0n);
}

function storeFacts(own: OllamaOwn): Fact[] {
  return [{ label: 'Blobs', value: formatCount(own.blobs.count) }, ...spareFacts(own)];
}

function spareFacts({ unnamed, unfinished }: OllamaOwn): Fact[] {
  const fact = (label: string, { count, bytes }: FileCount): Fact[] =>
    count === 0 ? [] : [{ label, value: `${formatCount(count)} (${formatBytes(bytes)})` }];
  return [...fact('Unused blobs', unnamed), ...fact('Unfinished', unfinished)];
}

/** The files of the folder, and blobs that are missing. A blob is listed with the SHA-256 of its name. */
function filesOf({ container, store, models, texts }: ReadStore, users: Users): PackageFile[] {
  const { archive, blobs, copies, blobFolder } = store;
  const manifests = new Set(models.map(({ file }) => file.path));
  if (!archive) {
    return [{ path: container.name, size: container.size, role: 'metadata', hash: 'none', kind: 'file' }];
  }
  const byPath = new Map([...blobs.values(), ...copies].map((blob) => [blob.path, blob]));
  const weights = new Set(
    models.flatMap(({ layers }) =>
      layers.flatMap(({ type, sha256 }) => (WEIGHT_KINDS.has(type.kind) ? (sha256 ?? []) : [])),
    ),
  );
  const files = archiveFiles(archive).map((file): PackageFile => {
    const blob = file.unsafe || file.shadowed ? undefined : byPath.get(file.path);
    if (!blob) return manifests.has(file.path) ? { ...file, role: 'metadata' } : file;
    const { sha256 } = blob;
    const hashed: PackageFile = { ...file, sha256, hash: 'unverified' };
    return weights.has(sha256)
      ? { ...hashed, role: 'model', isPackage: texts.pointers.has(sha256) ? undefined : true }
      : hashed;
  });
  if (!hasBlobs(store)) return files;
  const missing = [...users.keys()].filter((sha256) => !blobs.has(sha256));
  return [
    ...files,
    ...missing.map((sha256): PackageFile => {
      const path = `${blobFolder}${blobName(sha256)}`;
      return { path, sha256, role: weights.has(sha256) ? 'model' : 'other', hash: 'missing', kind: 'file' };
    }),
  ];
}
