import { expect, test } from 'vitest';
import type { FileLink } from '../../../model/draft.ts';
import type { LinkFetchState } from '../../../state/link-slice.ts';
import { linkState } from './known.ts';

const SHA256 = 'a'.repeat(64);
const [A, B] = ['https://a.example/f', 'https://b.example/f'];

function stateOf(urls: string[], { fetched, change }: { fetched?: LinkFetchState; change?: Partial<FileLink> } = {}) {
  const fetches = new Map(fetched ? [[SHA256, fetched]] : []);
  const links = new Map(change ? [['f', { kind: 'link', path: 'f', urls, ...change } as FileLink]] : []);
  return linkState({ sha256: SHA256, paths: ['f'], urls }, fetches, { get: () => 'verified' }, links);
}

const fetchedFrom = (url: string): LinkFetchState => ({ phase: 'done', url, size: 1, tried: [] });

test('a link is compared where its file was verified, or came from one of its addresses', () => {
  expect(stateOf([A])).toBe('matching');
  expect(stateOf([A, B], { fetched: fetchedFrom(B), change: {} })).toBe('matching');
  expect(stateOf([A], { fetched: { phase: 'failed', tried: [] } })).toBe('failed');
});

test('addresses that the draft has changed are not, before they have sent the file', () => {
  expect(stateOf([B], { change: {} })).toBe('unchecked');
  // Another address sent it, which the file no longer has.
  expect(stateOf([B], { fetched: fetchedFrom(A), change: {} })).toBe('unchecked');
  expect(stateOf([B], { change: { isCompared: true } })).toBe('matching');
  // The address before did not.
  const failed: LinkFetchState = { phase: 'failed', tried: [] };
  expect(stateOf([B], { fetched: failed, change: { isCompared: true } })).toBe('matching');
  expect(stateOf([B], { fetched: failed, change: {} })).toBe('failed');
  // Its hash and size may be known without its bytes.
  expect(stateOf([B], { change: { sha256: SHA256, size: 1 } })).toBe('unchecked');
});
