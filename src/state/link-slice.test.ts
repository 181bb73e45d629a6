import { expect, test } from 'vitest';
import type { Package, PackageFile } from '../model/package.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import type { FetchedLink } from '../worker/protocol.ts';
import { openedOf } from './load.ts';
import { createAppStore } from './store.ts';

const sha = (digit: string) => digit.repeat(64);

function linked(path: string, digit: string, ...urls: string[]): PackageFile {
  return { path, sha256: sha(digit), role: 'model', hash: 'linked', kind: 'file', link: { urls } };
}

const FILES = [
  linked('model/a', 'a', 'https://one.example/a', 'https://two.example/a'),
  linked('model/a2', 'a', 'https://one.example/a', 'https://two.example/a'),
  linked('model/b', 'b', 'https://one.example/b'),
  linked('model/c', 'c', 'https://two.example/c'),
];

function packageWith(files: PackageFile[]): Package {
  return fakePackage({ files, can: { verify: false, edit: false, save: false } });
}

async function opened() {
  const { client, calls } = fakeWorker();
  const store = createAppStore(client);
  let handle = 0;
  const open = async () => {
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle: ++handle, package: packageWith(FILES) });
    await opening;
    calls.length = 0;
  };
  await open();
  return { store, calls, open };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const wrong = (url: string) => ({
  url,
  error: { tag: 'bad-file', code: 'links/hash-mismatch', message: 'What came is wrong.', url } as const,
});
const gone = (url: string) => ({
  url,
  error: { tag: 'network', code: 'source/not-found', message: 'gone', url } as const,
});

test('nothing is asked before an action', async () => {
  const { calls } = await opened();
  expect(calls).toEqual([]);
});

test('what is fetched once counts for all paths of the hash, and is not fetched twice at a time', async () => {
  const { store, calls } = await opened();
  const { fetchLink } = store.getState();
  const first = fetchLink('model/a2', { keep: false });
  expect(await fetchLink('model/a', { keep: false })).toBe(false);
  expect(calls.map(({ name, ask }) => [name, ask])).toEqual([
    ['fetchLink', { handle: 1, path: 'model/a', keep: false }],
  ]);
  calls[0]?.options.onProgress?.({ done: 5, total: 10, url: 'https://two.example/a', tried: [gone('x')] });
  expect(store.getState().linkFetches.get(sha('a'))).toEqual({
    phase: 'running',
    progress: { done: 5, total: 10 },
    url: 'https://two.example/a',
    tried: [gone('x')],
  });
  const answer: FetchedLink = {
    sha256: sha('a'),
    url: 'https://two.example/a',
    size: 10,
    tried: [wrong('https://one.example/a')],
  };
  calls[0]?.resolve(answer);
  expect(await first).toBe(true);
  const state = store.getState();
  expect([state.verdicts.get('model/a'), state.verdicts.get('model/a2'), state.verdicts.get('model/b')]).toEqual([
    'verified',
    'verified',
    undefined,
  ]);
  // An address that gives another file is an error, even where the next one has it.
  expect(state.contentFindings).toMatchObject([
    {
      code: 'links/hash-mismatch',
      severity: 'error',
      path: 'model/a',
      message: 'https://one.example/a did not send “model/a”. What came is wrong.',
    },
  ]);
});

test('a wrong file is a mismatch; one that nobody answers for is as unknown as before', async () => {
  const { store, calls } = await opened();
  const both = [
    store.getState().fetchLink('model/a', { keep: false }),
    store.getState().fetchLink('model/b', { keep: false }),
  ];
  calls[0]?.resolve({ sha256: sha('a'), tried: [wrong('u')] });
  calls[1]?.resolve({ sha256: sha('b'), tried: [gone('v')] });
  expect(await Promise.all(both)).toEqual([false, false]);
  const { verdicts, linkFetches } = store.getState();
  expect([verdicts.get('model/a2'), verdicts.get('model/b')]).toEqual(['mismatch', undefined]);
  expect(linkFetches.get(sha('b'))).toEqual({ phase: 'failed', tried: [gone('v')] });
});

test('a fetched file that is kept changes the package that is shown', async () => {
  const { store, calls } = await opened();
  const fetching = store.getState().fetchLink('model/b', { keep: true });
  const next = packageWith(FILES.map((file) => (file.path === 'model/b' ? { ...file, size: 3, fetched: true } : file)));
  calls[0]?.resolve({ sha256: sha('b'), url: 'u', size: 3, tried: [], package: next });
  await fetching;
  expect(store.getState().load).toMatchObject({ phase: 'ready', opened: { handle: 1, package: next } });
});

test('all are checked, some at once; a cancel stops them and leaves what is known', async () => {
  const { store, calls } = await opened();
  const checking = store.getState().checkLinked();
  expect(calls.map(({ ask }) => 'path' in ask && ask.path)).toEqual(['model/a', 'model/b']);
  expect(store.getState().linkFetches.get(sha('c'))).toEqual({ phase: 'waiting' });
  calls[0]?.resolve({ sha256: sha('a'), url: 'u', size: 7, tried: [] });
  await settled();
  expect(calls.map(({ ask }) => 'path' in ask && ask.path)).toEqual(['model/a', 'model/b', 'model/c']);
  calls[1]?.options.onProgress?.({ done: 2, total: 4 });
  expect(store.getState().linkBatch).toEqual({ phase: 'running', done: 1, total: 3, progress: { done: 9, total: 0 } });
  store.getState().cancelCheck();
  await checking;
  const { linkBatch, linkFetches, verdicts } = store.getState();
  expect(linkBatch).toEqual({ phase: 'idle' });
  expect([sha('a'), sha('b'), sha('c')].map((key) => linkFetches.get(key)?.phase)).toEqual([
    'done',
    'cancelled',
    'cancelled',
  ]);
  expect(verdicts.get('model/a')).toBe('verified');
  // Once more leaves out what matches.
  void store.getState().checkLinked();
  expect(calls.slice(3).map(({ ask }) => 'path' in ask && ask.path)).toEqual(['model/b', 'model/c']);
});

test('a host is asked for each content once; sizes that are known are not asked for again', async () => {
  const { store, calls } = await opened();
  const asking = store.getState().lookUpSizes('one.example');
  void store.getState().lookUpSizes('one.example');
  expect(calls.map(({ ask }) => ask)).toEqual([{ handle: 1, hosts: ['one.example'], paths: ['model/a', 'model/b'] }]);
  calls[0]?.options.onProgress?.({ done: 1, total: 2 });
  expect(store.getState().sizeLookups.get('one.example')).toEqual({ phase: 'running', done: 1, total: 2 });
  calls[0]?.resolve([
    { path: 'model/a', size: 10 },
    { path: 'model/b', error: gone('x').error },
  ]);
  await asking;
  const { linkSizes, sizeLookups } = store.getState();
  expect(linkSizes.get(sha('a'))).toEqual({ host: 'one.example', size: 10 });
  expect(linkSizes.get(sha('b'))).toMatchObject({ error: { code: 'source/not-found' } });
  expect(sizeLookups.size).toBe(0);
  void store.getState().lookUpSizes('two.example');
  expect(calls[1]?.ask).toEqual({ handle: 1, hosts: ['two.example'], paths: ['model/c'] });
});

test('another package ends all of it', async () => {
  const { store, calls, open } = await opened();
  const fetching = store.getState().fetchLink('model/a', { keep: false });
  const asking = store.getState().lookUpSizes('two.example');
  const signals = calls.map(({ options }) => options.signal);
  await open();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  await Promise.all([fetching, asking]);
  const { linkFetches, sizeLookups, linkSizes } = store.getState();
  expect([linkFetches.size, sizeLookups.size, linkSizes.size]).toEqual([0, 0, 0]);
});

test('closing the package ends all of it', async () => {
  const { store, calls } = await opened();
  const fetching = store.getState().fetchLink('model/a', { keep: false });
  const asking = store.getState().lookUpSizes('two.example');
  const signals = calls.map(({ options }) => options.signal);
  store.getState().close();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  await Promise.all([fetching, asking]);
  expect(store.getState()).toMatchObject({ linkFetches: { size: 0 }, linkBatch: { phase: 'idle' } });
});

test('a file that was kept while something else was opened stays when that is canceled', async () => {
  const { store, calls } = await opened();
  const fetching = store.getState().fetchLink('model/b', { keep: true });
  const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'b.carton') });
  const next = packageWith([]);
  calls[0]?.resolve({ sha256: sha('b'), url: 'https://one.example/b', size: 1, tried: [], package: next });
  await fetching;
  store.getState().cancelOpening();
  await opening;
  expect(openedOf(store.getState().load)?.package).toBe(next);
});

test('a file that no address gives is told of until it is fetched', async () => {
  const { store, calls, open } = await opened();
  const failing = store.getState().fetchLink('model/a', { keep: false });
  calls[0]?.resolve({ sha256: sha('a'), tried: [gone('https://one.example/a')] } satisfies FetchedLink);
  await failing;
  // Two paths have this hash.
  expect(store.getState().linksNotFetched).toEqual({ files: 2, path: 'model/a' });
  expect(store.getState().verdicts.get('model/a')).toBeUndefined();
  const again = store.getState().fetchLink('model/a', { keep: false });
  calls[1]?.resolve({ sha256: sha('a'), url: 'https://one.example/a', size: 1, tried: [] } satisfies FetchedLink);
  await again;
  expect(store.getState().linksNotFetched).toEqual({ files: 0 });
  await open();
  expect(store.getState().linksNotFetched).toEqual({ files: 0 });
});

test('files that all matched are checked again, and what shows then takes the place of what was known', async () => {
  const { store, calls } = await opened();
  const answer = async (answers: Record<string, Partial<FetchedLink>>) => {
    const checking = store.getState().checkLinked();
    for (let seen = 0; seen < 3; ) {
      await settled();
      for (const { ask, resolve } of calls.splice(0)) {
        const { path } = ask as { path: string };
        resolve({ sha256: sha(path.at(-1) as string), tried: [], ...answers[path] });
        seen++;
      }
    }
    await checking;
  };
  const good = (name: string) => ({ url: `https://one.example/${name}`, size: 1 });
  await answer({ 'model/a': good('a'), 'model/b': good('b'), 'model/c': good('c') });
  expect(store.getState().verdicts.tally).toMatchObject({ listed: 4, matching: 4 });
  // By now one is another file, and one is gone.
  await answer({
    'model/a': { tried: [wrong('https://one.example/a')] },
    'model/b': { tried: [gone('https://one.example/b')] },
    'model/c': good('c'),
  });
  expect(store.getState().verdicts.tally).toMatchObject({ matching: 1, linked: 1, wrong: 2, wrongLinked: 2 });
  expect(store.getState().linksNotFetched).toEqual({ files: 1, path: 'model/b' });
  expect(store.getState().contentFindings).toMatchObject([{ code: 'links/hash-mismatch', path: 'model/a' }]);
  const mended = store.getState().fetchLink('model/a', { keep: false });
  calls.pop()?.resolve({ sha256: sha('a'), tried: [], ...good('a') });
  await mended;
  expect(store.getState().contentFindings).toEqual([]);
});
