import { capitalized } from '../base/text.ts';

/** What a format calls its packages and their parts. The page builds sentences from these words. */
export interface PackageWords {
  /** A package of this format, without and with its article: "model", "a model". */
  one: string;
  a: string;
  /** The file that says what the package is. */
  metadataFile?: string;
  /**
   * The file with the hashes of the package's files. Without one, verifying compares only what the archive itself says:
   * sizes and checksums.
   */
  hashList?: string;
  /** The hash list that recomputing all hashes writes, where the package has none. */
  newHashList?: string;
  /** The file that says where files can be fetched. */
  linkList?: string;
  /** The program that loads it, and may refuse to: "the reference reader". */
  reader?: string;
  /** The ending of its packages' names, with the dot. Undefined where they have no ending of their own. */
  extension?: string;
  /** What opening checks besides the directory, as parts of a list: "the tensor index". May be empty. */
  checked: readonly string[];
}

/** Words for every part of a package. General ones where the format has no words of its own. */
export type SpokenWords = Required<Omit<PackageWords, 'newHashList'>>;

const GENERAL = {
  metadataFile: 'its description',
  hashList: 'the list of hashes',
  linkList: 'the list of links',
  reader: 'the program that loads it',
  extension: '',
};

/** The words of a package, for building sentences. */
export function spoken(words: PackageWords): SpokenWords {
  const { newHashList: hashList = GENERAL.hashList, ...own } = words;
  return { ...GENERAL, hashList, ...own };
}

/** A word as the beginning of a sentence. A file's name stays as it is. */
export function atStart(word: string): string {
  return /^(?:an?|the|its) /.test(word) ? capitalized(word) : word;
}
