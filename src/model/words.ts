/** What a format calls its packages and what is in them: sentences of the page are built from these. */
export interface PackageWords {
  /** A package of it, without and with its article: "model", "a model". */
  one: string;
  a: string;
  /** The file that says what the package is. */
  metadataFile?: string;
  /** The file with the hashes of its files. Undefined of a format without one, whose packages cannot be verified. */
  hashList?: string;
  /** The file that says where files can be fetched. */
  linkList?: string;
  /** The program that loads it, and may refuse to: "the reference reader". */
  reader?: string;
  /** The ending of its packages' names, with its dot. Undefined where they have none of their own. */
  extension?: string;
  /** What opening checks besides the directory, as parts of a list: "the tensor index". Empty where that is nothing. */
  checked: readonly string[];
}

/** Words for every part, in general terms where the format has none of its own. */
export type SpokenWords = Required<PackageWords>;

const GENERAL = {
  metadataFile: 'its description',
  hashList: 'the list of hashes',
  linkList: 'the list of links',
  reader: 'the program that loads it',
  extension: '',
};

/** The words of a package to build sentences from. */
export function spoken(words: PackageWords): SpokenWords {
  return { ...GENERAL, ...words };
}

/** The word at the beginning of a sentence. The name of a file stays as it is written. */
export function atStart(word: string): string {
  return /^(?:an?|the|its) /.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
