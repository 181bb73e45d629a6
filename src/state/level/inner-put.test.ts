import { expect, test, vi } from 'vitest';
import { sha256 } from '../../codec/sha256.ts';
import { openPackage } from '../../formats/registry.ts';
import { withFileChange } from '../../model/file/file-changes.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { memoryDrafts } from '../../testing/draft-tab.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { sourceOpener } from '../../worker/calls/opening.ts';
import type { WorkerClient } from '../../worker/protocol.ts';
import { PrivateFiles } from '../../worker/saving/private-files.ts';
import type { AppStore } from '../app-state.ts';
import { openedOf } from '../load.ts';
import { putPath } from './inner-put.ts';
import { createLevels } from './levels.ts';

/**
 * outer.zip holds m/middle.zip, which holds inner.zip with a.txt. The one in the middle is compressed with `method`.
 *
 * @param room bytes that the browser's own file system takes
 */
async function opened(method: 0 | 8 = 0, room = 1e9) {
  const inner = buildZip([
    { name: 'a.txt', data: 'one' },
    { name: 'long.txt', data: 'x'.repeat(5000), method: 8 },
  ]);
  const middle = buildZip([{ name: 'inner.zip', data: inner }]);
  const file = new File([buildZip([{ name: 'm/middle.zip', data: middle, method }])], 'outer.zip');
  const { drafts, storage } = memoryDrafts();
  const { done, openSink } = watchedSinks({ limit: room, privateFile: 'place' });
  const start = () => {
    const privateFiles = new PrivateFiles(async (name) => {
      done.push(`adopt ${name}`);
      return () => void done.push(`release ${name}`);
    });
    const spawnHasher = () => Promise.reject(new Error('nothing is hashed on other threads')) as never;
    const openSource = sourceOpener({ privateFiles, openSink, spawnHasher });
    return callsInThread({}, { privateFiles, openSink, openSource });
  };
  let worker = start();
  const deaths = new Set<() => void>();
  const client: WorkerClient = {
    call: (...ask) => worker.call(...ask),
    onDeath(listener) {
      deaths.add(listener);
      return () => deaths.delete(listener);
    },
  };
  const levels = createLevels(client, { drafts: { storage } });
  const { outermost } = levels;
  await outermost.getState().open({ kind: 'file', file });
  const shown = () => levels.state.getState().shown.store;
  return {
    levels,
    outermost,
    drafts,
    done,
    shown,
    name: () => openedOf(shown().getState().load)?.package.name,
    die() {
      worker = start();
      for (const listener of [...deaths]) listener();
    },
  };
}

/** Another text in a file of the package of a store, as a step of its draft. */
async function change(store: AppStore, path: string, text: string): Promise<void> {
  await store.getState().startDraft();
  const files = store.getState().draft?.current.files ?? [];
  const put = { kind: 'put', path, blob: new Blob([text]) } as const;
  store.getState().edit({ name: `Edit ${path}`, files: withFileChange(files, put, () => true) });
}

const textIn = async (store: AppStore, path: string) =>
  new TextDecoder().decode(await store.getState().readBytes(path, 0, 100));

async function fileIn(blob: Blob, ...paths: string[]): Promise<string> {
  const [path, ...more] = paths;
  const open = await openPackage(fileSource(blob, 'a.zip'));
  const source = open.source(path as string) as ByteSource;
  const bytes = (await source.read(0, source.size)) as Uint8Array<ArrayBuffer>;
  return more.length > 0 ? fileIn(new Blob([bytes]), ...more) : new TextDecoder().decode(bytes);
}

test.each([0, 8] as const)(
  'an edited inner package goes into the next one, and that into the next (%i)',
  async (method) => {
    const { levels, outermost, shown, name } = await opened(method);
    await levels.follow('#/in/m/middle.zip/in/inner.zip');
    await change(shown(), 'a.txt', 'two');
    const progress: number[] = [];
    const places: unknown[] = [];
    await levels.putIntoOuter({ onProgress: ({ done, total }) => progress.push(done / total) }, ({ path }, inside) =>
      places.push([path, inside, name()]),
    );
    expect(progress.at(-1)).toBe(1);
    expect(progress.every((part, at) => part >= (progress[at - 1] ?? 0))).toBe(true);
    // The page is told while the inner package is still shown, so that the address is right at once.
    expect(places).toEqual([['inner.zip', ['m/middle.zip'], 'inner.zip']]);
    expect(name()).toBe('middle.zip');
    const { draft } = shown().getState();
    expect(draft?.undo).toBe('Put inner.zip into middle.zip');
    const [put] = draft?.current.files ?? [];
    if (put?.kind !== 'put') throw new Error('nothing was put');
    expect(put.path).toBe('inner.zip');
    expect(put.digest?.sha256).toBe(await sha256(new Uint8Array(await put.blob.arrayBuffer())));
    expect(shown().getState().innerProblems.get('inner.zip')).toMatchObject({ error: 0 });

    // It opens as it will be saved, and so does what is in it.
    await levels.follow('#/in/m/middle.zip/in/inner.zip');
    expect(await textIn(shown(), 'a.txt')).toBe('two');
    expect(await textIn(shown(), 'long.txt')).toBe('x'.repeat(100));
    await levels.follow('#/in/m/middle.zip');
    await levels.putIntoOuter({}, () => {});
    expect(outermost.getState().draft?.undo).toBe('Put middle.zip into outer.zip');
    await levels.follow('#/in/m/middle.zip/in/inner.zip');
    expect(await textIn(shown(), 'a.txt')).toBe('two');
    await levels.follow('#/');
    const { download } = await outermost.getState().saveDraft({ name: 'saved.zip' });
    expect(await fileIn(download as Blob, 'm/middle.zip', 'inner.zip', 'a.txt')).toBe('two');
  },
);

test('a second one replaces the first, and another change of the same file', async () => {
  const { levels, outermost, shown } = await opened();
  await change(outermost, 'm/middle.zip', 'no zip');
  outermost.getState().undo();
  for (const text of ['two', 'three']) {
    await levels.follow('#/in/m/middle.zip');
    await change(shown(), 'b.txt', text);
    await levels.putIntoOuter({}, () => {});
  }
  const { draft, undo } = outermost.getState();
  expect(draft?.current.files).toHaveLength(1);
  const text = async () => {
    await levels.follow('#/in/m/middle.zip');
    const found = await textIn(shown(), 'b.txt');
    await levels.follow('#/');
    return found;
  };
  expect(await text()).toBe('three');
  undo();
  expect(await text()).toBe('two');
  undo();
  await expect(text()).rejects.toMatchObject({ code: 'source/no-such-file' });
});

test('Undo in the outer package leaves the changes as a draft of the inner one, which goes when all is saved', async () => {
  const { levels, outermost, shown, drafts } = await opened();
  const offered = async () => {
    await levels.follow('#/in/m/middle.zip');
    await vi.waitFor(() => expect(shown().getState().hasLookedForDraft).toBe(true));
    const offer = shown().getState().draftOffer;
    await levels.follow('#/');
    return offer;
  };
  await levels.follow('#/in/m/middle.zip');
  await change(shown(), 'a.txt', 'two');
  await levels.putIntoOuter({}, () => {});
  const [id] = [...drafts.keys()];
  const files = outermost.getState().draft?.current.files;
  expect(files).toMatchObject([{ drafts: [id] }]);
  // The outer package has these changes: nobody is asked about them.
  expect(await offered()).toBeUndefined();
  await outermost.getState().lookForKeptDrafts();
  await outermost.getState().editSession()?.draft?.keeper.flush();
  await outermost.getState().lookForKeptDrafts();
  expect(outermost.getState().keptDrafts.map(({ inside }) => inside)).toEqual([[]]);

  outermost.getState().undo();
  expect(outermost.getState().returned).toMatchObject({ act: 'undo', takenOut: ['m/middle.zip'] });
  expect(await offered()).toMatchObject({ id, match: 'same' });
  outermost.getState().redo();
  expect(outermost.getState().returned).toMatchObject({ act: 'redo', takenOut: [] });
  expect(await offered()).toBeUndefined();

  const kept = outermost.getState().draft?.keptId;
  expect([...drafts.keys()].sort()).toEqual([id, kept].sort());
  const { descriptor } = await outermost.getState().saveDraft({ name: 'saved.zip' });
  await outermost.getState().open(descriptor, undefined, 'saved');
  await outermost.getState().earlierDrafts();
  expect([...drafts.keys()]).toEqual([]);
});

test.each(['discardDraft', 'discardKeptDraft'] as const)(
  'whoever discards the outer draft discards all of it: %s',
  async (how) => {
    const { levels, outermost, shown, drafts } = await opened();
    await levels.follow('#/in/m/middle.zip');
    await change(shown(), 'a.txt', 'two');
    await levels.putIntoOuter({}, () => {});
    await outermost.getState().editSession()?.draft?.keeper.flush();
    expect(drafts.size).toBe(2);
    const kept = outermost.getState().draft?.keptId as string;
    if (how === 'discardDraft') await outermost.getState().discardDraft();
    else {
      outermost.getState().close();
      await outermost.getState().lookForKeptDrafts();
      expect(await outermost.getState().discardKeptDraft(kept)).toBe(true);
    }
    expect(drafts.size).toBe(0);
  },
);

test('a private file stays while a state of the outer package needs it, also when the worker has died', async () => {
  const { levels, outermost, shown, done, die } = await opened(8);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    await levels.follow('#/in/m/middle.zip');
    await change(shown(), 'b.txt', 'two');
    await levels.putIntoOuter({}, () => {});
    expect(outermost.getState().draft?.current.files).toMatchObject([{ privateFiles: ['place'] }]);
    const hour = () => vi.advanceTimersByTimeAsync(60 * 60_000);
    await hour();
    outermost.getState().undo();
    await hour();
    outermost.getState().redo();
    expect(done).toHaveLength(1);
    die();
    // Before the package is open again, which may take longer than the file stays without a user.
    expect([outermost.getState().load.phase, ...done.slice(1)]).toEqual(['opening', 'adopt place']);
    await vi.waitFor(() => expect(outermost.getState().load.phase).toBe('ready'));
    expect(done.slice(1)).toEqual(['adopt place']);
    await levels.follow('#/in/m/middle.zip');
    expect(await textIn(shown(), 'b.txt')).toBe('two');
    await levels.follow('#/');
    expect(done.slice(1)).toEqual(['adopt place']);
    await outermost.getState().discardDraft();
    // The browser may still be copying it to the kept draft.
    expect(done.slice(1)).toEqual(['adopt place']);
    await hour();
    expect(done.slice(1)).toEqual(['adopt place', 'release place']);
  } finally {
    vi.useRealTimers();
  }
});

test('where it is canceled, or the browser has no room, nothing has changed', async () => {
  const { levels, outermost, shown, name, done } = await opened(8, 100);
  await levels.follow('#/in/m/middle.zip');
  await change(shown(), 'b.txt', 'two');
  const onPut = vi.fn();
  const canceled = levels.putIntoOuter({ signal: AbortSignal.abort() }, onPut);
  await expect(canceled).rejects.toMatchObject({ tag: 'cancelled' });
  await expect(levels.putIntoOuter({}, onPut)).rejects.toMatchObject({ tag: 'too-large' });
  expect(done.slice(-2)).toEqual(['drop', 'release place']);
  expect(onPut).not.toHaveBeenCalled();
  expect([name(), shown().getState().draft?.changed]).toEqual(['middle.zip', true]);
  expect(outermost.getState().draft?.changed ?? false).toBe(false);
});

test('the path is that of the file which has the bytes, where the draft has it now', () => {
  const of = (path: string) => ({ path, size: 1, role: 'other', hash: 'none', kind: 'file' }) as const;
  const files = [of('a.zip'), { ...of('link.zip'), kind: 'symlink', target: 'a.zip' } as const];
  expect(putPath(files, [], 'a.zip')).toBe('a.zip');
  expect(putPath(files, [], 'link.zip')).toBe('a.zip');
  const rename = { kind: 'rename', from: 'a.zip', to: 'b.zip' } as const;
  expect(putPath(files, [rename], 'a.zip')).toBe('b.zip');
  expect(putPath(files, [{ kind: 'put', path: 'link.zip', blob: new Blob() }], 'link.zip')).toBe('link.zip');
  expect(putPath(files, [{ kind: 'remove', path: 'a.zip' }], 'a.zip')).toBe('a.zip');
});
