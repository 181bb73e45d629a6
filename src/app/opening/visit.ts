import type { SourceDescriptor } from '../../state/load.ts';
import { absoluteUrl, addressedUrl, onMoved, pushAddress, pushStep } from '../page-address.ts';

/** What a step of the browser's history shows. */
export type Visit =
  | { kind: 'start' }
  | { kind: 'package'; descriptor: SourceDescriptor }
  /** A local file that was open before the page was loaded again; browsers do not let a page keep it. */
  | { kind: 'lost' };

/** Beside each step in `history.state`. */
interface VisitState {
  visit: string;
}

const START = 'start';

/** Local files and folders by the name of their visit, for as long as the page lives, so that "back" and "forward" find them. */
const local = new Map<string, SourceDescriptor>();

/** Names of visits must not be those of the page's earlier life, which the history still has. */
const life = Math.random().toString(36).slice(2);

/** The visit that is shown; a step that only changed the fragment belongs to it. */
let current = START;

/** The step of the history that is shown, with what is looked at in it. */
let remembered = { visit: START, href: '' };

/** Notes that the present step is the one that is shown. */
export function rememberVisit(): void {
  remembered = { visit: current, href: window.location.href };
}

onMoved(rememberVisit);

/** Where the user went back or forward and does not want to leave what is shown: adds a step that shows it as it was. */
export function returnToVisit(): void {
  current = remembered.visit;
  pushStep(remembered.href, { visit: current } satisfies VisitState);
}

function isVisitState(state: unknown): state is VisitState {
  return typeof state === 'object' && state !== null && 'visit' in state && typeof state.visit === 'string';
}

/**
 * Adds a step that shows a package. Call it when the package is there. `url` is what people gave, for the address. `fragment` is
 * what is looked at in it.
 */
export function pushVisit(descriptor: SourceDescriptor, url: string | undefined, fragment = ''): void {
  current = `${life}-${local.size}`;
  local.set(current, descriptor);
  pushAddress(url, { visit: current } satisfies VisitState, fragment);
}

/** What the history's present step shows; a step by a link within the page is made part of the visit that is shown. */
export function presentVisit(): Visit {
  const { state } = window.history;
  const url = addressedUrl();
  const descriptor = isVisitState(state) ? local.get(state.visit) : undefined;
  if (!isVisitState(state)) window.history.replaceState({ visit: current } satisfies VisitState, '');
  else current = state.visit;
  if (descriptor) return { kind: 'package', descriptor };
  if (url !== undefined) return { kind: 'package', descriptor: { kind: 'url', url: absoluteUrl(url) } };
  if (current === START) return { kind: 'start' };
  const known = local.get(current);
  return known ? { kind: 'package', descriptor: known } : { kind: 'lost' };
}

/** Whether two descriptors mean the same thing. */
export function isSame(a: SourceDescriptor, b: SourceDescriptor): boolean {
  if (a === b) return true;
  if (a.kind === 'file' && b.kind === 'file') return a.file === b.file;
  return a.kind === 'url' && b.kind === 'url' && a.url === b.url;
}

/** An address that is open as it was given, where the page's own address still has that; else absolute. */
export function givenUrl(url: string): string {
  const given = addressedUrl();
  return given !== undefined && absoluteUrl(given) === url ? given : url;
}
