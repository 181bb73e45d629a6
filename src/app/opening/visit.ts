import { descriptorName, type SourceDescriptor } from '../../state/load.ts';
import { absoluteUrl, addressedOther, addressedUrl, onMoved, pushAddress, pushStep } from '../page-address.ts';

/** What a step of the browser's history shows. */
export type Visit = { other?: Other | undefined } & (
  | { kind: 'start' }
  /** `byLink`: nobody has opened it on this page. The address names it, as a link of anybody can. */
  | { kind: 'package'; descriptor: SourceDescriptor; byLink?: true }
  /**
   * A local file that was open before a reload: its name, and its id if it is among the recents. Browsers do not keep
   * the file itself for a page.
   */
  | { kind: 'lost'; name?: string | undefined; recent?: string | undefined; byLink?: true | undefined }
);

/** What a package is compared with: another one, its own draft, or a local file that a reload has lost. */
export type Other = SourceDescriptor | 'draft' | { kind: 'lost'; name?: string | undefined };

/** What is known of what a visit shows. */
interface Shown {
  /** What it opened, until a reload. "Back" and "forward" find local files and folders here. */
  descriptor?: SourceDescriptor;
  /** Its id among the recents. */
  recent?: string | undefined;
  /** The name of the local file or folder. */
  name?: string | undefined;
  /** What it was compared with, as `descriptor`, and the name of that where it is local. */
  other?: Other | undefined;
  otherName?: string | undefined;
}

/** What `history.state` holds for each step. */
interface VisitState extends Omit<Shown, 'descriptor' | 'other'> {
  visit: string;
}

const START = 'start';

/**
 * Visits whose packages are remembered, each with its files. Browsers keep some fifty steps of a tab's history: nobody
 * gets back to what was before.
 */
const MAX_VISITS = 100;

/** By the visits' names, the one that was noted last at the end. */
const visits = new Map<string, Shown>();

/** Visits that were begun since the page was loaded, for their names. */
let begun = 0;

/** Begins the visits' names, because the history still has those from before a reload. */
const prefix = Math.random().toString(36).slice(2);

/** The visit that is shown. A step that changes only the fragment belongs to it. */
let current = START;

/** The history step that is shown: its visit and its address. */
let remembered = { visit: START, href: '' };

/** Remembers the present history step as the one that is shown. */
export function rememberVisit(): void {
  remembered = { visit: current, href: window.location.href };
}

onMoved(rememberVisit);

/**
 * Takes back a step back or forward that the user has not agreed to: adds a step that shows the remembered one again.
 */
export function returnToVisit(): void {
  current = remembered.visit;
  pushStep(remembered.href, stateNow());
}

/** The present history step shows what has this id among the recents. */
export function rememberRecent(id: string): void {
  note({ recent: id });
  window.history.replaceState(stateNow(), '');
}

function stateNow(): VisitState {
  const { recent, name, otherName } = shownNow();
  return { visit: current, recent, name, otherName };
}

function shownNow(): Shown {
  return visits.get(current) ?? {};
}

function note(more: Shown): void {
  const shown = { ...shownNow(), ...more };
  visits.delete(current);
  visits.set(current, shown);
  for (const name of [...visits.keys()].slice(0, -MAX_VISITS)) visits.delete(name);
}

function isVisitState(state: unknown): state is VisitState {
  return typeof state === 'object' && state !== null && 'visit' in state && typeof state.visit === 'string';
}

/** What a package is compared with, and the address of that as people gave it. */
export interface OtherVisit {
  descriptor: Other;
  url?: string | undefined;
}

/**
 * Adds a history step for a package. Call it once the package is open. `url` is its address as people gave it,
 * undefined for a local one. `fragment` names a place in it. `other`: it is compared.
 */
export function pushVisit(
  descriptor: SourceDescriptor,
  url: string | undefined,
  fragment = '',
  other?: OtherVisit,
): void {
  current = `${prefix}-${++begun}`;
  note({ descriptor, name: localName(descriptor), other: other?.descriptor, otherName: localName(other?.descriptor) });
  const isAddressed = other !== undefined && other.descriptor !== 'draft';
  pushAddress(url, stateNow(), fragment, isAddressed ? (other.url ?? '') : undefined);
}

/** The name of what is local, which the history keeps and the address does not. */
function localName(of: Other | undefined): string | undefined {
  if (of === undefined || of === 'draft' || of.kind === 'url') return undefined;
  return of.kind === 'lost' ? of.name : descriptorName(of);
}

/**
 * What the present history step shows. A step made by a link within the page becomes part of the visit that is shown.
 */
export function presentVisit(): Visit {
  const { state } = window.history;
  const url = addressedUrl();
  const isStep = isVisitState(state);
  if (!isStep) window.history.replaceState(stateNow(), '');
  else {
    current = state.visit;
    if (typeof state.recent === 'string') note({ recent: state.recent });
    if (typeof state.name === 'string') note({ name: state.name });
    if (typeof state.otherName === 'string') note({ otherName: state.otherName });
  }
  const { descriptor, name, recent } = shownNow();
  const other = presentOther();
  if (descriptor && (isStep || url === undefined)) return { kind: 'package', descriptor, other };
  if (url !== undefined) {
    const named = { kind: 'package', descriptor: { kind: 'url', url: absoluteUrl(url) }, other } as const;
    // A step that this page added was opened here, even if a reload has lost its descriptor.
    return current === START ? { ...named, byLink: true } : named;
  }
  if (current !== START) return { kind: 'lost', name, recent, other };
  // A link that compares a file of whoever follows it. Nobody has opened anything here.
  return other === undefined ? { kind: 'start' } : { kind: 'lost', other, byLink: name === undefined || undefined };
}

/** What the package of the present history step is compared with. */
function presentOther(): Other | undefined {
  const { other, otherName } = shownNow();
  if (other) return other;
  const given = addressedOther();
  if (given === undefined) return undefined;
  return given === '' ? { kind: 'lost', name: otherName } : { kind: 'url', url: absoluteUrl(given) };
}

/**
 * The fragment of the present history step, where it names a place in a local file or folder that a reload has lost and
 * that this may be: it has the same name. Else nothing.
 */
export function placeInLost(descriptor: SourceDescriptor): string {
  const isIt = descriptor.kind !== 'url' && shownNow().name === descriptorName(descriptor);
  return isIt && presentVisit().kind === 'lost' ? window.location.hash : '';
}

/** Whether two descriptors mean the same file, or the same address. */
export function isSame(a: SourceDescriptor, b: SourceDescriptor): boolean {
  if (a === b) return true;
  if (a.kind === 'folder' || b.kind === 'folder' || a.asBytes !== b.asBytes) return false;
  if (a.kind === 'file' && b.kind === 'file') return a.file === b.file;
  return a.kind === 'url' && b.kind === 'url' && a.url === b.url;
}

/** The open address `url` as people gave it, if the page's own address still has it; else `url` itself, absolute. */
export function givenUrl(url: string): string {
  const given = addressedUrl();
  return given !== undefined && absoluteUrl(given) === url ? given : url;
}

/** An address as people give it: that of the sample, and of others beside the page, is short. */
export function writtenUrl(url: string): string {
  const { href } = new URL('.', document.baseURI);
  return url.startsWith(href) && url !== href ? url.slice(href.length) : url;
}
