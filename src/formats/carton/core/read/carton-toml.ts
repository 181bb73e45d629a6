import * as v from 'valibot';
import { grouped } from '../../../../base/amounts.ts';
import type { Finding, FindingCode } from '../../../../base/findings.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { type FieldPath, isTable } from '../../../../model/edit/field.ts';
import {
  parseToml,
  plainValue,
  type TomlDocument,
  type TomlFile,
  type TomlPlaces,
  type TomlTable,
} from '../../../../toml/parser.ts';
import type { EditableToml } from '../../../../toml/toml-text.ts';
import { keyText } from '../../../../toml/value-text.ts';
import { MAX_CARTON_TOML_VALUES, MAX_PLATFORMS } from '../limits.ts';
import { CARTON_TOML } from '../paths.ts';
import type { CartonToml } from './carton-fields.ts';
import {
  type CartonExample,
  type CartonRunner,
  type CartonSelfTest,
  type CartonSpec,
  cartonTomlSchema,
  exampleEntries,
  runnerEntries,
  selfTestEntries,
  specEntries,
  topEntries,
} from './carton-schema.ts';
import type { FixId } from './fix.ts';
import { issueFinding, issuePath } from './issue.ts';
import { CARTON_TOML_ORDER } from './key-order.ts';
import { parseTargetTriple, targetTripleFix } from './target-triple.ts';
import { parseVersionReq, versionReqFix } from './version-req.ts';

/** The path of carton.toml, and the codes of findings about the file as a whole. */
const CARTON_TOML_FILE: TomlFile = {
  path: CARTON_TOML,
  syntax: 'toml/syntax',
  tooLarge: 'carton/file-too-large',
  maxValues: MAX_CARTON_TOML_VALUES,
  fields: true,
};

/** The only version of the format so far. */
const SPEC_VERSION = 1n;

/**
 * Fields that the reference reader needs and that nobody must write: packing fills them in. All versions of the
 * reference's runners so far have the compatibility version 1.
 */
export const FILLED_FIELDS: readonly { path: readonly string[]; value: bigint }[] = [
  { path: ['spec_version'], value: SPEC_VERSION },
  { path: ['runner', 'runner_compat_version'], value: 1n },
];

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

export interface ParsedCartonToml {
  /** The fields that are right. Undefined where the text is not TOML. */
  toml?: CartonToml;
  findings: readonly Finding[];
  places: TomlPlaces;
}

/**
 * Reads carton.toml. Anything that the reference reader rejects gives at least one error; valid fields are kept.
 * Never throws.
 */
export function parseCartonToml(bytes: Uint8Array): ParsedCartonToml {
  return judgeCartonToml(parseToml(bytes, CARTON_TOML_FILE));
}

type Add = (code: FindingCode, message: string, place: FieldPath, fix?: FixId, fixed?: string) => void;

/** `parseCartonToml` for a text that is parsed already. Removes wrong values from `document.value`. */
function judgeCartonToml(document: TomlDocument): ParsedCartonToml {
  const { value } = document;
  if (!value) return { findings: document.findings, places: document };
  const report = new Report();
  report.include(document.findings);
  const add: Add = (code, message, place, fix, fixed) =>
    report.add(code, message, () => ({
      path: CARTON_TOML,
      ...document.at(place),
      ...(fixed !== undefined && { fix, fixed }),
    }));
  // Before wrong references are taken out: a table that had only these is not empty.
  const empty = emptyCases(value);
  for (const issue of v.safeParse(cartonTomlSchema, value).issues ?? []) {
    report.include([{ ...issueFinding(issue, CARTON_TOML, document), ...fixOf(issue), ...runnerHint(issue, value) }]);
    leaveOut(value, issuePath(issue));
  }
  const { required_platforms: platforms } = value;
  if (Array.isArray(platforms) && platforms.length > MAX_PLATFORMS) {
    const message = `carton.toml lists ${platforms.length} platforms. The first ${MAX_PLATFORMS} are shown.`;
    add('schema/too-many-platforms', message, ['required_platforms', MAX_PLATFORMS]);
    platforms.length = MAX_PLATFORMS;
  }
  const toml = typedToml(value, document);
  checkMeanings(toml, platforms, add);
  for (const given of empty) add(...given);
  return { toml, findings: report.findings, places: document };
}

/** Self-tests without any input, and examples without any value. */
function emptyCases(value: TomlTable): [FindingCode, string, FieldPath][] {
  const tables = (list: unknown) => (Array.isArray(list) ? list : []).map((item) => (isTable(item) ? item : {}));
  const isEmpty = (table: unknown) => isTable(table) && Object.keys(table).length === 0;
  const found: ReturnType<typeof emptyCases> = [];
  for (const [i, { inputs }] of tables(value.self_test).entries())
    if (isEmpty(inputs))
      found.push(['schema/self-test-empty', `Self-test ${i + 1} has no inputs.`, ['self_test', i, 'inputs']]);
  for (const [i, { inputs, sample_out: out }] of tables(value.example).entries())
    if (isEmpty(inputs) && isEmpty(out))
      found.push(['schema/example-empty', `Example ${i + 1} has no inputs and no outputs.`, ['example', i]]);
  return found;
}

/** carton.toml for the TOML editor. */
export const EDITABLE_CARTON_TOML: EditableToml<ParsedCartonToml> = {
  ...CARTON_TOML_FILE,
  order: CARTON_TOML_ORDER,
  judge: judgeCartonToml,
};

/** The message for a missing `[runner]` whose fields are at the top level, as a sentence of the document reads. */
function runnerHint(issue: v.BaseIssue<unknown>, value: TomlTable): { message?: string } {
  const isMissing = issue.input === undefined && issuePath(issue).join('.') === 'runner';
  const astray = ['runner_name', 'required_framework_version'].filter((name) => Object.hasOwn(value, name));
  if (!isMissing || astray.length === 0) return {};
  return { message: `"runner" is missing. Write [runner] in a line above ${astray.join(' and ')}.` };
}

/** The fix of a `spec_version` that is missing, `"1"` or `1.0`: there is only one version. */
function fixOf(issue: v.BaseIssue<unknown>): { fix?: FixId } {
  const isVersion = issuePath(issue).join('.') === 'spec_version';
  return isVersion && [undefined, '1', 1].includes(issue.input as string) ? { fix: 'spec-version' } : {};
}

/** Checks values that have the right type and still break the format: versions, lengths, platforms. The values stay. */
function checkMeanings(toml: CartonToml, platforms: unknown, add: Add): void {
  if (toml.spec_version !== undefined && toml.spec_version !== SPEC_VERSION)
    add('schema/spec-version', `The file declares version ${toml.spec_version} of the format.`, ['spec_version']);
  const { length } = [...(toml.short_description ?? '')];
  if (length > MAX_SHORT_DESCRIPTION) {
    const message = grouped`The short description has ${length} characters. The limit is ${MAX_SHORT_DESCRIPTION}.`;
    add('meta/short-description', message, ['short_description']);
  }
  for (const [i, platform] of (Array.isArray(platforms) ? platforms : []).entries()) {
    const parsed = typeof platform === 'string' ? parseTargetTriple(platform) : undefined;
    if (parsed?.ok !== false) continue;
    const message = `The platform ${quote(platform)} is not a target triple: ${parsed.reason}.`;
    add('schema/platform', message, ['required_platforms', i], 'platform', targetTripleFix(platform));
  }
  const { required_framework_version: version } = toml.runner;
  const parsed = version === undefined ? undefined : parseVersionReq(version);
  if (version === undefined || parsed?.ok !== false) return;
  const message = `${quote(version)} is not a version requirement: ${parsed.reason}.`;
  const place = ['runner', 'required_framework_version'];
  add('schema/version-req', message, place, 'version-req', versionReqFix(version));
}

/**
 * Removes a wrong value from a parsed document. An item of a list becomes undefined, so that the others keep their
 * indices.
 */
function leaveOut(root: TomlTable, path: FieldPath): void {
  let at: unknown = root;
  for (const part of path.slice(0, -1)) at = (at as Record<string | number, unknown> | undefined)?.[part];
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
  const { runner, required_platforms: platforms, ...plain } = pick<TomlTable>(value, topEntries, []);
  const toml: CartonToml = {
    ...plain,
    input: items<CartonSpec>('input', specEntries),
    output: items<CartonSpec>('output', specEntries),
    self_test: items<CartonSelfTest>('self_test', selfTestEntries),
    example: items<CartonExample>('example', exampleEntries),
    required_platforms: Array.isArray(platforms) ? platforms.filter((item) => typeof item === 'string') : undefined,
    runner: isTable(runner) ? pick<CartonRunner>(runner, runnerEntries, ['runner']) : {},
    other: [],
  };
  const offsets = new Map(other.length > MAX_SORTED ? [] : other.map((field) => [field, places.offset(field.path)]));
  if (offsets.size > 0) other.sort((a, b) => (offsets.get(a) as number) - (offsets.get(b) as number));
  toml.other = other.map(({ path, value: found }) => ({
    path: path.map((part) => keyText(String(part))).join('.'),
    value: plainValue(found),
  }));
  return toml;
}
