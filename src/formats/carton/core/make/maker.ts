import { formatNumberOf } from '../../../../base/amounts.ts';
import { decodeUtf8, encodeUtf8 } from '../../../../base/bytes.ts';
import { sha256 } from '../../../../codec/sha256.ts';
import type { Edit } from '../../../../model/edit/edit.ts';
import { type FieldValue, isTable, valueAt } from '../../../../model/edit/field.ts';
import type { NameProblem } from '../../../../model/file/name-problem.ts';
import type { MakerAbout, MakerChoice, MakerPlan, OldFile, PackageMaker } from '../../../../model/maker.ts';
import type { LeftBehind, TensorSpec } from '../../../../model/package.ts';
import { TomlText } from '../../../../toml/toml-text.ts';
import { MAX_CARTON_TOML_BYTES } from '../limits.ts';
import { CARTON_TOML, LINKS, LOCK_FILE, MANIFEST, MISC_ADDRESS, TENSOR_INDEX } from '../paths.ts';
import { EDITABLE_CARTON_TOML, FILLED_FIELDS, MAX_SHORT_DESCRIPTION } from '../read/carton-toml.ts';
import { isCartonDtype } from '../read/dtypes.ts';
import { parseVersionReq } from '../read/version-req.ts';
import { NOOP_RUNNER } from '../run/python-runner.ts';
import { EMPTY_INDEX } from '../save/index-text.ts';
import { manifestText } from '../save/manifest-lines.ts';
import { CARTON_WORDS } from '../words.ts';
import { ENTRY_POINT, entryParts } from './entry-point.ts';
import { readmeDescription, readmePictures } from './readme-description.ts';
import { RUNNER_TEMPLATES, runnerTemplate } from './runner-template.ts';

const MODEL = 'model/';
const MISC = 'misc/';

/** A field of the form. */
const VERSION = 'version';

/** Makes cartons. */
export const CARTON_MAKER: PackageMaker = {
  words: CARTON_WORDS,
  adds: `${CARTON_TOML}, ${TENSOR_INDEX} and ${MANIFEST}`,
  kindLabel: 'Runner',
  compression: 'zstd',
  kinds: RUNNER_TEMPLATES.map(({ id, about, contains, version, hasEntryPoint }) => ({
    id,
    label: id,
    about,
    template: contains,
    fields: [
      {
        id: VERSION,
        label: 'Required framework version',
        value: version,
        about: 'A Cargo version requirement, such as =3.11 or >=2.0.0.',
        problem: versionProblem,
      },
      ...(hasEntryPoint ? [ENTRY_POINT] : []),
    ],
  })),
  look,
  readme: { folder: MISC_ADDRESS.folder, pictures: readmePictures, describe: readmeDescription },
  placeProblem,
  leaves,
  async texts(choice, own) {
    const template = runnerTemplate(choice.kind);
    const texts = new Map<string, string>();
    const add = (path: string, text: string) => {
      if (!own(path)) texts.set(path, text);
    };
    if (choice.fromNothing) for (const [path, text] of await template.files()) add(path, text);
    add(CARTON_TOML, cartonTomlText(choice));
    const filled = await filledToml(own(CARTON_TOML));
    if (filled !== undefined) texts.set(CARTON_TOML, filled);
    // The reference reader requires the index even without tensors.
    add(TENSOR_INDEX, EMPTY_INDEX);
    return texts;
  },
  async last(hashes, old, given, signal) {
    // The page loads the maker for its form, which compares nothing.
    const { compareOldManifest } = await import('./old-manifest.ts');
    const { linked, notes } = await compareOldManifest((path) => placeInCarton(path), hashes, old, given, signal);
    // MANIFEST does not list LINKS.
    const listed = new Map([...hashes, ...linked].filter(([path]) => path !== LINKS));
    const bytes = encodeUtf8(await manifestText(listed, signal));
    const identity = { label: 'Model hash', sha256: await sha256(bytes) };
    return { files: [{ path: MANIFEST, bytes }], notes, identity };
  },
};

/**
 * The carton.toml of an unpacked model with the fields that it may lack and a carton must have. Undefined where it has
 * them all, or is not TOML: then it is taken as it is.
 */
async function filledToml(file: OldFile | undefined): Promise<string | undefined> {
  if (!file || file.size > MAX_CARTON_TOML_BYTES) return undefined;
  const text = decodeUtf8(await file.read());
  if (text === undefined) return undefined;
  const toml = new TomlText(text, EDITABLE_CARTON_TOML);
  const values = toml.values();
  const missing = FILLED_FIELDS.filter(({ path }) => {
    if (!values || valueAt(values, path) !== undefined) return false;
    const table = valueAt(values, path.slice(0, -1));
    return table === undefined || isTable(table);
  });
  const edits = missing.map(({ path, value }): Edit => ({ kind: 'set', path: [...path], value }));
  return edits.length > 0 ? toml.edited(edits).text : undefined;
}

function versionProblem(value: string): string | undefined {
  const parsed = parseVersionReq(value);
  return parsed.ok ? undefined : `This is not a version requirement: ${parsed.reason}.`;
}

/** What a new carton itself has at a path, as the end of a sentence. */
const WRITTEN: Readonly<Record<string, string>> = {
  [CARTON_TOML]: 'is written from what you choose here',
  [MANIFEST]: 'is written with the hashes of all files',
  [LINKS]: 'is for the URLs of linked files',
};

function placeProblem(place: string): NameProblem | undefined {
  const why = Object.hasOwn(WRITTEN, place) ? WRITTEN[place] : undefined;
  if (why !== undefined) return { severity: 'error', text: `${place} ${why}.` };
  if (OWN_PLACES.test(place)) return undefined;
  return {
    severity: 'warning',
    text: 'Programs that load cartons read only model/, misc/ and tensor_data/.',
  };
}

/** Folders and files at the top of an unpacked carton. */
const OWN_PLACES = /^(?:model|misc|tensor_data)\//;

/**
 * Where a file of an unpacked carton goes.
 *
 * @param around the folder for files outside of the format: the one in which all are carried along, if nothing else is
 *   known
 */
function placeInCarton(path: string, around = MISC): string {
  return OWN_PLACES.test(path) || path === CARTON_TOML || path === LINKS ? path : `${around}${path}`;
}

function look(paths: readonly string[]): MakerPlan {
  const top = new Set(paths.filter((path) => !path.includes('/')));
  const unpacked = top.has(CARTON_TOML);
  // Where nothing is in model/, what is beside carton.toml is the model. MANIFEST and LINKS may have linked files there.
  const hasModel = top.has(MANIFEST) || top.has(LINKS) || paths.some((path) => path.startsWith(MODEL));
  const around = hasModel ? MISC : MODEL;
  const places = paths.map((path) => {
    if (!unpacked) return `${MODEL}${path}`;
    return path === MANIFEST ? undefined : placeInCarton(path, around);
  });
  const kind = kindOf(paths);
  const entry = kind === 'python' ? entryFile(paths) : undefined;
  const notes: string[] = [];
  if (unpacked) {
    notes.push(
      `The folder is an unpacked carton. Its carton.toml is kept, and gets the version numbers that it lacks. ${
        top.has(MANIFEST)
          ? 'MANIFEST is written again. Saving names files that do not match the old one.'
          : 'MANIFEST is missing and will be written.'
      }`,
    );
    const outside = paths.filter((path, i) => path !== MANIFEST && path !== places[i]).length;
    if (outside > 0)
      notes.push(`${formatNumberOf(outside, 'file')} outside model/, misc/ and tensor_data/ will be in ${around}.`);
    if (top.has(LINKS))
      notes.push(
        top.has(MANIFEST)
          ? 'LINKS is taken as it is. Files that are only linked keep their hashes in MANIFEST.'
          : 'LINKS is taken as it is. The folder has no MANIFEST, so files that are only linked are not listed.',
      );
  } else if (kind === 'python' && !places.includes(LOCK_FILE))
    notes.push(
      `${LOCK_FILE} is missing. The reference packer makes it, and the python runner does not load a carton without it.`,
    );
  return {
    places,
    unpacked,
    kind,
    fields: entry === undefined ? {} : { [ENTRY_POINT.id]: `${entry}.get_model` },
    notes,
  };
}

/** The runner that files are most likely for, by their names. */
function kindOf(paths: readonly string[]): string {
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  if (has(/\.py$/i)) return 'python';
  if (has(/(?:^|\/)model\.wasm$/)) return 'wasm';
  if (has(/\.ot$/i)) return 'rust-bert';
  if (has(/(?:^|\/)model\.pt$/)) return 'torchscript';
  return NOOP_RUNNER;
}

/** The Python file at the top that is most likely the entry point, without its ending. */
function entryFile(paths: readonly string[]): string | undefined {
  const files = paths.flatMap((path) => /^(?:model\/)?([A-Za-z_]\w*)\.py$/.exec(path)?.[1] ?? []);
  return ['infer', 'main', 'model', 'app'].find((name) => files.includes(name)) ?? files[0];
}

/** The text of a new carton.toml. */
function cartonTomlText({ kind, name, fields, about, fromNothing }: MakerChoice): string {
  const template = runnerTemplate(kind);
  const schema = schemaOf(about) ?? schemaOf(fromNothing ? template.schema : undefined);
  const { module, fn } = entryParts(fields[ENTRY_POINT.id] ?? '');
  const hasEntry = template.hasEntryPoint && fields[ENTRY_POINT.id] !== undefined;
  const values: Readonly<Record<string, FieldValue | undefined>> = {
    model_name: name,
    short_description: shortened(about?.summary),
    model_description: withTags(about),
    license: about?.license,
    repository: webAddress(about?.repository),
    homepage: webAddress(about?.homepage),
    required_platforms: fromNothing && template.platforms ? [...template.platforms] : undefined,
    ...schema,
    'runner.runner_name': kind,
    'runner.required_framework_version': fields[VERSION] ?? template.version,
    'runner.runner_compat_version': 1n,
    'runner.opts': hasEntry ? { entrypoint_package: module, entrypoint_fn: fn } : undefined,
  };
  const edits = Object.entries(values).flatMap(([key, value]): Edit[] => {
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) return [];
    return [{ kind: 'set', path: key.split('.'), value }];
  });
  return new TomlText(schema ? NEW : NEW_WITHOUT_SCHEMA, EDITABLE_CARTON_TOML).edited(edits).text;
}

const NEW = `# The format is described at https://carton.run/docs/format
spec_version = 1

[runner]
`;

const NEW_WITHOUT_SCHEMA = NEW.replace(
  '\n[runner]',
  `
# Describe all inputs and outputs, in order, or none of them.
# [[input]]
# name = "x"
# dtype = "float32"
# shape = ["batch_size", 3]
#
# [[output]]
# name = "y"
# dtype = "float32"
# shape = ["batch_size"]

[runner]`,
);

/** The description, and below it the tags: a carton has no field for them. */
function withTags(about: MakerAbout | undefined): string | undefined {
  const { description, tags = [] } = about ?? {};
  if (tags.length === 0) return description;
  const line = `Tags: ${tags.map((tag) => tag.replace(/[\\`*_[\]<>]/g, '\\$&')).join(', ')}`;
  return description?.trim() ? `${description.trimEnd()}\n\n${line}` : line;
}

function leaves(about: MakerAbout): LeftBehind[] {
  const { summary, repository, homepage } = about;
  const left: LeftBehind[] = [];
  const add = (what: string, names: readonly string[], why: string) => left.push({ what, names, why });
  const specs = [...about.inputs, ...about.outputs];
  const unfit = specs.filter((spec) => specOf(spec) === undefined).map(({ name = 'unnamed' }) => name);
  if (unfit.length > 0)
    add('Inputs and outputs', unfit, 'A carton declares all of them or none, each with a name, a type and a shape.');
  if (summary !== undefined && shortened(summary)?.endsWith('…') && !summary.trim().endsWith('…'))
    add('The end of the summary', [], `short_description has at most ${MAX_SHORT_DESCRIPTION} characters.`);
  for (const [what, url] of [['Repository', repository] as const, ['Homepage', homepage] as const])
    if (url?.trim() && webAddress(url) === undefined) add(what, [url], 'It is not a URL that begins with https://.');
  return left;
}

/** The schema of another package. Undefined if a carton cannot have all of it. */
function schemaOf(of: Pick<MakerAbout, 'inputs' | 'outputs'> | undefined) {
  const { inputs = [], outputs = [] } = of ?? {};
  const specs = [...inputs, ...outputs].map(specOf);
  if (specs.length === 0 || !specs.every((spec) => spec !== undefined)) return undefined;
  const [input, output] = [specs.slice(0, inputs.length), specs.slice(inputs.length)];
  return { input: input.length > 0 ? input : undefined, output: output.length > 0 ? output : undefined };
}

function specOf({ name, dtype, shape, description }: TensorSpec) {
  if (name === undefined || dtype === undefined || shape === undefined || !isCartonDtype(dtype)) return undefined;
  const sizes = typeof shape === 'string' ? shape : [...shape];
  return { name, dtype, shape: sizes, ...(description && { description }) };
}

/** A summary that the reference packer takes. */
function shortened(summary: string | undefined): string | undefined {
  const line = summary?.replace(/\s+/g, ' ').trim() ?? '';
  const letters = [...line];
  return letters.length <= MAX_SHORT_DESCRIPTION ? line : `${letters.slice(0, MAX_SHORT_DESCRIPTION - 1).join('')}…`;
}

function webAddress(value: string | undefined): string | undefined {
  return value !== undefined && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}
