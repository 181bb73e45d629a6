import { quote } from '../../../base/text.ts';
import { FieldReader, type FloatField } from './field-reader.ts';
import type { Manifest, Tell } from './manifest.ts';

/** What the model section says. */
export interface ModelSection {
  name?: string | undefined;
  description?: string | undefined;
  tags: readonly string[];
  authorName?: string | undefined;
  authorEmail?: string | undefined;
  url?: string | undefined;
  licenseFile?: string | undefined;
  /** Where the field of the license is. */
  licenseAt?: number | undefined;
}

export interface DataFileSection {
  name?: string | undefined;
  path?: string | undefined;
  storageBytes?: number | undefined;
  storageFormat?: string | undefined;
  at: number;
}

export interface NodeRangeSection {
  name?: string | undefined;
  description?: string | undefined;
  type?: 'input' | 'output' | undefined;
  count?: number | undefined;
  unit?: string | undefined;
  /** Normalization, limits and error values that it has, with their names in the document. */
  floats: readonly { label: string; text: string }[];
}

export interface LayerSection {
  name?: string | undefined;
  prior?: string | undefined;
  description?: string | undefined;
  capabilities: readonly string[];
  dataSource?: string | undefined;
  start?: number | undefined;
  count?: number | undefined;
  isInput: boolean;
  at: number;
  priorAt: number;
  sourceAt: number;
}

/** The manifest with the document's types. */
export interface Sections {
  model: ModelSection;
  dataFiles: readonly DataFileSection[];
  nodeRanges: readonly NodeRangeSection[];
  layers: readonly LayerSection[];
}

const MODEL_FIELDS = ['Name', 'Description', 'Tags', 'Author name', 'Author email', 'URL', 'License file'];
const DATA_FIELDS = ['Name', 'Path', 'Storage-bytes', 'Storage-format'];
const LAYER_FIELDS = ['Name', 'Prior', 'Description', 'Capabilities', 'DataSource', 'StartIndex', 'Count'];

/** The floats of a node range, in the order of the document. */
const SCALE = 'Normalization scale';
const MAXIMUM = 'Maximum value';
const MINIMUM = 'Minimum value';
const FLOATS = [
  'Normalization pre-offset',
  SCALE,
  'Normalization post-offset',
  MAXIMUM,
  MINIMUM,
  'Missing error-value',
  'Above range error-value',
  'Below range error-value',
];
const NODE_FIELDS = ['Name', 'Description', 'Type', 'Count', 'Unit', ...FLOATS];

const FORMATS = ['int', 'uint', 'fixed', 'float'];

/** Reads all sections, and reports what is missing in one or of another type. */
export function readSections({ sections, kinds }: Manifest, tell: Tell): Sections {
  const names = { model: 'model', dataFile: 'data file', nodeRange: 'node range', layer: 'layer' } as const;
  for (const [kind, name] of Object.entries(names)) {
    const isModel = kind === 'model';
    // A list of layers may be empty, one of models not.
    if (isModel ? sections.model.length > 0 : kinds.has(kind as keyof typeof names)) continue;
    tell(isModel ? 'mldef/no-model' : 'mldef/missing-section', `The manifest has no ${name} section.`);
  }
  for (const { at } of sections.model.slice(1)) {
    tell('mldef/several-models', `The manifest has ${sections.model.length} model sections. The first is shown.`, at);
  }
  const [model] = sections.model;
  const reader =
    (kind: keyof typeof names, fields: readonly string[]) =>
    (section: (typeof sections.model)[number], index: number) =>
      new FieldReader(section, `${names[kind][0]?.toUpperCase()}${names[kind].slice(1)} ${index + 1}`, fields, tell);
  return {
    model: model ? readModel(new FieldReader(model, 'The model', MODEL_FIELDS, tell)) : { tags: [] },
    dataFiles: sections.dataFile.map(reader('dataFile', DATA_FIELDS)).map(readDataFile),
    nodeRanges: sections.nodeRange.map(reader('nodeRange', NODE_FIELDS)).map(readNodeRange),
    layers: sections.layer.map(reader('layer', LAYER_FIELDS)).map(readLayer),
  };
}

function readModel(fields: FieldReader): ModelSection {
  const name = fields.text('Name');
  fields.expect('Name', name !== undefined);
  const authorEmail = fields.text('Author email');
  if (authorEmail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(authorEmail)) {
    const message = `The email of the author is ${quote(authorEmail)}.`;
    fields.tell('mldef/bad-email', message, fields.placeOf('Author email'));
  }
  const url = fields.text('URL');
  if (url !== undefined && !isWebUrl(url)) {
    fields.tell('mldef/bad-url', `The URL of the model is ${quote(url)}.`, fields.placeOf('URL'));
  }
  return {
    name,
    description: fields.text('Description'),
    tags: fields.words('Tags'),
    authorName: fields.text('Author name'),
    authorEmail,
    url,
    licenseFile: fields.text('License file'),
    licenseAt: fields.placeOf('License file'),
  };
}

/** Whether a text is an address that a browser opens as a page. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function readDataFile(fields: FieldReader): DataFileSection {
  const name = fields.text('Name');
  const path = fields.text('Path');
  const storageBytes = fields.uint('Storage-bytes');
  const format = fields.text('Storage-format');
  fields.require('Name', name !== undefined);
  fields.require('Path', path !== undefined);
  fields.expect('Storage-bytes', storageBytes !== undefined);
  fields.expect('Storage-format', format !== undefined);
  const storageFormat = format?.toLowerCase();
  if (storageFormat !== undefined && !FORMATS.includes(storageFormat)) {
    const message = `The storage format ${quote(format ?? '')} is not one of ${FORMATS.join(', ')}.`;
    fields.tell('mldef/bad-enum', message, fields.placeOf('Storage-format'));
  }
  return { name, path, storageBytes, storageFormat, at: fields.at };
}

function readNodeRange(fields: FieldReader): NodeRangeSection {
  const name = fields.text('Name');
  const type = fields.text('Type');
  const count = fields.uint('Count');
  fields.expect('Name', name !== undefined);
  fields.require('Type', type !== undefined);
  fields.require('Count', count !== undefined);
  const known = type?.toLowerCase();
  if (type !== undefined && known !== 'input' && known !== 'output') {
    fields.tell('mldef/bad-enum', `The type ${quote(type)} is neither input nor output.`, fields.placeOf('Type'));
  }
  if (count === 0) fields.tell('mldef/no-nodes', 'The node range has no nodes.', fields.placeOf('Count'));
  const floats = new Map<string, FloatField>();
  for (const label of FLOATS) {
    const value = fields.float(label);
    if (value) floats.set(label, value);
  }
  const [low, high] = [floats.get(MINIMUM)?.value, floats.get(MAXIMUM)?.value];
  if (low !== undefined && high !== undefined && low > high) {
    fields.tell('mldef/empty-range', `The minimum ${low} is above the maximum ${high}.`, fields.placeOf(MINIMUM));
  }
  if (floats.get(SCALE)?.value === 0) {
    fields.tell('mldef/zero-scale', 'The normalization scale is 0.', fields.placeOf(SCALE));
  }
  return {
    name,
    description: fields.text('Description'),
    type: known === 'input' || known === 'output' ? known : undefined,
    count,
    unit: fields.text('Unit'),
    floats: Array.from(floats, ([label, { text }]) => ({ label, text })),
  };
}

/** What must be empty in a layer that is marked as input. */
const EMPTY_OF_INPUT = ['Prior', 'DataSource', 'StartIndex'];

function readLayer(fields: FieldReader): LayerSection {
  const name = fields.text('Name');
  const capabilities = fields.words('Capabilities');
  const isInput = capabilities.some((word) => word.toLowerCase() === 'input');
  const prior = fields.text('Prior');
  const dataSource = fields.text('DataSource');
  const start = fields.uint('StartIndex');
  const count = fields.uint('Count');
  fields.require('Name', name !== undefined);
  fields.require('Count', count !== undefined);
  if (isInput) {
    for (const [at, value] of [prior, dataSource, start].entries()) {
      if (value === undefined) continue;
      const label = EMPTY_OF_INPUT[at] as string;
      const message = `The layer ${quote(name ?? '')} is marked as input and has ${quote(label)}: ${quote(String(value))}.`;
      fields.tell('mldef/input-not-empty', message, fields.placeOf(label));
    }
  } else {
    if (prior === undefined) {
      fields.tell('mldef/no-prior', `The layer ${quote(name ?? '')} takes input from no other layer.`, fields.at);
    }
    fields.require('DataSource', dataSource !== undefined);
    fields.require('StartIndex', start !== undefined);
  }
  return {
    name,
    prior,
    description: fields.text('Description'),
    capabilities,
    dataSource,
    start,
    count,
    isInput,
    at: fields.at,
    priorAt: fields.placeOf('Prior'),
    sourceAt: fields.placeOf('DataSource'),
  };
}
