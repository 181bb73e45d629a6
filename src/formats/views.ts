import type { PackageMaker } from '../model/maker.ts';
import type { Tab } from '../model/place.ts';
import { carton } from './carton/descriptor.ts';
import type { FormatDescriptor } from './descriptor.ts';
import { ALL_FORMATS, hasSign } from './list.ts';
import { mldef } from './mldef/descriptor.ts';
import type { FormatView } from './view.ts';

/** The format that the page names while nothing is open. */
export const MAIN_FORMAT = { extension: '.carton' };

/** A format of new packages: what one is called, what one from nothing is, and what makes one. */
export interface MadeFormat {
  format: string;
  one: string;
  /** In a list of formats. */
  label: string;
  template: string;
  load(): Promise<PackageMaker>;
}

/** The formats of new packages, the usual one first. */
export const MADE_FORMATS: readonly [MadeFormat, ...MadeFormat[]] = [
  {
    format: carton.id,
    one: 'carton',
    label: 'Carton',
    template: 'A template for the runner that you choose, with comments that say what to write where.',
    load: async () => (await import('./carton/view/maker.ts')).maker,
  },
  {
    format: mldef.id,
    one: 'mldef model',
    label: 'mldef model',
    template: 'A manifest with two inputs, a dense layer and an output, to be changed in the form.',
    load: async () => (await import('./mldef/view/maker.ts')).maker,
  },
];

/** The format of new packages with this id. */
export function madeFormat(id: string): MadeFormat {
  return MADE_FORMATS.find(({ format }) => format === id) ?? MADE_FORMATS[0];
}

/** Whether a package can become one of a format of new packages: it is of another one. */
export function isOtherThan(made: MadeFormat, pkg: { format: string }): boolean {
  return pkg.format !== made.format;
}

/** A format with what loads its part of the page, where it has one. */
export interface FormatPage extends FormatDescriptor {
  view?: (() => Promise<{ view: FormatView }>) | undefined;
}

const VIEWS = import.meta.glob<{ view: FormatView }>('./*/view/view.ts');

/** What each format has on the page. */
export const PAGES: readonly FormatPage[] = ALL_FORMATS.map((format) => ({
  ...format,
  view: VIEWS[`./${format.folder ?? format.id}/view/view.ts`],
}));

function pageOf(id: string, pages: readonly FormatPage[]): FormatPage | undefined {
  return pages.find((page) => page.id === id);
}

/** The tabs of a format. An unknown format has the tabs that every package can fill. */
export function tabsOf(format: string, pages = PAGES): readonly [Tab, ...Tab[]] {
  return pageOf(format, pages)?.tabs ?? ['files', 'problems'];
}

/**
 * The tabs of an open package: those of its format, without the one that it can never fill. A frame of another page has
 * no Edit.
 */
export function tabsOfPackage(
  pkg: { format: string; neverTensors?: true | undefined },
  isEmbedded = false,
): readonly [Tab, ...Tab[]] {
  const [first, ...others] = tabsOf(pkg.format);
  const isLeft = (tab: Tab) => (pkg.neverTensors && tab === 'tensors') || (isEmbedded && tab === 'edit');
  return [first, ...others.filter((tab) => !isLeft(tab))];
}

/**
 * Whether a file may be a package that some format knows, by its name and its first bytes, as far as they are known.
 */
export function mayBePackage(name: string, head: Uint8Array): boolean {
  return PAGES.some((page) => hasSign(page, name, head));
}

const HELD = { tensor: 'values', weights: 'contents', archive: 'files', package: 'contents' };

/** What people open a file for, by its name and its first bytes: the values of an array, the files of a tar. */
export function contentWord(name: string, head: Uint8Array): string {
  return HELD[PAGES.find((page) => hasSign(page, name, head))?.icon ?? 'package'];
}

const TENSOR_ENDS = PAGES.flatMap(({ tabs, ends }) => (tabs.includes('tensors') && ends) || []);

/** Whether a file may be a package with tensors of its own, by its name alone. */
export function mayHoldTensors(name: string): boolean {
  const lower = name.toLowerCase();
  return TENSOR_ENDS.some((end) => lower.endsWith(end));
}

/** Loads the views of the format that a file's name says, before the file is opened. */
export async function preloadFormatView(name: string): Promise<void> {
  await PAGES.find((page) => hasSign(page, name))?.view?.();
}

/** A format's part of the page, loaded when first asked for. Undefined if it adds nothing. */
export async function loadFormatView(format: string, pages = PAGES): Promise<FormatView | undefined> {
  return (await pageOf(format, pages)?.view?.())?.view;
}
