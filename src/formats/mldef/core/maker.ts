import { decodeUtf8, encodeUtf8 } from '../../../base/bytes.ts';
import { groupBy } from '../../../base/group-by.ts';
import type { NameProblem } from '../../../model/file/name-problem.ts';
import type { MakerAbout, MakerChoice, MakerPlan, PackageMaker } from '../../../model/maker.ts';
import type { LeftBehind, TensorSpec } from '../../../model/package.ts';
import { dataFormat } from './data-file.ts';
import { FIELDS, type SectionField } from './fields.ts';
import { MAX_MANIFEST_BYTES, MAX_SIGNATURE_BYTES } from './limits.ts';
import { kindsOfSections, LEAST_SECTIONS, type SectionKind } from './manifest.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import { NEW_SIGNATURE, signatureWith } from './signature.ts';
import { wordsOf } from './words.ts';

const SIGNED = 'signed';
const UNSIGNED = 'unsigned';

/** A model from nothing: two inputs, a dense layer of three weights, one output. */
const TEMPLATE: Readonly<Record<string, string>> = { 'layers/dense.csv': '0.5,0.25,0\n' };

/** Makes models. The document's own tool does so with `-c`, and writes SIGNATURE with `-s`. */
export const MLDEF_MAKER: PackageMaker = {
  words: wordsOf(undefined),
  adds: MANIFEST,
  kindLabel: 'Signature',
  kinds: [
    kind(UNSIGNED, 'None', 'The model has no checksums of its files. You can write them later.'),
    kind(SIGNED, 'SHA-256 of every file', `${SIGNATURE} has the SHA-256 of every file, without a key.`),
  ],
  compression: 'deflate',
  refusesErrors: true,
  isMetadata: (bytes) => bytes.length <= MAX_MANIFEST_BYTES && kindsOfSections(bytes) >= LEAST_SECTIONS,
  look,
  readme: {
    folder: '',
    pictures: () => [],
    describe: (markdown) => ({ text: firstParagraph(markdown), lost: [], htmlPictures: 0 }),
  },
  placeProblem,
  leaves,
  async texts(choice, own, paths) {
    const texts = new Map<string, string>(choice.fromNothing ? Object.entries(TEMPLATE) : []);
    if (!own(MANIFEST)) texts.set(MANIFEST, manifestText(choice, [...paths, ...texts.keys()]));
    return texts;
  },
  async last(hashes, old, _given, signal, choice) {
    const before = old(SIGNATURE);
    if (!before && choice?.kind !== SIGNED) return { files: [], notes: [] };
    const isRead = before !== undefined && before.size <= MAX_SIGNATURE_BYTES;
    const text = isRead ? decodeUtf8(await before.read(signal)) : undefined;
    const notes = before && text === undefined ? [NEW_SIGNATURE] : [];
    return { files: [{ path: SIGNATURE, bytes: encodeUtf8(signatureWith(text, hashes)) }], notes };
  },
};

function kind(id: string, label: string, about: string) {
  return { id, label, about, template: `Two inputs, a dense layer and an output. ${about}`, fields: [] };
}

function look(paths: readonly string[]): MakerPlan {
  const unpacked = paths.includes(MANIFEST);
  const isSigned = paths.includes(SIGNATURE);
  const notes = unpacked
    ? [
        `The folder is an unpacked model. Its ${MANIFEST} is taken as it is, and a model with errors is not saved.`,
        ...(isSigned ? [`${SIGNATURE} is written again, with the checksums of all files.`] : []),
      ]
    : [`${MANIFEST} is written. It declares each data file: .csv, .float32 and .float64.`];
  return {
    // SIGNATURE follows the files.
    places: paths.map((path) => (path === SIGNATURE ? undefined : path)),
    unpacked,
    kind: isSigned ? SIGNED : UNSIGNED,
    fields: {},
    notes,
  };
}

function placeProblem(place: string): NameProblem | undefined {
  const why: Readonly<Record<string, string>> = {
    [MANIFEST]: 'is written from what you choose here',
    [SIGNATURE]: 'has the checksums of all files',
  };
  const text = Object.hasOwn(why, place) ? why[place] : undefined;
  return text === undefined ? undefined : { severity: 'error', text: `${place} ${text}.` };
}

/** Characters of a description that is taken from a README. */
const MAX_DESCRIPTION = 300;

/** The first paragraph of a README that is not a heading or a picture: a manifest has no Markdown. */
function firstParagraph(markdown: string): string {
  const paragraphs = markdown.split(/\n\s*\n/).map((text) => text.replace(/\s+/g, ' ').trim());
  const first = paragraphs.find((text) => text !== '' && !/^(?:#|!|<|\||[-=]{3})/.test(text)) ?? '';
  return [...first].slice(0, MAX_DESCRIPTION).join('');
}

function leaves({ description, summary, license, repository, homepage, inputs, outputs }: MakerAbout): LeftBehind[] {
  const left = (what: string, value: string | undefined, why: string): LeftBehind[] =>
    value?.trim() ? [{ what, names: [value], why }] : [];
  const specs = [...inputs, ...outputs];
  const typed = specs.flatMap(({ name = 'unnamed', dtype }) => (dtype === undefined ? [] : [name]));
  const shaped = specs.flatMap((spec) => (countOf(spec) === undefined ? [spec.name ?? 'unnamed'] : []));
  return [
    ...left('License', license, 'A manifest names only a file with its text.'),
    ...(description ? left('Summary', summary, 'A manifest has one text, which is the description.') : []),
    ...(homepage ? left('Repository', repository, 'A manifest has one URL, which is the homepage.') : []),
    ...(typed.length > 0 ? [{ what: 'Types', names: typed, why: 'Node ranges have no type.' }] : []),
    ...(shaped.length > 0
      ? [{ what: 'Shapes', names: shaped, why: 'A node range has only a count, which is 1 where it is unknown.' }]
      : []),
  ];
}

type Section = Readonly<Record<string, string | number>>;

function manifestText({ name, about, fromNothing }: MakerChoice, paths: readonly string[]): string {
  const data = paths.filter((path) => dataFormat(path) !== undefined).sort();
  const named = groupBy(data, dataFileName);
  const license = paths.find((path) => /^licen[cs]e(?:\.[a-z]+)?$/i.test(path));
  const manifest = {
    Model: section('model', {
      name,
      description: about?.description || about?.summary || '',
      // Commas are between them.
      tags: (about?.tags ?? []).map((tag) => tag.replaceAll(',', ' ')).join(', '),
      url: about?.homepage ?? about?.repository ?? '',
      licenseFile: license ?? '',
    }),
    'Data files': data.map((path) => {
      // The path where two files have one name.
      const name = named.get(dataFileName(path))?.length === 1 ? dataFileName(path) : path;
      return section('dataFile', { name, path, ...storageOf(path) });
    }),
    'Node ranges': fromNothing ? TEMPLATE_NODES : nodesOf(about),
    Layers: fromNothing ? TEMPLATE_LAYERS : [],
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

const TEMPLATE_NODES: readonly Section[] = [
  section('nodeRange', { name: 'x', type: 'input', count: 2 }),
  section('nodeRange', { name: 'y', type: 'output', count: 1 }),
];

const TEMPLATE_LAYERS: readonly Section[] = [
  section('layer', { name: 'input', prior: '', capabilities: 'input', dataSource: '', startIndex: '', count: 2 }),
  section('layer', {
    name: 'dense',
    prior: 'input',
    capabilities: 'dense, output',
    dataSource: 'dense',
    startIndex: 0,
    count: 3,
  }),
];

/** A section with the document's names of its fields. Empty texts of a model are left out. */
function section(kindOf: SectionKind, values: Section): Section {
  const fields: Readonly<Record<string, SectionField>> = FIELDS[kindOf];
  const entries = Object.entries(values).filter(([, value]) => kindOf !== 'model' || value !== '');
  return Object.fromEntries(entries.map(([key, value]) => [fields[key]?.label ?? key, value]));
}

function storageOf(path: string): Section {
  return { storageBytes: dataFormat(path) === 'float32' ? 4 : 8, storageFormat: 'float' };
}

function dataFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}

/** The inputs and outputs of another package, as far as their counts are numbers. */
function nodesOf(about: MakerAbout | undefined): Section[] {
  const of = (type: 'input' | 'output') =>
    (about?.[`${type}s`] ?? []).map((spec) => {
      const { name = type, description = '' } = spec;
      return section('nodeRange', { name, description, type, count: countOf(spec) ?? 1 });
    });
  return [...of('input'), ...of('output')];
}

/** The number of values of an input or output. Undefined where its shape does not say it. */
function countOf({ shape }: TensorSpec): number | undefined {
  if (!Array.isArray(shape)) return undefined;
  const count = shape.reduce((product, size) => product * Number(size), 1);
  return Number.isSafeInteger(count) ? count : undefined;
}
