import type { ComponentType } from 'react';
import type { Finding } from '../base/findings.ts';
import type { DraftChange, DraftRebase, EditStep } from '../model/draft.ts';
import type { PackageMaker } from '../model/maker.ts';
import type { Package, TensorInfo } from '../model/package.ts';
import type { Tab } from '../model/place.ts';

/**
 * What a format adds to the page: components that read the open package with the hooks of `state`. A format leaves out
 * what it has nothing for. Its `view/view.ts` exports one of these as `view`.
 */
export interface FormatView {
  /** Overview, right: rows of "What would run" that only this format has, as `FactRow`. They follow what runs. */
  RunRows?: ComponentType;
  /** As `RunRows`, after all facts. */
  OtherRunRows?: ComponentType;
  /** Overview, right: fields of its files that the format does not know. */
  OtherFields?: ComponentType;
  /**
   * Overview, left, before `Snippets`: what the format's files say that no fact or panel can show. Where something is
   * chosen in it, the address has its name.
   */
  Details?: ComponentType<DetailsProps>;
  /** Tensors, above the values of a tensor: what only this format says of one. */
  TensorFacts?: ComponentType<{ info: TensorInfo }>;
  /** Overview, left: how to load the package from other programs. */
  Snippets?: ComponentType;
  /** Loads the Edit tab, for the few who edit. It edits the draft of `state`, which exists by then. */
  Edit?: () => Promise<{ default: ComponentType<EditProps> }>;
  /** What the page asks about a draft. For formats whose packages can be edited. */
  drafts?: FormatDrafts;
  /** These components lead to the packages inside, so the Overview does not list them again. */
  listsInner?: true;
  /** Labels of the package's facts, and titles of its panels, that these components show already. */
  shownFacts?: readonly string[];
}

/** What is chosen in the details of a package, as the address has it. */
export interface DetailsProps {
  item: string | undefined;
  /** Chooses another, and writes it into the address. */
  onItem(item: string): void;
}

/**
 * All functions are pure. Findings and values are those of the format's packages, and nobody else looks into the
 * values.
 */
export interface FormatDrafts {
  /** The fields that differ between the values of two states, in the order of the format's form. */
  changes(first: unknown, now: unknown): readonly DraftChange[];
  /**
   * The steps on `now` that take back one change each, by its key, for the first `limit` changes. A change that cannot
   * be taken back alone has none.
   */
  putBackSteps(first: unknown, now: unknown, limit: number): ReadonlyMap<string, EditStep>;
  /**
   * Makes the changes from `first` to `now` on other values, such as those of a newer version of the package. Nothing
   * is replaced that differs from `first`: such a change does not fit.
   */
  rebase(first: unknown, now: unknown, onto: unknown): DraftRebase;
  /**
   * The edits that make references to files follow them to their new paths, by their old ones, as one step without a
   * name. Undefined where nothing refers to them.
   */
  followRenames?(values: unknown, renames: ReadonlyMap<string, string>): Pick<EditStep, 'edits' | 'apply'> | undefined;
  /**
   * What refers to files, in words, by path: "the description", "example “Cat”, input “image”". With the package, also
   * its tensors and symlinks. Files that nothing refers to are left out.
   */
  referencesTo?(values: unknown, paths: readonly string[], pkg?: Package): ReadonlyMap<string, readonly string[]>;
  /** The same of what refers to renamed files and follows them neither by `followRenames` nor when it is saved. */
  strandedReferences?(
    values: unknown,
    renames: ReadonlyMap<string, string>,
    pkg?: Package,
  ): ReadonlyMap<string, readonly string[]>;
  /** What the fix of a finding does, in the words of Undo. Undefined where a person must decide what is meant. */
  fixName(finding: Finding): string | undefined;
  /**
   * The step that mends a finding, `renew` where any save mends it, or `reseal` where a save with all hashes computed
   * anew does. Undefined where there is none, or where the
   * field has changed since.
   */
  fixStep(finding: Finding, values: unknown): EditStep | 'renew' | 'reseal' | undefined;
}

/** What the Edit tab gives to a format's editor. */
export interface EditProps {
  /** The chosen section or field, as in the address. */
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
  /** Shows a description as the page does. */
  Preview: ComponentType<{ markdown: string }>;
}

/** The tabs that every package can fill. */
const FILES_ALONE: readonly [Tab, ...Tab[]] = ['files', 'problems'];

/** What the page says and asks while nothing is open. It names the format that people come with. */
export const MAIN_FORMAT = { extension: '.carton', metadataFile: 'carton.toml' };

/** The format of which new packages are made, what one is called, and what makes one. */
export const MADE_FORMAT: { format: string; one: string; load(): Promise<PackageMaker> } = {
  format: 'carton',
  one: 'carton',
  load: async () => (await import('./carton/view/maker.ts')).maker,
};

interface FormatPage {
  /** The tabs that packages of the format may fill. The first one is shown first. */
  tabs: readonly [Tab, ...Tab[]];
  view?: () => Promise<{ view: FormatView }>;
  /**
   * How a file in another package shows that it may be one of the format: the end of its name, in lower case, or what
   * its first bytes are, one character for each byte. Only what looks so is offered to be opened.
   */
  signs?: { ends?: readonly string[]; heads?: readonly string[] };
}

/** What each format has on the page. */
export const PAGES: ReadonlyMap<string, FormatPage> = new Map<string, FormatPage>([
  [
    'carton',
    {
      tabs: ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'],
      view: () => import('./carton/view/view.ts'),
      signs: { ends: ['.carton'] },
    },
  ],
  [
    'numpy',
    {
      tabs: ['overview', 'tensors', 'files', 'problems'],
      view: () => import('./numpy/view/view.ts'),
      signs: { ends: ['.npy', '.npz'], heads: ['\x93NUMPY'] },
    },
  ],
  [
    'safetensors',
    {
      tabs: ['overview', 'tensors', 'files', 'problems', 'edit'],
      view: () => import('./safetensors/view/view.ts'),
      signs: { ends: ['.safetensors', '.safetensors.index.json'] },
    },
  ],
  [
    'gguf',
    {
      tabs: ['overview', 'tensors', 'files', 'problems', 'edit'],
      view: () => import('./gguf/view/view.ts'),
      signs: { ends: ['.gguf'], heads: ['GGUF'] },
    },
  ],
  ['ollama', { tabs: ['overview', 'tensors', 'files', 'problems'], view: () => import('./ollama/view/view.ts') }],
  [
    'mldef',
    {
      tabs: ['overview', 'tensors', 'files', 'problems', 'edit'],
      view: () => import('./mldef/view/view.ts'),
      signs: { ends: ['.mldef'] },
    },
  ],
  [
    'pickle',
    {
      tabs: ['overview', 'tensors', 'files', 'problems'],
      view: () => import('./pickle/view/view.ts'),
      signs: {
        ends: ['.pkl', '.pickle', '.pck', '.joblib', '.dill', '.pt', '.pth', '.ckpt'],
        heads: ['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'],
      },
    },
  ],
  ['zip', { tabs: FILES_ALONE, signs: { heads: ['PK\x03\x04', 'PK\x05\x06'] } }],
  [
    'tvm-mlf',
    { tabs: ['overview', 'schema', 'tensors', 'files', 'problems'], view: () => import('./mlf/view/view.ts') },
  ],
  // The magic of a tar is beyond its first bytes.
  ['tar', { tabs: FILES_ALONE, signs: { ends: ['.tar', '.tgz', '.nemo'] } }],
  // What gzip holds is opened in its place.
  ['file', { tabs: ['overview', 'files', 'problems'], signs: { heads: ['\x1f\x8b'] } }],
]);

/** The tabs of a format. A format without a line above has those that every package can fill. */
export function tabsOf(format: string, pages = PAGES): readonly [Tab, ...Tab[]] {
  return pages.get(format)?.tabs ?? FILES_ALONE;
}

/** The tabs of an open package: those of its format, without the one that it can never fill. */
export function tabsOfPackage(
  { format, neverTensors }: { format: string; neverTensors?: true | undefined },
  pages = PAGES,
): readonly [Tab, ...Tab[]] {
  const [first, ...others] = tabsOf(format, pages);
  return [first, ...others.filter((tab) => !(neverTensors && tab === 'tensors'))];
}

/**
 * Whether a file may be a package that some format knows, by its name and its first bytes, as far as they are known.
 */
export function mayBePackage(name: string, head: Uint8Array, pages = PAGES): boolean {
  const lower = name.toLowerCase();
  const begins = (sign: string) =>
    sign.length <= head.length && [...sign].every((char, at) => head[at] === char.charCodeAt(0));
  return [...pages.values()].some(
    ({ signs }) => signs?.ends?.some((end) => lower.endsWith(end)) || signs?.heads?.some(begins),
  );
}

/** Whether files may be packages with tensors of their own, by their names alone. Made once for all files of a list. */
export function tensorFileTest(pages = PAGES): (name: string) => boolean {
  const ends = [...pages.values()].flatMap(({ tabs, signs }) => (tabs.includes('tensors') ? (signs?.ends ?? []) : []));
  return (name) => {
    const lower = name.toLowerCase();
    return ends.some((end) => lower.endsWith(end));
  };
}

/** Loads the views of the format that a file's name says, before the file is opened. */
export async function preloadFormatView(name: string, pages = PAGES): Promise<void> {
  const lower = name.toLowerCase();
  const named = [...pages.values()].find(({ signs }) => signs?.ends?.some((end) => lower.endsWith(end)));
  await named?.view?.();
}

/** The views of a format, loaded when first asked for. Undefined where it has none. */
export async function loadFormatView(format: string, pages = PAGES): Promise<FormatView | undefined> {
  return (await pages.get(format)?.view?.())?.view;
}
