import { quote } from '../../../base/text.ts';
import { FIELDS, type ReadSection, readFields, SECTION_NOUNS } from './fields.ts';
import { type Manifest, SECTION_KINDS, type SectionKind, type Tell } from './manifest.ts';

/** The manifest with the document's types. */
export interface Sections {
  model: ReadSection<'model'>;
  dataFiles: readonly ReadSection<'dataFile'>[];
  nodeRanges: readonly ReadSection<'nodeRange'>[];
  layers: readonly ReadSection<'layer'>[];
}

/** Reads all sections, and reports what is missing in one or of another type. */
export function readSections({ sections, kinds }: Manifest, tell: Tell): Sections {
  for (const kind of SECTION_KINDS) {
    const isModel = kind === 'model';
    // A list of layers may be empty, one of models not.
    if (isModel ? sections.model.length > 0 : kinds.has(kind)) continue;
    tell(isModel ? 'mldef/no-model' : 'mldef/missing-section', `The manifest has no ${SECTION_NOUNS[kind]} section.`);
  }
  for (const { at } of sections.model.slice(1)) {
    tell('mldef/several-models', `The manifest has ${sections.model.length} model sections. The first is shown.`, {
      at,
    });
  }
  const read = <Kind extends SectionKind>(kind: Kind) =>
    sections[kind].map((section, index) => readFields(kind, index, section, tell));
  const [first] = sections.model;
  const model = readFields('model', 0, first ?? { fields: new Map(), at: 0 }, first ? tell : () => {});
  const all = { model, dataFiles: read('dataFile'), nodeRanges: read('nodeRange'), layers: read('layer') };
  checkModel(model, tell);
  for (const section of all.dataFiles) checkDataFile(section, tell);
  for (const section of all.nodeRanges) checkNodeRange(section, tell);
  for (const section of all.layers) checkLayer(section, tell);
  return all;
}

function checkModel({ values: { authorEmail, url }, placeOf }: Sections['model'], tell: Tell): void {
  if (authorEmail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(authorEmail)) {
    tell('mldef/bad-email', `The email of the author is ${quote(authorEmail)}.`, placeOf('authorEmail'));
  }
  if (url !== undefined && !isWebUrl(url)) {
    tell('mldef/bad-url', `The URL of the model is ${quote(url)}.`, placeOf('url'));
  }
}

/** Whether a text is an address that a browser opens as a page. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const FORMATS = FIELDS.dataFile.storageFormat.values;

function checkDataFile({ values, placeOf }: ReadSection<'dataFile'>, tell: Tell): void {
  const { storageFormat: format } = values;
  if (format === undefined) return;
  values.storageFormat = format.toLowerCase();
  if ((FORMATS as readonly string[]).includes(values.storageFormat)) return;
  const message = `The storage format ${quote(format)} is not one of ${FORMATS.join(', ')}.`;
  tell('mldef/bad-enum', message, placeOf('storageFormat'));
}

function checkNodeRange({ values, placeOf }: ReadSection<'nodeRange'>, tell: Tell): void {
  const { type, count, minimum, maximum, scale } = values;
  const known = type?.toLowerCase();
  values.type = known === 'input' || known === 'output' ? known : undefined;
  if (type !== undefined && values.type === undefined) {
    tell('mldef/bad-enum', `The type ${quote(type)} is neither input nor output.`, placeOf('type'));
  }
  if (count === 0) tell('mldef/no-nodes', 'The node range has no nodes.', placeOf('count'));
  if (minimum && maximum && minimum.value > maximum.value) {
    const message = `The minimum ${minimum.value} is above the maximum ${maximum.value}.`;
    tell('mldef/empty-range', message, placeOf('minimum'));
  }
  if (scale?.value === 0) tell('mldef/zero-scale', 'The normalization scale is 0.', placeOf('scale'));
}

/** Whether a layer is marked as input. */
export function isInput({ values: { capabilities } }: ReadSection<'layer'>): boolean {
  return capabilities.some((word) => word.toLowerCase() === 'input');
}

/** What must be empty in a layer that is marked as input. */
const EMPTY_OF_INPUT = ['prior', 'dataSource', 'startIndex'] as const;

function checkLayer(layer: ReadSection<'layer'>, tell: Tell): void {
  const { values, placeOf, at } = layer;
  const name = quote(values.name ?? '');
  if (!isInput(layer)) {
    if (values.prior === undefined) tell('mldef/no-prior', `The layer ${name} takes input from no other layer.`, at);
    layer.tellMissing('dataSource');
    layer.tellMissing('startIndex');
    return;
  }
  for (const key of EMPTY_OF_INPUT) {
    if (values[key] === undefined) continue;
    const message = `The layer ${name} is marked as input and has ${quote(FIELDS.layer[key].label)}: ${quote(String(values[key]))}.`;
    tell('mldef/input-not-empty', message, placeOf(key));
  }
}
