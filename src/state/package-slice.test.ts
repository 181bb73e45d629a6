import { describe, expect, it, vi } from 'vitest';
import { BadFileError, InternalError } from '../base/errors.ts';
import type { Package } from '../model/package.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import type { SourceDescriptor } from '../worker/protocol.ts';
import { createAppStore } from './store.ts';

const CLOSED = { verify: false, edit: false, save: false };

function packageNamed(title: string): Package {
  return fakePackage({ name: `${title}.carton`, title, can: CLOSED });
}

const file = (name: string): SourceDescriptor => ({ kind: 'file', file: new File(['x'], name) });

async function opened(title: string) {
  const fake = fakeWorker();
  const store = createAppStore(fake.client);
  const opening = store.getState().open(file(title));
  fake.calls[0]?.resolve({ handle: 1, package: packageNamed(title) });
  await opening;
  return { ...fake, store };
}

describe('opening', () => {
  it('goes from empty through opening to ready', async () => {
    const { client, calls } = fakeWorker();
    const store = createAppStore(client);
    expect(store.getState().load).toEqual({ phase: 'empty' });
    const opening = store.getState().open(file('a.carton'));
    expect(store.getState().load).toEqual({ phase: 'opening', name: 'a.carton' });
    calls[0]?.resolve({ handle: 1, package: packageNamed('a') });
    await opening;
    expect(store.getState().load).toMatchObject({ phase: 'ready', opened: { handle: 1, package: { title: 'a' } } });
  });

  it('fails with the error where nothing was open', async () => {
    const { client, calls } = fakeWorker();
    const store = createAppStore(client);
    const opening = store.getState().open(file('a'));
    calls[0]?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await opening;
    expect(store.getState().load).toMatchObject({ phase: 'failed', error: { code: 'zip/not-a-zip' } });
  });

  it('leaves the open package as it is where the next cannot be opened, and says so', async () => {
    const { store, calls } = await opened('a');
    const second = store.getState().open(file('b'));
    expect(store.getState().load).toMatchObject({ phase: 'opening', opened: { handle: 1 } });
    calls[1]?.reject(new BadFileError('zip/truncated', 'Cut off.'));
    await second;
    expect(store.getState()).toMatchObject({
      load: { phase: 'ready', opened: { handle: 1, package: { title: 'a' } } },
      alert: { code: 'zip/truncated' },
    });
    store.getState().dismissAlert();
    expect(store.getState().alert).toBeUndefined();
  });

  it('closes the package before once the next is there', async () => {
    const { store, calls } = await opened('a');
    const second = store.getState().open(file('b'));
    calls[1]?.resolve({ handle: 2, package: packageNamed('b') });
    await second;
    expect(store.getState().load).toMatchObject({ phase: 'ready', opened: { handle: 2 } });
    expect(calls[2]).toMatchObject({ name: 'close', ask: { handle: 1 } });
  });

  it('cancels the first where a second is opened meanwhile, whichever answers first', async () => {
    const { client, calls } = fakeWorker();
    const store = createAppStore(client);
    const first = store.getState().open(file('a'));
    const second = store.getState().open(file('b'));
    expect(calls[0]?.signal?.aborted).toBe(true);
    calls[1]?.resolve({ handle: 2, package: packageNamed('b') });
    await Promise.all([first, second]);
    expect(store.getState().load).toMatchObject({ phase: 'ready', opened: { package: { title: 'b' } } });
  });

  it('tells before it shows, so that the address can go along, and never for what failed', async () => {
    const { client, calls } = fakeWorker();
    const store = createAppStore(client);
    const phases: string[] = [];
    const tell = () => void phases.push(store.getState().load.phase);
    const failing = store.getState().open(file('a'), tell);
    calls[0]?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await failing;
    expect(phases).toEqual([]);
    const opening = store.getState().open(file('b'), tell);
    calls[1]?.resolve({ handle: 1, package: packageNamed('b') });
    await opening;
    expect(phases).toEqual(['opening']);
  });

  it('closes what is open, and drops what was being opened', async () => {
    const { store, calls } = await opened('a');
    const second = store.getState().open(file('b'));
    store.getState().close();
    expect(store.getState().load).toEqual({ phase: 'empty' });
    await second;
    expect(store.getState().load).toEqual({ phase: 'empty' });
    expect(calls.at(-1)).toMatchObject({ name: 'close', ask: { handle: 1 } });
  });

  it('rejects, and does not throw, where nothing is open to read from', async () => {
    const { readBytes, readBlob, readStatistics, exportNpz } = createAppStore(fakeWorker().client).getState();
    const readings = [readBytes('a', 0, 1), readBlob('a', ''), readStatistics('t'), exportNpz(['t'])];
    for (const reading of readings) await expect(reading).rejects.toMatchObject({ code: 'internal/bug' });
  });

  it('goes back to what was there when cancelled', async () => {
    const { client } = fakeWorker();
    const store = createAppStore(client);
    const opening = store.getState().open(file('a'));
    store.getState().cancelOpening();
    await opening;
    expect(store.getState().load).toEqual({ phase: 'empty' });
  });

  it('opens the same thing again in a new worker when the worker dies, and says so', async () => {
    const { store, calls, die } = await opened('a');
    die();
    expect(calls[1]).toMatchObject({ name: 'open' });
    calls[1]?.resolve({ handle: 7, package: packageNamed('a') });
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.getState()).toMatchObject({
      load: { phase: 'ready', opened: { handle: 7 } },
      alert: { code: 'internal/worker-died' },
    });
  });

  it('brings back what was open where opening something else killed the worker', async () => {
    const { store, calls } = await opened('a');
    const second = store.getState().open(file('b'));
    calls[1]?.reject(new InternalError('internal/worker-died', 'Died.'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls[2]).toMatchObject({ name: 'open', ask: { descriptor: { file: { name: 'a' } } } });
    calls[2]?.resolve({ handle: 9, package: packageNamed('a') });
    await second;
    expect(store.getState()).toMatchObject({
      load: { phase: 'ready', opened: { handle: 9, package: { title: 'a' } } },
      alert: { code: 'internal/worker-died' },
    });
  });

  it('does not try for ever where what is looked at kills the worker, as each new one is asked for it again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { store, calls, die } = await opened('a');
    const revived = async (handle: number) => {
      calls.at(-1)?.resolve({ handle, package: packageNamed('a') });
      await new Promise((resolve) => setTimeout(resolve));
    };
    die();
    await revived(2);
    // Long after, it is another death.
    vi.advanceTimersByTime(60_000);
    die();
    await revived(3);
    expect(store.getState().load).toMatchObject({ phase: 'ready', opened: { handle: 3 } });
    die();
    expect(store.getState()).toMatchObject({
      load: { phase: 'failed', error: { code: 'internal/worker-died' } },
      alert: undefined,
    });
    expect(calls.filter((call) => call.name === 'open')).toHaveLength(3);
    vi.useRealTimers();
  });

  it('does not try for ever where the package itself kills the worker', async () => {
    const { store, calls, die } = await opened('a');
    die();
    calls[1]?.reject(new InternalError('internal/worker-died', 'Died.'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.getState().load).toMatchObject({ phase: 'failed', error: { code: 'internal/worker-died' } });
    expect(calls.filter((call) => call.name === 'open')).toHaveLength(2);
  });
});
