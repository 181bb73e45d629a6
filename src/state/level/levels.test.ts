import { expect, test, vi } from 'vitest';
import { type Container, sourceContainer } from '../../archive/container.ts';
import { memorySource } from '../../source/memory.ts';
import { type BuiltEntry, buildZip } from '../../testing/builders/zip-builder.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import type { WorkerClient } from '../../worker/protocol.ts';
import { openedOf } from '../load.ts';
import { createLevels } from './levels.ts';

const descriptor = { kind: 'url', url: 'https://a.example/a.zip' } as const;

/** a.zip holds m/b.zip, which holds c.zip with a.txt; and broken.zip, which is not a zip. */
const INNERMOST = buildZip([{ name: 'a.txt', data: 'deep' }]);
const MIDDLE = buildZip([
  { name: 'c.zip', data: INNERMOST },
  { name: 'a.txt', data: 'one' },
  { name: 'a.txt', data: 'two' },
]);
const ENTRIES: BuiltEntry[] = [
  { name: 'm/b.zip', data: MIDDLE },
  { name: 'broken.zip', data: 'no zip' },
  { name: 'x.txt', data: 'x' },
];

async function opened() {
  const deaths = new Set<() => void>();
  const start = (): ReturnType<typeof callsInThread> => callsInThread({ container: containerOf() });
  const containerOf = (): Container => sourceContainer(memorySource('a.zip', buildZip(ENTRIES)));
  let worker = start();
  const calls: string[] = [];
  const client: WorkerClient = {
    call(name, ask, options) {
      calls.push(name);
      return worker.call(name, ask, options);
    },
    onDeath(listener) {
      deaths.add(listener);
      return () => deaths.delete(listener);
    },
  };
  const levels = createLevels(client);
  await levels.outermost.getState().open(descriptor);
  return {
    levels,
    calls,
    deaths,
    die() {
      worker = start();
      for (const listener of deaths) listener();
    },
    shown: () => openedOf(levels.state.getState().shown.store.getState().load)?.package.name,
  };
}

test('follows an address into packages and back out, and keeps the outer ones as they are', async () => {
  const { levels, shown, calls, deaths } = await opened();
  const { outermost } = levels;
  const { opened: outer } = { opened: openedOf(outermost.getState().load) };
  const listeners = deaths.size;
  expect(await levels.follow('#/in/m/b.zip/in/c.zip/files/a.txt')).toBe('shown');
  expect(shown()).toBe('c.zip');
  expect(levels.state.getState().shown.inside).toEqual(['m/b.zip', 'c.zip']);
  expect(levels.keptBy('#/in/m/b.zip/files')).toBe(2);
  expect(levels.keptBy('#/files')).toBe(1);
  const { store } = levels.state.getState().shown;
  expect(new TextDecoder().decode(await store.getState().readBytes('a.txt', 0, 9))).toBe('deep');
  const opens = calls.filter((name) => name === 'open').length;
  expect(await levels.follow('#/in/m/b.zip/files/x?line=3')).toBe('shown');
  expect(shown()).toBe('b.zip');
  expect(store.getState().load.phase).toBe('empty');
  expect(await levels.follow('#/files')).toBe('shown');
  expect(shown()).toBe('a.zip');
  expect(openedOf(outermost.getState().load)).toBe(outer);
  expect(calls.filter((name) => name === 'open')).toHaveLength(opens);
  expect(calls.filter((name) => name === 'close')).toHaveLength(2);
  expect(deaths.size).toBe(listeners);
});

test('what is followed as soon as the outermost package is there stays', async () => {
  const { levels, shown } = await opened();
  await levels.follow('#/in/m/b.zip');
  let followed: Promise<unknown> | undefined;
  let handle = openedOf(levels.outermost.getState().load)?.handle;
  levels.outermost.subscribe(({ load }) => {
    const next = openedOf(load)?.handle;
    if (next === handle) return;
    handle = next;
    followed = levels.follow('#/in/m/b.zip/in/c.zip');
  });
  await levels.outermost.getState().open(descriptor);
  expect(await followed).toBe('shown');
  expect(shown()).toBe('c.zip');
});

test('tells the outer package of the problems inside, also once that is closed, until another one is open', async () => {
  const { levels } = await opened();
  const { outermost } = levels;
  await levels.follow('#/in/m/b.zip');
  await levels.follow('#/');
  await vi.waitFor(() =>
    expect(outermost.getState().innerProblems.get('m/b.zip')).toEqual({
      place: 'open m/b.zip',
      error: 1,
      warning: 0,
      info: 0,
    }),
  );
  expect(openedOf(outermost.getState().load)?.package.findings).toEqual([]);
  await outermost.getState().open(descriptor);
  expect(outermost.getState().innerProblems.size).toBe(0);
});

test.each([
  ['#/in/broken.zip/files', { inside: [], path: 'broken.zip' }, 'zip/not-a-zip'],
  ['#/in/nothing/files', { inside: [], path: 'nothing/files' }, 'source/no-such-file'],
  ['#/in/m/b.zip/in/none', { inside: ['m/b.zip'], path: 'none' }, 'source/no-such-file'],
])('what cannot be opened leaves what is open: %s', async (fragment, followed, code) => {
  const { levels, shown } = await opened();
  expect(await levels.follow(fragment)).toEqual(followed);
  expect(shown()).toBe(followed.inside.length === 0 ? 'a.zip' : 'b.zip');
  const { alert, opening } = levels.state.getState();
  expect([alert?.code, opening]).toEqual([code, undefined]);
  levels.dismissAlerts();
  expect(levels.state.getState().alert).toBeUndefined();
});

test('what was refused opens as bytes where people choose that, and stays so', async () => {
  const { levels, shown } = await opened();
  await levels.follow('#/in/broken.zip');
  expect(levels.state.getState().alert).toMatchObject({ code: 'zip/not-a-zip', inner: 'broken.zip' });
  expect(await levels.follow('#/in/broken.zip', { asBytes: true })).toBe('shown');
  expect(shown()).toBe('broken.zip');
  const { store, choice } = levels.state.getState().shown;
  expect(openedOf(store.getState().load)?.package).toMatchObject({ format: 'file', preview: 'broken.zip' });
  expect(choice).toEqual({ asBytes: true });
  expect(await levels.follow('#/in/broken.zip/files/broken.zip')).toBe('shown');
  expect(levels.state.getState().shown.store).toBe(store);
  // A package that opens as one can be shown as bytes too.
  await levels.follow('#/in/m/b.zip');
  await levels.follow('#/in/m/b.zip', { asBytes: true });
  expect(openedOf(levels.state.getState().shown.store.getState().load)?.package.format).toBe('file');
});

test('an address that is followed while another one is gives way', async () => {
  const { levels, shown } = await opened();
  const first = levels.follow('#/in/m/b.zip/in/c.zip');
  expect(levels.state.getState().opening?.name).toBe('b.zip');
  expect(await levels.follow('#/in/m/b.zip')).toBe('shown');
  expect(await first).toBe('left');
  expect(shown()).toBe('b.zip');
  const canceled = levels.follow('#/in/m/b.zip/in/c.zip');
  for (let tick = 0; tick < 50 && !levels.state.getState().opening; tick++) await Promise.resolve();
  expect(levels.state.getState().opening?.name).toBe('c.zip');
  levels.cancelOpening();
  expect(await canceled).toEqual({ inside: ['m/b.zip'], path: 'c.zip' });
  expect(levels.state.getState().alert).toBeUndefined();
});

test('inner packages are gone with the outer one, and come back with it after the worker has died', async () => {
  const { levels, shown, die } = await opened();
  await levels.follow('#/in/m/b.zip/in/c.zip');
  die();
  expect(levels.state.getState().opening).toBeDefined();
  await vi.waitFor(() => expect(levels.state.getState().opening).toBeUndefined());
  expect(shown()).toBe('c.zip');
  const { store } = levels.state.getState().shown;
  expect(new TextDecoder().decode(await store.getState().readBytes('a.txt', 0, 9))).toBe('deep');
  await store.getState().open(descriptor);
  expect(shown()).toBe('a.zip');
  expect(levels.state.getState().levels).toHaveLength(1);
});
