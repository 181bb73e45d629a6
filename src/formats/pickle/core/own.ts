import type { Standing } from '../../../pickle/standing.ts';
import type { PickleImport } from '../../../pickle/value.ts';
import type { Walk } from '../../../pickle/walk.ts';
import type { TorchStorage } from './torch-tensor.ts';

/** What the format's own view knows of a tensor. Strides and the offset count elements. */
export interface TorchView extends TorchStorage {
  /** The tensor's name. */
  name: string;
  strides: readonly number[];
  offset: number;
  requiresGrad: boolean;
  /** Tensors with this storage, itself among them. */
  sharers: number;
}

/** A name that a pickle imports, with the path of its file. */
export interface ShownImport extends PickleImport {
  path: string;
}

/** What a file is for the programs that read it. A TorchScript archive has code beside its pickles. */
export type PickleKind = 'pickle' | 'joblib' | 'torch-file' | 'torch-tar' | 'torch-archive' | 'torchscript';

/** What the format's own view knows of a file. Plain data. */
export interface PickleOwn {
  kind: PickleKind;
  /** Pickles of the file, one after the other. Of an archive: those of its main pickle. */
  pickles: number;
  /** The main pickle of an archive. */
  main?: string;
  /** All was read, and no name but harmless ones is imported. */
  isKnown: boolean;
  /** Empty unless PyTorch wrote the pickle. */
  tensors: readonly TorchView[];
  /** Names that loading imports: dangerous ones first, harmless ones last; those of one file as it names them. */
  imports: readonly ShownImport[];
  /** Names that are not in `imports`. */
  moreImports: number;
}

const RANKS: Readonly<Record<Standing, number>> = { dangerous: 0, unknown: 1, harmless: 2 };

/** Names that the page is given. An archive may have 100 pickles with 6,000 each. */
const MAX_SHOWN_IMPORTS = 6_000;

/** The names that the pickles of some files import, for the page. */
export function importsOf(
  files: readonly { path: string; walk?: Pick<Walk, 'imports'> }[],
): Pick<PickleOwn, 'imports' | 'moreImports'> {
  const all = files.flatMap(({ path, walk }) =>
    (walk?.imports.list ?? []).map((item): ShownImport => ({ ...item, path })),
  );
  const imports = all.sort((a, b) => RANKS[a.standing] - RANKS[b.standing]).slice(0, MAX_SHOWN_IMPORTS);
  const unlisted = files
    .flatMap(({ walk }) => Object.values(walk?.imports.more ?? {}))
    .reduce((sum, count) => sum + count, 0);
  return { imports, moreImports: unlisted + all.length - imports.length };
}
