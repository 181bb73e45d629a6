import { describe, expect, test } from 'vitest';
import { keptPath } from './kept-path.ts';

const SCOPE = 'https://a.example/tools/boxcutter/';
const FILES = new Set(['', 'icon.svg', 'assets/index-12345678.js']);

interface Asked {
  method?: string;
  mode?: RequestMode;
  headers?: Record<string, string>;
}

const pathOf = (url: string, { method = 'GET', mode = 'cors', headers = {} }: Asked = {}) =>
  keptPath({ method, mode, headers: new Headers(headers), url: new URL(url, SCOPE).href }, SCOPE, FILES);

describe('a request is for', () => {
  test.each([
    ['./'],
    ['./index.html'],
    ['./?url=https://b.example/m.carton&hash=1#/files/a'],
    ['./index.html?embed=1'],
  ])('the page itself, by a navigation to %s', (url) => {
    expect(pathOf(url, { mode: 'navigate' })).toBe('');
    // What reads the page as a file gets it from the host.
    expect(pathOf(url)).toBeUndefined();
  });

  test.each([
    ['icon.svg', 'icon.svg'],
    ['assets/index-12345678.js', 'assets/index-12345678.js'],
    // A page of an earlier version has others.
    ['worker/entry-87654321.js', 'worker/entry-87654321.js'],
  ])('a file of the build, by %s', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});

describe('a request is the browser’s own', () => {
  test.each<[why: string, url: string, asked?: Asked]>([
    ['for a part of a file', 'icon.svg', { headers: { Range: 'bytes=0-9' } }],
    ['for a part of the page', './', { mode: 'navigate', headers: { range: 'bytes=0-9' } }],
    ['of another method', './', { mode: 'navigate', method: 'POST' }],
    ['for headers alone', 'icon.svg', { method: 'HEAD' }],
    ['for another host', 'https://b.example/tools/boxcutter/icon.svg'],
    ['for another port', 'https://a.example:8443/tools/boxcutter/icon.svg'],
    ['for another folder', '../icon.svg'],
    ['for the folder without its slash', '../boxcutter', { mode: 'navigate' }],
    ['for a page below', 'other/', { mode: 'navigate' }],
    ['for a file that is opened in a tab', 'icon.svg', { mode: 'navigate' }],
    ['for the sample', 'sample.carton'],
    ['for what the build has not made', 'models/a.carton'],
    ['for a file deeper than the build makes any', 'assets/models/a.carton'],
    ['for a folder of the build', 'assets/'],
    ['with a query', 'icon.svg?1'],
  ])('%s', (_, url, asked) => {
    expect(pathOf(url, asked)).toBeUndefined();
  });
});
