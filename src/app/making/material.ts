import { memo } from '../../base/memo.ts';
import { unsafeReason } from '../../base/path.ts';
import { aboutPackage, isNamed, nameOfConverted, takenFiles, untakenFiles } from '../../model/conversion.ts';
import type { Texts } from '../../model/draft.ts';
import type { NameProblem } from '../../model/file/name-problem.ts';
import { type LeftOutKind, leftOutKind } from '../../model/left-out.ts';
import type { MakerAbout, MakerPlan, PackageMaker } from '../../model/maker.ts';
import type { LeftBehind } from '../../model/package.ts';
import type { FolderFile, NewFileFrom, Opened } from '../../state/load.ts';
import { movesProblem } from '../files/changes/file-paths.ts';

/** What a new package is made of: the files of a folder or of an open package, or nothing. */
export interface Material {
  /** The name that the new package begins with. */
  name: string;
  /** The open package says it itself. */
  isNamed?: boolean;
  files: readonly MaterialFile[];
  /** The files are on another host: each part of one that is read costs a request. */
  isFar?: boolean;
  /** What the open package says of itself. */
  about?: MakerAbout;
  /** What the open package lists and the new one cannot have. */
  untaken?: readonly LeftBehind[];
}

export interface MaterialFile {
  path: string;
  /** In bytes. */
  size: number;
  from: NewFileFrom;
}

/** A file and where it goes. */
export interface PlacedFile extends MaterialFile {
  place: string;
  /** Where it goes by default. */
  usual: string;
  /** Why it is not chosen at first. */
  leftOut: LeftOutKind | undefined;
}

/** Where files go, and which are chosen at first. */
export interface Layout {
  plan: MakerPlan;
  files: readonly PlacedFile[];
  /** Files that no package can have, with the reason as the end of a sentence. */
  unfit: readonly { path: string; why: string }[];
  untaken: readonly LeftBehind[];
  /** Files that the maker writes itself, so those of the folder are not used. */
  renewed: readonly MaterialFile[];
}

/** The files of a folder that was chosen. Their paths begin with its name, which is not part of the package. */
export function folderMaterial(name: string, files: readonly FolderFile[]): Material {
  const top = `${name}/`;
  const isBelow = files.every(({ path }) => path.startsWith(top));
  return {
    name,
    files: files.map(({ path, file }) => ({
      path: isBelow ? path.slice(top.length) : path,
      size: file.size,
      from: { file },
    })),
  };
}

/**
 * The files that an open package holds, and what it says of itself.
 *
 * @param unpacked of an unpacked package of the format that is made: texts that its files have instead. Its linked files
 *   stay linked
 */
export function packageMaterial({ handle, descriptor, package: pkg }: Opened, unpacked?: Texts): Material {
  return {
    isNamed: isNamed(pkg),
    name: unpacked ? (pkg.title ?? pkg.name) : nameOfConverted(pkg),
    files: takenFiles(pkg.files).flatMap(({ path, size }) => {
      const text = unpacked?.get(path);
      if (text === undefined) return { path, size, from: { handle, path } };
      const edited = new File([text], path);
      return { path, size: edited.size, from: { file: edited } };
    }),
    isFar: descriptor.kind === 'url',
    about: aboutPackage(pkg),
    untaken: untakenFiles(unpacked ? pkg.files.filter(({ size }) => size !== undefined) : pkg.files),
  };
}

/** The places that somebody gave to files, by their paths in the folder. */
export type GivenPlaces = ReadonlyMap<string, string>;

const NOT_GIVEN: GivenPlaces = new Map();
const NO_PICTURES: ReadonlySet<string> = new Set();

/**
 * Where the files go. Takes time linear to their number.
 *
 * @param pictures the files that the description shows
 */
export function layoutOf(
  { files, untaken = [] }: Material,
  maker: PackageMaker,
  given: GivenPlaces = NOT_GIVEN,
  pictures: ReadonlySet<string> = NO_PICTURES,
): Layout {
  const kinds = files.map(({ path }) => leftOutKind(path));
  const plan = maker.look(files.flatMap(({ path }, at) => (kinds[at] === undefined ? path : [])));
  const { places } = maker.look(files.map(({ path }) => path));
  const placed: PlacedFile[] = [];
  const unfit: Layout['unfit'][number][] = [];
  const renewed: MaterialFile[] = [];
  const taken = new Set<string>();
  for (const [at, file] of files.entries()) {
    const own = places[at];
    if (own === undefined) {
      renewed.push(file);
      continue;
    }
    const usual = pictures.has(file.path) && !plan.unpacked ? maker.readme.folder + file.path : own;
    const place = given.get(file.path) ?? usual;
    const why = taken.has(place) ? 'has the path of another file' : unsafeReason(file.path);
    if (why !== undefined) {
      unfit.push({ path: file.path, why });
      continue;
    }
    taken.add(place);
    placed.push({ ...file, place, usual, leftOut: kinds[at] });
  }
  return { plan, files: placed, unfit, untaken, renewed };
}

/** The given places after files moved, by the places that they had. */
export function movedPlaces(
  given: GivenPlaces,
  files: readonly PlacedFile[],
  moves: ReadonlyMap<string, string>,
): GivenPlaces {
  const next = new Map(given);
  for (const { path, place, usual } of files) {
    const to = moves.get(place);
    if (to === usual) next.delete(path);
    else if (to !== undefined) next.set(path, to);
  }
  return next;
}

/** The same list for the same files, so that its names are indexed once. */
export const placesOf = memo((files: readonly PlacedFile[]) => files.map(({ place }) => place));

/** What is wrong with new places, the worst first: with their names, beside the files that stay, and for the format. */
export function placesProblem(
  files: readonly PlacedFile[],
  moves: ReadonlyMap<string, string>,
  maker: PackageMaker,
): NameProblem | undefined {
  const names = movesProblem(placesOf(files), moves);
  if (names?.severity === 'error') return names;
  const problems = [...moves.values()].flatMap((to) => maker.placeProblem(to) ?? []);
  return problems.find(({ severity }) => severity === 'error') ?? names ?? problems[0];
}
