import * as v from 'valibot';
import type { Finding, FindingCode } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { type FieldPath, isTable } from '../../../model/field.ts';
import type { ShapeSpec } from '../../../tensor/shape.ts';
import {
  MAX_INTEGER,
  parseToml,
  plainValue,
  type TomlDocument,
  type TomlFile,
  type TomlPlaces,
  type TomlTable,
} from '../../../toml/parser.ts';
import type { EditableToml } from '../../../toml/toml-text.ts';
import {
  CARTON_TOML,
  type CartonExample,
  type CartonRunner,
  type CartonSelfTest,
  type CartonSpec,
  type CartonToml,
  MISC_PREFIX,
  type RunnerOption,
  TENSOR_PREFIX,
} from './carton-fields.ts';
import { CARTON_DTYPES } from './dtypes.ts';
import type { FixId } from './fix.ts';
import { issueFinding, issuePath } from './issue.ts';
import { CARTON_TOML_ORDER } from './key-order.ts';
import { MAX_CARTON_TOML_VALUES, MAX_PLATFORMS } from './limits.ts';
import { parseTargetTriple, targetTripleFix } from './target-triple.ts';
import { parseVersionReq, versionReqFix } from './version-req.ts';

/** The path of carton.toml, and the codes of findings about the file as a whole. */
const CARTON_TOML_FILE: TomlFile = {
  path: CARTON_TOML,
  syntax: 'toml/syntax',
  tooLarge: 'carton/file-too-large',
  maxValues: MAX_CARTON_TOML_VALUES,
};

/** The only version of the format so far. */
const SPEC_VERSION = 1n;

/**
 * The format document: "should be less than or equal to 100 characters". The reference's packer counts Unicode scalar
 * values.
 */
export const MAX_SHORT_DESCRIPTION = 100;

/**
 * Unknown fields that are listed in the text's order. More are in the order of their tables: finding the places of
 * 80,000 takes a second. Real files have a few.
 */
const MAX_SORTED = 1000;

const text = v.string('a string');

/** The reference reader parses it as u64. */
const unsigned = v.pipe(v.bigint('a whole number'), v.minValue(0n, 'a whole number of 0 or more'));

/** A TOML table. valibot's own `object` would also take a list or a date. */
function table<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(v.custom<TomlTable>(isTable, 'a table'), v.object(entries));
}

function list<const S extends v.GenericSchema>(item: S) {
  return v.array(item, 'a list');
}

/**
 * A table whose keys are names that the author chose. valibot's `record` leaves out keys such as `constructor`. Here
 * they are valid names, and harmless: the table has no prototype.
 */
function names<T>(is: (value: unknown) => value is T, expected: string) {
  return v.pipe(
    v.custom<Record<string, T>>(isTable, 'a table'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [key, value] of Object.entries(dataset.value)) {
        if (!is(value))
          addIssue({
            message: expected,
            input: value,
            path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }],
          });
      }
    }),
  );
}

function startsWith(...prefixes: string[]) {
  return (value: unknown): value is string =>
    typeof value === 'string' && prefixes.some((prefix) => value.startsWith(prefix));
}

function isRunnerOption(value: unknown): value is RunnerOption {
  return ['string', 'bigint', 'number', 'boolean'].includes(typeof value);
}

function isShape(value: unknown): value is ShapeSpec {
  if (typeof value === 'string') return true;
  return (
    Array.isArray(value) &&
    value.length <= MAX_RANK &&
    value.every((size) => typeof size === 'string' || (typeof size === 'bigint' && size >= 0n && size <= MAX_INTEGER))
  );
}

const specEntries = {
  name: text,
  dtype: v.picklist(CARTON_DTYPES, 'a dtype of the format'),
  shape: v.custom<ShapeSpec>(
    isShape,
    `a symbol, or a list of at most ${MAX_RANK} symbols and whole numbers (0 or more, 64 bits)`,
  ),
  description: v.optional(text),
  internal_name: v.optional(text),
};

const tensorReferences = names(startsWith(TENSOR_PREFIX), `a reference that begins with ${TENSOR_PREFIX}`);
const anyReferences = names(
  startsWith(TENSOR_PREFIX, MISC_PREFIX),
  `a reference that begins with ${TENSOR_PREFIX} or ${MISC_PREFIX}`,
);

const selfTestEntries = {
  name: v.optional(text),
  description: v.optional(text),
  inputs: tensorReferences,
  expected_out: v.optional(tensorReferences),
};

const exampleEntries = {
  name: v.optional(text),
  description: v.optional(text),
  inputs: anyReferences,
  sample_out: anyReferences,
};

const runnerEntries = {
  runner_name: text,
  required_framework_version: text,
  runner_compat_version: unsigned,
  opts: v.optional(names(isRunnerOption, 'a string, an integer, a float or a boolean')),
};

const topEntries = {
  spec_version: unsigned,
  model_name: v.optional(text),
  short_description: v.optional(text),
  model_description: v.optional(text),
  license: v.optional(text),
  repository: v.optional(text),
  homepage: v.optional(text),
  required_platforms: v.optional(list(text)),
  input: v.optional(list(table(specEntries))),
  output: v.optional(list(table(specEntries))),
  self_test: v.optional(list(table(selfTestEntries))),
  example: v.optional(list(table(exampleEntries))),
  runner: table(runnerEntries),
};

/** The schema of carton.toml, field for field as the format document has it, and as strict as the reference reader. */
export const cartonTomlSchema = v.object(topEntries);

export interface ParsedCartonToml {
  /** The fields that are right. Undefined where the text is not TOML. */
  toml?: CartonToml;
  findings: readonly Finding[];
  places: TomlPlaces;
}

/**
 * Reads carton.toml. Whatever the reference reader refuses gives at least one error; fields that are right are kept.
 * Never throws.
 */
export function parseCartonToml(bytes: Uint8Array): ParsedCartonToml {
  return judgeCartonToml(parseToml(bytes, CARTON_TOML_FILE, { fields: true }));
}

/** `parseCartonToml` for a text that is parsed already. Removes wrong values from `document.value`. */
function judgeCartonToml(document: TomlDocument): ParsedCartonToml {
  if (!document.value) return { findings: document.findings, places: document };
  const report = new Report();
  report.include(document.findings);
  // Before wrong references are taken out: a table that had only these is not empty.
  const empty = emptyCases(document.value);
  const result = v.safeParse(cartonTomlSchema, document.value);
  for (const issue of result.issues ?? []) {
    report.include([{ ...issueFinding(issue, CARTON_TOML, document), ...fixOf(issue) }]);
    leaveOut(document.value, issuePath(issue));
  }
  const { required_platforms: platforms } = document.value;
  if (Array.isArray(platforms) && platforms.length > MAX_PLATFORMS) {
    const message = `carton.toml lists ${platforms.length} platforms. The first ${MAX_PLATFORMS} are shown.`;
    report.add('schema/too-many-platforms', message, {
      path: CARTON_TOML,
      ...document.at(['required_platforms', MAX_PLATFORMS]),
    });
    platforms.length = MAX_PLATFORMS;
  }
  const toml = typedToml(document.value, document);
  checkMeanings(toml, document, report);
  for (const { code, message, place } of empty)
    report.add(code, message, () => ({ path: CARTON_TOML, ...document.at(place) }));
  return { toml, findings: report.findings, places: document };
}

/** Self-tests without any input, and examples without any value. */
function emptyCases(value: TomlTable): { code: FindingCode; message: string; place: FieldPath }[] {
  const items = (field: string) =>
    (Array.isArray(value[field]) ? value[field] : []).map((item) => (isTable(item) ? item : {}));
  const isEmpty = (table: unknown) => isTable(table) && Object.keys(table).length === 0;
  return [
    ...items('self_test').flatMap(({ inputs }, i) =>
      isEmpty(inputs)
        ? {
            code: 'schema/self-test-empty' as const,
            message: `Self-test ${i + 1} has no inputs.`,
            place: ['self_test', i, 'inputs'],
          }
        : [],
    ),
    ...items('example').flatMap(({ inputs, sample_out: out }, i) =>
      isEmpty(inputs) && isEmpty(out)
        ? {
            code: 'schema/example-empty' as const,
            message: `Example ${i + 1} has no inputs and no outputs.`,
            place: ['example', i],
          }
        : [],
    ),
  ];
}

/** carton.toml for the TOML editor. */
export const EDITABLE_CARTON_TOML: EditableToml<ParsedCartonToml> = {
  ...CARTON_TOML_FILE,
  order: CARTON_TOML_ORDER,
  judge: judgeCartonToml,
};

/** The fix of a `spec_version` that is missing, `"1"` or `1.0`: there is only one version. */
function fixOf(issue: v.BaseIssue<unknown>): { fix?: FixId } {
  const isVersion = issuePath(issue).join('.') === 'spec_version';
  return isVersion && [undefined, '1', 1].includes(issue.input as string) ? { fix: 'spec-version' } : {};
}

/** Checks values that have the right type and still break the format: versions, lengths, platforms. The values stay. */
function checkMeanings(toml: CartonToml, document: TomlDocument, report: Report): void {
  const add = (code: FindingCode, message: string, place: FieldPath, fix?: FixId, fixed?: string) =>
    report.add(code, message, () => ({
      path: CARTON_TOML,
      ...document.at(place),
      ...(fix && fixed !== undefined ? { fix, fixed } : {}),
    }));
  if (toml.spec_version !== undefined && toml.spec_version !== SPEC_VERSION)
    add('schema/spec-version', `The file declares version ${toml.spec_version} of the format.`, ['spec_version']);
  const characters = [...(toml.short_description ?? '')].length;
  if (characters > MAX_SHORT_DESCRIPTION)
    add(
      'meta/short-description',
      `The short description has ${characters} characters. The limit is ${MAX_SHORT_DESCRIPTION}.`,
      ['short_description'],
    );
  const platforms = document.value?.required_platforms;
  for (const [i, platform] of (Array.isArray(platforms) ? platforms : []).entries()) {
    const parsed = typeof platform === 'string' ? parseTargetTriple(platform) : undefined;
    if (parsed?.ok === false)
      add(
        'schema/platform',
        `The platform ${quote(platform)} is not a target triple: ${parsed.reason}.`,
        ['required_platforms', i],
        'platform',
        targetTripleFix(platform),
      );
  }
  const { required_framework_version: version } = toml.runner;
  const requirement = version === undefined ? undefined : parseVersionReq(version);
  if (version !== undefined && requirement?.ok === false)
    add(
      'schema/version-req',
      `${quote(version)} is not a version requirement: ${requirement.reason}.`,
      ['runner', 'required_framework_version'],
      'version-req',
      versionReqFix(version),
    );
}

/**
 * Removes a wrong value from a parsed document. An item of a list becomes undefined, so that the others keep their
 * indices.
 */
function leaveOut(root: TomlTable, path: FieldPath): void {
  let at: unknown = root;
  for (const part of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return;
    at = (at as Record<string | number, unknown>)[part];
  }
  const last = path.at(-1);
  if (last === undefined || typeof at !== 'object' || at === null) return;
  if (Array.isArray(at)) at[last as number] = undefined;
  else delete (at as TomlTable)[last];
}

/** The typed file. After validation, each known field of `value` is either right or missing. */
function typedToml(value: TomlTable, places: TomlPlaces): CartonToml {
  const other: { path: (string | number)[]; value: unknown }[] = [];
  const pick = <T>(from: TomlTable, entries: object, path: FieldPath): T => {
    const picked: TomlTable = {};
    for (const [key, inner] of Object.entries(from)) {
      if (Object.hasOwn(entries, key)) picked[key] = inner;
      else other.push({ path: [...path, key], value: inner });
    }
    return picked as T;
  };
  const items = <T>(field: string, entries: object): T[] | undefined => {
    const from = value[field];
    if (!Array.isArray(from)) return undefined;
    return from.flatMap((item, i) => (isTable(item) ? [pick<T>(item, entries, [field, i])] : []));
  };
  const { runner, input, output, self_test, example, required_platforms, ...plain } = pick<TomlTable>(
    value,
    topEntries,
    [],
  );
  const lists = {
    input: items<Partial<CartonSpec>>('input', specEntries),
    output: items<Partial<CartonSpec>>('output', specEntries),
    self_test: items<Partial<CartonSelfTest>>('self_test', selfTestEntries),
    example: items<Partial<CartonExample>>('example', exampleEntries),
    required_platforms: Array.isArray(required_platforms)
      ? required_platforms.filter((item): item is string => typeof item === 'string')
      : undefined,
  };
  const toml: CartonToml = {
    ...(plain as Omit<CartonToml, 'runner' | 'other'>),
    ...(Object.fromEntries(Object.entries(lists).filter(([, items]) => items !== undefined)) as Partial<CartonToml>),
    runner: isTable(runner) ? pick<Partial<CartonRunner>>(runner, runnerEntries, ['runner']) : {},
    other: [],
  };
  const offsets = new Map(other.length > MAX_SORTED ? [] : other.map((field) => [field, places.offset(field.path)]));
  if (offsets.size > 0) other.sort((a, b) => (offsets.get(a) as number) - (offsets.get(b) as number));
  toml.other = other.map(({ path, value: found }) => ({
    path: path.map((part) => bareOrQuoted(String(part))).join('.'),
    value: plainValue(found),
  }));
  return toml;
}

/** A key as TOML writes it in a dotted path. */
function bareOrQuoted(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}
