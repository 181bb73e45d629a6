import { checkNewZip, type ZipSink } from '../../src/archive/zip/new-zip.ts';
import type { Compression } from '../../src/archive/zip/pack.ts';
import { decodeUtf8 } from '../../src/base/bytes.ts';
import { InternalError } from '../../src/base/errors.ts';
import { MAX_README_BYTES } from '../../src/base/limits.ts';
import { writeNewPackage } from '../../src/formats/new-package.ts';
import { checkMade, packageMakers } from '../../src/formats/registry.ts';
import { leftText } from '../../src/model/conversion.ts';
import { fileOfValue, fittedValue } from '../../src/model/field-file.ts';
import { fileNameProblem, TakenNames } from '../../src/model/file/name-problem.ts';
import type { MakerAbout, MakerDescription, MakerField, PackageMaker } from '../../src/model/maker.ts';
import { aboutWithReadme, parseReadme, type Readme, readmePath } from '../../src/model/readme.ts';
import { fileSource } from '../../src/source/file.ts';
import type { WriteAt } from './copy.ts';
import { materialOf, type NewMaterial } from './new-material.ts';
import { writeOut } from './out-file.ts';
import type { Progress } from './output.ts';
import { photosOf } from './photo-note.ts';
import { answeredFiles, type SecretAnswers } from './secret-answers.ts';
import type { FileBelow } from './source.ts';
import { UsageError } from './usage.ts';

/** A new package that is to be made from a folder, or with the files of another package. */
export interface NewOrder extends Partial<SecretAnswers> {
  /** The path of a folder, or of a file that is a package. */
  folder: string;
  /** By default, as the programs that load it can read. */
  compression?: Compression;
  /** The program that loads it. By default what the files are most likely for. */
  runner?: string;
  /** Whether photos lose the places where they were taken. */
  cutsPlaces?: boolean;
}

/**
 * Writes a new package with the files of a folder or of another package to `out`, which appears whole or not at all.
 * Files that do not belong into a package, such as keys, are left out. The same folder gives the same bytes. Gives sentences about what was
 * done. Throws a `UsageError` for an unknown runner and where there is no file, and as `answeredFiles`.
 *
 * @param name of the package in the end, whose ending says its format
 */
export async function writeNew(
  order: NewOrder,
  out: string,
  name: string,
  signal: AbortSignal,
  progress?: Progress,
): Promise<string[]> {
  const material = await materialOf(order.folder, signal);
  try {
    return await writeMaterial(order, material, out, name, signal, progress);
  } finally {
    await material.close();
  }
}

async function writeMaterial(
  order: NewOrder,
  material: NewMaterial,
  out: string,
  name: string,
  signal: AbortSignal,
  progress: Progress | undefined,
): Promise<string[]> {
  const { files: found } = material;
  const { keep = [], leaveOut = [] } = order;
  const maker = await makerFor(material.isFolder ? found : [], name);
  const answered = await answeredFiles(found, { keep, leaveOut }, signal);
  const photos = await photosOf(answered.taken, order.cutsPlaces === true, signal);
  const taken = answered.taken.map((file) => ({ ...file, file: photos.cut.get(file.path) ?? file.file }));
  if (taken.length === 0) throw new UsageError(`${order.folder} has no files for a package.`);
  const { places, unpacked, kind, fields, notes } = maker.look(taken.map(({ path }) => path));
  const runner = maker.kinds.find(({ id }) => id === (order.runner ?? kind));
  if (!runner) throw new UsageError(`--runner must be one of ${maker.kinds.map(({ id }) => id).join(', ')}.`);
  const readme = unpacked || material.about?.description?.trim() ? undefined : await readmeOf(taken);
  const pictures = new Set(readme && maker.readme.pictures(readme.markdown));
  const placed = taken.flatMap(({ file, path }, at) => {
    const own = places[at];
    if (own === undefined) return [];
    return { file, path, place: !unpacked && pictures.has(path) ? maker.readme.folder + path : own };
  });
  const files = placed.map(({ file, place }) => ({ path: place, source: fileSource(file, place) }));
  const placeOf = new Map(placed.map(({ path, place }) => [path, place]));
  const described = readme && maker.readme.describe(readme.markdown, (path) => placeOf.get(path));
  const renewed = taken.flatMap(({ file, path }, at) =>
    places[at] === undefined ? { path, source: fileSource(file, path) } : [],
  );
  const about = readme && described ? aboutWithReadme(material.about, readme, described.text) : material.about;
  const fitted = await fittedFields(runner.fields, runner.id === kind ? fields : {}, placed);
  const choice = {
    kind: runner.id,
    name: (material.isNamed ? undefined : readme?.name) ?? material.name,
    ...(about && { about }),
    fields: fitted.values,
    fromNothing: false,
  };
  const given = found.map(({ path }) => path);
  const { notes: compared } = await writeOut(out, signal, {
    called: name,
    write: (writeAt) =>
      writeNewPackage(maker, choice, files, sinkOf(writeAt), {
        compression: order.compression ?? maker.compression,
        signal,
        onProgress: ({ done, total }) => progress?.('Packing', done, total),
        renewed,
        given,
      }),
    async check(file, written) {
      await checkNewZip(file, written, signal);
      await checkMade(maker, file, signal);
    },
  });
  const names = nameNotes(files.map(({ path }) => path));
  return [
    ...answered.notes,
    ...material.notes,
    ...(about && !unpacked ? aboutNotes(about, maker) : []),
    ...names,
    ...photos.notes,
    ...(readme && described ? readmeNotes(readme, described) : []),
    ...(runner.id === kind ? notes : []),
    // An unpacked package says itself how it is loaded.
    ...(unpacked ? [] : fitted.notes),
    ...compared,
  ];
}

/**
 * What makes the package: what the folder's own metadata file says, else the ending of the new file's name, else the
 * first of all.
 */
async function makerFor(files: readonly FileBelow[], name: string): Promise<PackageMaker> {
  const makers = [...(await packageMakers()).values()];
  for (const maker of makers) {
    const own = files.find(({ path }) => path === maker.words.metadataFile);
    if (!own || own.file.size > MAX_METADATA_BYTES) continue;
    if (!maker.isMetadata || maker.isMetadata(new Uint8Array(await own.file.arrayBuffer()))) return maker;
  }
  const named = makers.find(({ words }) => words.extension && name.toLowerCase().endsWith(words.extension));
  const maker = named ?? makers[0];
  if (!maker) throw new InternalError('internal/bug', 'No format has a maker.');
  return maker;
}

/** A metadata file that is read to know its format. Real ones have some kilobytes. */
const MAX_METADATA_BYTES = 16 * 1024 * 1024;

/** The fields as the page's form begins with them: fitted to the files that they name something in. */
async function fittedFields(
  fields: readonly MakerField[],
  planned: Readonly<Record<string, string>>,
  placed: readonly { place: string; file: File }[],
): Promise<{ values: Record<string, string>; notes: string[] }> {
  const files = placed.map(({ place, file }) => ({ place, file, size: file.size }));
  const values: Record<string, string> = {};
  const notes: string[] = [];
  for (const { id, value, file: about } of fields) {
    const first = planned[id] ?? value;
    values[id] = first;
    const found = about && fileOfValue(about, first, files);
    const text = found && decodeUtf8(new Uint8Array(await found.file.arrayBuffer()));
    if (!found || text === undefined) continue;
    const fitted = fittedValue(about, first, undefined, { place: found.place, text });
    values[id] = fitted.value;
    if (fitted.note !== undefined) notes.push(fitted.note);
  }
  return { values, notes };
}

/** Takes the bytes of a zip in order, and those that are written over others. */
function sinkOf(writeAt: WriteAt): ZipSink {
  let at = 0;
  return {
    async write(bytes) {
      await writeAt(bytes, at);
      at += bytes.length;
    },
    patch: (to, bytes) => writeAt(bytes, to),
  };
}

/** The README at the top of the folder. Undefined where there is none that can be a description. */
async function readmeOf(files: readonly FileBelow[]): Promise<Readme | undefined> {
  const path = readmePath(files.map((file) => file.path));
  const found = files.find((file) => file.path === path);
  if (!found || found.file.size > MAX_README_BYTES) return undefined;
  return parseReadme(found.path, new Uint8Array(await found.file.arrayBuffer()));
}

/** What becomes the description, and what of it cannot. */
function readmeNotes({ path }: Readme, { lost, htmlPictures }: MakerDescription): string[] {
  const more = lost.length > MAX_NAMED ? ` and ${lost.length - MAX_NAMED} more` : '';
  return [
    `${path} is the description.`,
    ...(lost.length > 0 ? [`These lead nowhere from it: ${lost.slice(0, MAX_NAMED).join(', ')}${more}.`] : []),
    ...(htmlPictures > 0 ? [`Pictures of it in HTML are not shown: ${htmlPictures}.`] : []),
  ];
}

/** Names of files that a note gives. */
const MAX_NAMED = 3;

/** What was filled in, and what of a package the new one does not get. */
function aboutNotes(about: MakerAbout, maker: PackageMaker): string[] {
  const left = [...(about.left ?? []), ...maker.leaves(about)];
  return [...(about.notes ?? []), ...left.map((each) => `Left behind: ${leftText(each)}`)];
}

/** Which names some systems cannot unpack. Names that differ only in case are found when the package is opened. */
function nameNotes(paths: readonly string[]): string[] {
  const none = new TakenNames([]);
  const problems = paths.flatMap((path) => fileNameProblem(path, none)?.text ?? []);
  const more = problems.length - MAX_NAMED;
  return [...problems.slice(0, MAX_NAMED), ...(more > 0 ? [`Names with such problems, beside these: ${more}.`] : [])];
}
