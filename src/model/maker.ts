import type { Texts } from './draft.ts';
import type { NameProblem } from './file/name-problem.ts';
import type { LeftBehind, TensorSpec } from './package.ts';
import type { PackageWords } from './words.ts';

/**
 * What a format says of making a new package of its own. All functions are pure but for `texts` and `last`, which read
 * files.
 */
export interface PackageMaker {
  readonly words: PackageWords;
  /** What such a package can be made for, the usual one first: the programs that load it. */
  readonly kinds: readonly PackageKind[];
  /** The files that `texts` and `last` add to others, as the end of a sentence. */
  readonly adds: string;
  /** What a heading and a field call a kind: "Runner". */
  readonly kindLabel: string;
  /** How files are compressed where nobody chooses: as the programs that load them can read. */
  readonly compression: 'zstd' | 'deflate';
  /** No package is made that would have errors. */
  readonly refusesErrors?: true;
  /** Whether the metadata file of a folder is one of this format. Left out where its name says so. */
  isMetadata?(bytes: Uint8Array): boolean;
  /** Where the files of a folder go, judged by their paths, and what the form begins with. */
  look(paths: readonly string[]): MakerPlan;
  /** How the README of a folder becomes the description. */
  readonly readme: {
    /** Where the pictures go that it shows: the path of a folder with its slash. */
    readonly folder: string;
    /** The files of the folder that it shows as pictures, if they are there. */
    pictures(markdown: string): readonly string[];
    /** The description. `placeOf` says where a file of the folder goes; undefined where it is left out. */
    describe(markdown: string, placeOf: (path: string) => string | undefined): MakerDescription;
  };
  /**
   * What is wrong with a place that somebody gives to a file, beside what is wrong with its name: an error where the
   * package needs it for something else, a warning where nothing looks for the file there.
   */
  placeProblem(place: string): NameProblem | undefined;
  /** What of another package has no place in the metadata file, or only a part of it. */
  leaves(about: MakerAbout): readonly LeftBehind[];
  /**
   * The small files that the package needs beside its own, by path: the metadata file, and of a package that is made
   * from nothing the files of its template. An own file is among them only if it lacks something that packing fills in.
   *
   * @param own gives a file of the package by its path. Undefined for none
   * @param paths of all own files
   */
  texts(choice: MakerChoice, own: (path: string) => OldFile | undefined, paths: readonly string[]): Promise<Texts>;
  /**
   * The files that go last and are stored, from the SHA-256 of all others: the hash list. Rejects where an old file is
   * too large or cannot be read.
   *
   * @param old gives a file of the package by its path, and one that is written again as it was. Undefined for none
   * @param given the old paths of all files to choose from, also of those that are left out
   */
  last(
    hashes: ReadonlyMap<string, string>,
    old: (path: string) => OldFile | undefined,
    given: ReadonlySet<string>,
    signal?: AbortSignal,
    choice?: MakerChoice,
  ): Promise<LastFiles>;
}

/** A description that was made of a README. */
export interface MakerDescription {
  /** Markdown. */
  text: string;
  /** Addresses of files that a description cannot refer to: they lead nowhere. */
  lost: readonly string[];
  /** Pictures that are HTML, which a description does not show. */
  htmlPictures: number;
}

/** A file that a new package is made of, or one that is written again, as it was. */
export interface OldFile {
  /** In bytes. */
  size: number;
  read(signal?: AbortSignal): Promise<Uint8Array>;
}

export interface LastFiles {
  files: readonly { path: string; bytes: Uint8Array<ArrayBuffer> }[];
  /** Sentences about what the old files said. */
  notes: readonly string[];
  /** What the new package is known by: the hash of its hash list. */
  identity?: { label: string; sha256: string };
}

/** What a package can be made for. */
export interface PackageKind {
  id: string;
  label: string;
  /** What it loads, in a sentence. */
  about: string;
  /** What a package from nothing has, in a sentence: its template. */
  template: string;
  fields: readonly MakerField[];
}

/** A field of the form that only some kinds have. */
export interface MakerField {
  id: string;
  label: string;
  /** What it is filled with. */
  value: string;
  about: string;
  /** It is about the files of the package. A template has its own, so it is not asked for one. */
  ofFiles?: true;
  /** Why a value cannot be taken, in a sentence. Undefined where it can. */
  problem(value: string): string | undefined;
  /** The file of the package that a value names something in. */
  file?: FieldFile;
}

/** How the text of a file bears on the value of a field. */
export interface FieldFile {
  /** The paths in the package where the file of a value can be. The first one that is there counts. */
  places(value: string): readonly string[];
  /** Bytes of a file that is read. A larger one says nothing. */
  maxBytes: number;
  /** A value that fits the text better than the one that the form begins with, or the same one. */
  fit(value: string, text: string): string;
  /** In sentences, that the text of the file at `place` lacks what the value names. Undefined where it has it. */
  lack(value: string, place: string, text: string): string | undefined;
}

/** Where the files of a folder go. */
export interface MakerPlan {
  /** The new path of each given path, in their order. Undefined for a file that is written again, and so left out. */
  places: readonly (string | undefined)[];
  /** The paths have what makes a package already, unpacked: its metadata file is taken as it is. */
  unpacked: boolean;
  /** The kind that the files are most likely for. */
  kind: string;
  /** What the files say of the kind's fields, by id. */
  fields: Readonly<Record<string, string>>;
  /** Sentences about what is missing for the kind, or is done with a file. */
  notes: readonly string[];
}

/** What was chosen for a new package. */
export interface MakerChoice {
  kind: string;
  /** The name of the model. Empty for none. */
  name: string;
  /** By id, of the fields of the kind. */
  fields: Readonly<Record<string, string>>;
  /** From nothing: the package gets the template of its kind. */
  fromNothing: boolean;
  about?: MakerAbout | undefined;
}

/** What another package says of itself, for the metadata file of the new one. */
export interface MakerAbout {
  summary?: string | undefined;
  /** Markdown. */
  description?: string | undefined;
  license?: string | undefined;
  repository?: string | undefined;
  homepage?: string | undefined;
  tags?: readonly string[] | undefined;
  inputs: readonly TensorSpec[];
  outputs: readonly TensorSpec[];
  /** Sentences about what was filled in that the other package does not say. */
  notes?: readonly string[] | undefined;
  /** What no format has a place for. `PackageMaker.leaves` says what this one has no place for. */
  left?: readonly LeftBehind[] | undefined;
}
