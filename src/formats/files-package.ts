import type { Archive } from '../archive/archive.ts';
import { BadFileError } from '../base/errors.ts';
import { type Finding, mergeFindings } from '../base/findings.ts';
import { quote } from '../base/text.ts';
import type { Package } from '../model/package.ts';
import type { RunFacts } from '../model/run-facts.ts';
import { archiveFiles } from './archive-files.ts';
import type { OpenPackage } from './format.ts';
import '../model/findings.ts';

/** What a package has while nothing is known about it. */
export const UNKNOWN_PARTS = {
  verdicts: { refused: [] },
  facts: [],
  inputs: [],
  outputs: [],
  tensors: [],
  examples: [],
  selfTests: [],
  can: { verify: false, edit: false, save: false },
} satisfies Partial<Package>;

/** The tensor of this name. Throws `reference/tensor-missing` if the package has no such tensor. */
export function tensorNamed<T>(tensors: ReadonlyMap<string, T>, name: string): T {
  const tensor = tensors.get(name);
  if (tensor === undefined)
    throw new BadFileError('reference/tensor-missing', `The package has no tensor ${quote(name)}.`);
  return tensor;
}

/** `OpenPackage.tensor` of a package without tensors. */
export const noTensor: OpenPackage['tensor'] = async (name) => tensorNamed(new Map(), name);

/** How an archive without a model's description is shown. */
export interface FilesWords extends Pick<Package, 'format' | 'formatName' | 'onlyFiles'> {
  /** What the format finds beside the archive's own findings. */
  findings?: readonly Finding[];
}

/** A package about which nothing but its files is known. */
export function filesPackage(archive: Archive, words: FilesWords): OpenPackage {
  const { findings = [], ...named } = words;
  return {
    package: {
      ...UNKNOWN_PARTS,
      ...named,
      words: { one: 'file', a: 'a file', checked: [] },
      name: archive.name,
      size: archive.size,
      directory: archive.words.directory,
      files: archiveFiles(archive),
      findings: mergeFindings(archive.findings, findings),
      runs: runsOf(archive),
    },
    archive,
    source: (path) => archive.open(path),
    tensor: noTensor,
  };
}

/** A kind of archive, known by the names in it. One for each of `all` must be there. */
export interface ArchiveKind {
  name: string;
  all: readonly (string | RegExp)[];
}

const FILE_OF_MACOS = /(?:^|\/)\._/;

/** The paths of the files in an archive, without those that macOS adds. */
export function namesIn({ entries }: Archive): string[] {
  return entries.map(({ path }) => path).filter((path) => !FILE_OF_MACOS.test(path));
}

/** The first of the kinds that an archive with these names is. */
export function kindAmong<K extends ArchiveKind>(kinds: readonly K[], names: readonly string[]): K | undefined {
  const known = new Set(names);
  const isThere = (name: string | RegExp) =>
    typeof name === 'string' ? known.has(name) : names.some((path) => name.test(path));
  return kinds.find(({ all }) => all.every(isThere));
}

/** Nothing in the archive says which of its files a program loads. */
function runsOf({ words: { name } }: Archive): RunFacts {
  const text = `${name} runs nothing by itself. It does not say which program loads its files`;
  return { sentence: `${name} runs nothing by itself`, weight: 'ok', facts: [{ kind: 'nothing', text: [text] }] };
}
