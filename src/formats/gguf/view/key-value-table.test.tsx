import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { GgufOwn } from '../core/own.ts';
import { KeyValueTable } from './key-value-table.tsx';

const OWN: GgufOwn = {
  little: true,
  lengthBytes: 8,
  path: 'm.gguf',
  version: 3,
  shardCount: 1,
  keyValueCount: 0n,
  keyValues: [],
  dataStarts: [],
};

it.each([
  [0n, 'The header has no key-value pairs.'],
  [1n, 'The key-value pairs of the header could not be read.'],
])('says why no pair is shown, of %i that the header states', (keyValueCount, said) => {
  expect(renderToStaticMarkup(<KeyValueTable own={{ ...OWN, keyValueCount }} />)).toContain(said);
});
