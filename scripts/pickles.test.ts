import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Standing, standingOf } from '../src/pickle/standing.ts';
import { picklesDocument } from './pickles/document.ts';
import { MILDER, PEERS, STRICTER } from './pickles/peers.ts';

/** What Boxcutter says of `module.name`, or of a name of `module.*` that it cannot know. */
function judged(full: string): Standing {
  const at = full.lastIndexOf('.');
  return standingOf(full.slice(0, at), full.endsWith('*') ? 'anything' : full.slice(at + 1));
}

const milder = MILDER.flatMap(({ names }) => names);
const stricter = STRICTER.flatMap(({ names }) => names);

describe('docs/pickles.md', () => {
  it('is what `npm run pickles` writes', () => {
    expect(readFileSync(new URL('../docs/pickles.md', import.meta.url), 'utf8')).toBe(picklesDocument());
  });
});

describe.each(PEERS)('$name', ({ unsafe, safe }) => {
  it('calls nothing unsafe that is not dangerous here, but for the differences that are listed', () => {
    expect(unsafe.filter((name) => judged(name) !== 'dangerous' && !milder.includes(name))).toEqual([]);
  });

  it('calls nothing safe that is not harmless here, but for the differences that are listed', () => {
    expect(safe.filter((name) => judged(name) !== 'harmless' && !stricter.includes(name))).toEqual([]);
  });
});

describe('the differences', () => {
  it('are some, and of names in the lists', () => {
    expect(milder.filter((name) => judged(name) === 'dangerous')).toEqual([]);
    expect(stricter.filter((name) => judged(name) === 'harmless')).toEqual([]);
    expect(milder.filter((name) => !PEERS.some(({ unsafe }) => unsafe.includes(name)))).toEqual([]);
    expect(stricter.filter((name) => !PEERS.some(({ safe }) => safe.includes(name)))).toEqual([]);
  });
});
