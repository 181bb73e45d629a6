import { describe, expect, it, vi } from 'vitest';
import { BadFileError, CancelledError } from '../base/errors.ts';
import { finding } from '../base/findings.ts';
import { MAX_BLOBS_AT_ONCE, PAGE_CACHE_BYTES } from '../base/limits.ts';
import type { PackageFile } from '../model/package.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import { openedOf } from './load.ts';
import { createAppStore } from './store.ts';

const CLOSED = { verify: false, edit: false, save: false };
const PLANE = { rows: [0, 2], columns: [0, 2] } as never;

async function opened() {
  const { client, calls, die } = fakeWorker();
  const store = createAppStore(client);
  let handle = 0;
  const open = async () => {
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle: ++handle, package: fakePackage({ can: CLOSED }) });
    await opening;
    calls.length = 0;
  };
  await open();
  return { ...store.getState(), store, calls, die, open };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('reads files of a package beside the one that is shown, and keeps what it read apart', async () => {
  const { readBytes, readPicture, readBlob, calls } = await opened();
  const draft = { texts: new Map() } as never;
  for (const of of [undefined, { handle: 7 }, { handle: 7, draft }, { handle: 7, draft }, { handle: 7 }]) {
    readBytes('a', 0, 1, { of }).catch(() => {});
    await settled();
  }
  readPicture('a', { of: { handle: 7, draft } }).catch(() => {});
  readBlob('a', 'image/png', { of: { handle: 7 }, maxBytes: 9 }).catch(() => {});
  await settled();
  expect(calls.map(({ name, ask }) => [name, (ask as { handle: number }).handle, 'draft' in ask && ask.draft])).toEqual(
    [
      ['read', 1, undefined],
      ['read', 7, undefined],
      ['read', 7, draft],
      ['picture', 7, draft],
      ['blob', 7, undefined],
    ],
  );
});

describe('files that a draft changes', () => {
  async function withDraft() {
    const { client, calls } = fakeWorker();
    const store = createAppStore(client);
    const files = ['a', 'b'].map((path): PackageFile => ({ path, role: 'other', hash: 'none', kind: 'file' }));
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    calls.shift()?.resolve({ handle: 1, package: fakePackage({ can: { ...CLOSED, edit: true }, files }) });
    await opening;
    const started = store.getState().startDraft();
    calls.find(({ name }) => name === 'editDraft')?.resolve({ texts: new Map(), values: {} });
    await started;
    store.getState().edit({
      name: 'Change files',
      files: [
        { kind: 'rename', from: 'a', to: 'c' },
        { kind: 'put', path: 'a', blob: new Blob(['put here']) },
      ],
    });
    calls.length = 0;
    return { ...store.getState(), store, calls };
  }
  const asked = (calls: Awaited<ReturnType<typeof withDraft>>['calls']) =>
    calls.filter(({ name }) => name !== 'editDraft').map(({ name, ask }) => [name, (ask as { path: string }).path]);

  it('are read where their bytes are: on this computer, or under their old path', async () => {
    const { readBytes, readBlob, digestFile, calls } = await withDraft();
    expect(new TextDecoder().decode(await readBytes('a', 4, 99))).toBe('here');
    expect(await (await readBlob('a', 'text/plain')).text()).toBe('put here');
    await expect(readBlob('a', 'text/plain', { maxBytes: 3 })).rejects.toMatchObject({ code: 'source/too-large' });
    expect(asked(calls)).toEqual([]);
    for (const read of [readBytes('c', 0, 1), readBlob('c', ''), digestFile('c')]) read.catch(() => {});
    await settled();
    expect(asked(calls)).toEqual([
      ['read', 'a'],
      ['blob', 'a'],
      ['digestFile', 'a'],
    ]);
  });

  it('are read as they were opened where that is asked for, and after Undo', async () => {
    const { readBytes, undo, calls } = await withDraft();
    void readBytes('a', 0, 1, { asOpened: true }).catch(() => {});
    await settled();
    undo();
    void readBytes('a', 0, 2).catch(() => {});
    await settled();
    expect(asked(calls)).toEqual([
      ['read', 'a'],
      ['read', 'a'],
    ]);
  });

  it('show the worker a picture that is not in the package', async () => {
    const { readPicture, calls } = await withDraft();
    void readPicture('a').catch(() => {});
    void readPicture('c').catch(() => {});
    await settled();
    const pictures = calls
      .filter(({ name }) => name === 'picture')
      .map(({ ask }) => ask as { path: string; blob?: Blob });
    expect(pictures.map(({ path, blob }) => [path, blob?.size])).toEqual([
      ['a', 8],
      ['a', undefined],
    ]);
  });
});

describe('a file that was read whole', () => {
  const FILES = ['a', 'b'].map(
    (path): PackageFile => ({ path, sha256: 'aa', role: 'model', hash: 'unverified', kind: 'file' }),
  );

  async function withFiles() {
    const { client, calls } = fakeWorker();
    const store = createAppStore(client);
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    calls.shift()?.resolve({
      handle: 1,
      package: fakePackage({ can: CLOSED, files: FILES }),
      verdicts: [{ path: 'b', hash: 'mismatch', sha256: 'bb' }],
      findings: [finding('zip/crc-mismatch', 'It is wrong.', { path: 'b' })],
    });
    await opening;
    return { store, calls };
  }

  it('has its verdict without another read, also where opening has read it', async () => {
    const { store, calls } = await withFiles();
    expect(store.getState().verdicts.get('b')).toBe('mismatch');
    expect(store.getState().contentFindings).toHaveLength(1);
    const heard = vi.fn();
    void store.getState().readBytes('a', 0, 9, { onProgress: heard });
    calls[0]?.options.onProgress?.({ done: 9, total: 9, verdicts: [{ path: 'a', hash: 'verified', sha256: 'aa' }] });
    expect(store.getState().verdicts.get('a')).toBe('verified');
    expect(heard).toHaveBeenCalledWith({ done: 9, total: 9 });
  });

  it('is asked for with the hash that it was found to have', async () => {
    const { store, calls } = await withFiles();
    const { readBlob } = store.getState();
    void readBlob('a', '');
    void readBlob('b', '');
    store.getState().setVerdicts([{ path: 'a', hash: 'verified' }]);
    void readBlob('a', '');
    expect(calls.map(({ ask }) => (ask as { sha256?: string }).sha256)).toEqual([undefined, 'bb', 'aa']);
  });

  it('says nothing of a package that is not open any more', async () => {
    const { store, calls } = await withFiles();
    void store
      .getState()
      .digestFile('a')
      .catch(() => {});
    const digest = calls[0];
    store.getState().close();
    digest?.options.onProgress?.({ done: 9, total: 9, verdicts: [{ path: 'a', hash: 'mismatch', sha256: 'cc' }] });
    expect(store.getState().verdicts.size).toBe(0);
  });
});

describe('what is read', () => {
  it('is asked of the open package, and asked for once', async () => {
    const { calls, readBytes, readCells, readBlock, readStatistics, readBlob, readPicture } = await opened();
    const bytes = Uint8Array.of(1, 2);
    const blob = new Blob(['x']);
    const asked = [
      [() => readBytes('a', 0, 2), 'read', { handle: 1, path: 'a', start: 0, end: 2 }, bytes],
      [() => readCells('t', PLANE), 'tensorCells', { handle: 1, tensor: 't', plane: PLANE }, ['1', '2']],
      [
        () => readPicture('a'),
        'picture',
        { handle: 1, path: 'a' },
        { kind: { kind: 'bytes', label: 'Data' }, size: 2 },
      ],
      [() => readBlock('t', 5), 'tensorBlock', { handle: 1, tensor: 't', index: 5 }, { number: 0 }],
      [() => readStatistics('t'), 'tensorStatistics', { handle: 1, tensor: 't' }, { count: 2 }],
      [
        () => readBlob('a', 'image/png', { maxBytes: 9 }),
        'blob',
        { handle: 1, path: 'a', type: 'image/png', maxBytes: 9 },
        blob,
      ],
    ] as const;
    for (const [read, name, ask, answer] of asked) {
      calls.length = 0;
      const reading = read();
      await settled();
      expect(calls).toMatchObject([{ name, ask }]);
      calls[0]?.resolve(answer);
      expect(await reading).toBe(answer);
      expect(await read()).toBe(answer);
      expect(calls).toHaveLength(1);
    }
  });

  it('is told apart by all that it depends on', async () => {
    const { calls, readBytes, readCells, readBlob } = await opened();
    const other = { rows: [2, 4], columns: [0, 2] } as never;
    const readings = [
      readBytes('a', 0, 2),
      readBytes('a', 0, 3),
      readBytes('b', 0, 2),
      readCells('a', PLANE),
      readCells('a', other),
    ];
    for (const call of calls) call.resolve(call.name === 'read' ? Uint8Array.of(1) : ['1']);
    await Promise.all(readings);
    expect(calls).toHaveLength(5);
    const blobs = [readBlob('a', 'image/png', { maxBytes: 9 }), readBlob('a', 'image/gif', { maxBytes: 9 })];
    await settled();
    for (const call of calls.slice(5)) call.resolve(new Blob(['x']));
    await Promise.all(blobs);
    expect(calls).toHaveLength(7);
  });

  it('is asked for again after a failure', async () => {
    const { calls, readBytes } = await opened();
    const failing = readBytes('a', 0, 2);
    calls[0]?.reject(new BadFileError('zip/crc-mismatch', 'Damaged.'));
    await expect(failing).rejects.toMatchObject({ code: 'zip/crc-mismatch' });
    const again = readBytes('a', 0, 2);
    calls[1]?.resolve(Uint8Array.of(1));
    expect(await again).toEqual(Uint8Array.of(1));
  });

  it('is canceled for the one who cancels alone', async () => {
    const { calls, readBytes } = await opened();
    const controller = new AbortController();
    const first = readBytes('a', 0, 2, { signal: controller.signal });
    const second = readBytes('a', 0, 2);
    controller.abort();
    await expect(first).rejects.toBeInstanceOf(CancelledError);
    // Both wait for one call.
    expect(calls.map(({ signal }) => signal?.aborted)).toEqual([false]);
    calls[0]?.resolve(Uint8Array.of(1));
    expect(await second).toEqual(Uint8Array.of(1));
  });

  it('is dropped where it takes too much, the least recently used first', async () => {
    const { calls, readBytes } = await opened();
    const half = new Uint8Array(PAGE_CACHE_BYTES / 2);
    const read = async (path: string) => {
      const before = calls.length;
      const reading = readBytes(path, 0, half.length);
      calls[before]?.resolve(half);
      await reading;
      return calls.length > before;
    };
    expect([await read('a'), await read('b'), await read('a')]).toEqual([true, true, false]);
    expect(await read('c')).toBe(true);
    expect([await read('a'), await read('b')]).toEqual([false, true]);
  });

  it('is forgotten with its package: the same path of the next one is read again', async () => {
    const { calls, open, readBytes } = await opened();
    const first = readBytes('a', 0, 2);
    calls[0]?.resolve(Uint8Array.of(1));
    await first;
    await open();
    const second = readBytes('a', 0, 2);
    expect(calls[0]?.ask).toMatchObject({ handle: 2 });
    calls[0]?.resolve(Uint8Array.of(2));
    expect(await second).toEqual(Uint8Array.of(2));
  });

  it('is not taken for the next package’s where it arrives late, even under the same handle', async () => {
    const { store, calls, die, readBytes } = await opened();
    const late = readBytes('a', 0, 2);
    const [lateCall] = calls;
    die();
    calls.at(-1)?.resolve({ handle: 1, package: fakePackage({ can: CLOSED }) });
    await settled();
    expect(openedOf(store.getState().load)?.handle).toBe(1);
    lateCall?.resolve(Uint8Array.of(1));
    expect(await late).toEqual(Uint8Array.of(1));
    const next = readBytes('a', 0, 2);
    calls.at(-1)?.resolve(Uint8Array.of(2));
    expect(await next).toEqual(Uint8Array.of(2));
  });

  it('stays where the package has got files', async () => {
    const { store, calls, readBytes } = await opened();
    const first = readBytes('a', 0, 2);
    calls[0]?.resolve(Uint8Array.of(1));
    await first;
    const before = openedOf(store.getState().load);
    if (!before) throw new Error('Nothing is open.');
    store.getState().packageChanged({ ...before, package: fakePackage({ can: CLOSED }) }, 'grown');
    expect(await readBytes('a', 0, 2)).toEqual(Uint8Array.of(1));
    expect(calls).toHaveLength(1);
  });
});

describe('a Blob', () => {
  it('that is downloaded is not cached, and waits for none that are shown', async () => {
    const { calls, readBlob } = await opened();
    for (let at = 0; at < MAX_BLOBS_AT_ONCE; at++) void readBlob(`${at}`, 'image/png', { maxBytes: 9 });
    for (let time = 0; time < 2; time++) {
      const reading = readBlob('a', 'application/octet-stream');
      const call = calls.at(-1);
      expect(call?.ask).toEqual({ handle: 1, path: 'a', type: 'application/octet-stream' });
      const blob = new Blob(['x']);
      call?.resolve(blob);
      expect(await reading).toBe(blob);
    }
  });

  it('that is shown waits its turn, and leaves it where it is canceled', async () => {
    const { calls, readBlob } = await opened();
    const first = readBlob('0', 'image/png', { maxBytes: 9 });
    for (let at = 1; at < MAX_BLOBS_AT_ONCE; at++) void readBlob(`${at}`, 'image/png', { maxBytes: 9 });
    const controller = new AbortController();
    const cancelled = readBlob('cancelled', 'image/png', { maxBytes: 9, signal: controller.signal });
    void readBlob('last', 'image/png', { maxBytes: 9 });
    await settled();
    expect(calls).toHaveLength(MAX_BLOBS_AT_ONCE);
    controller.abort();
    await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
    calls[0]?.reject(new BadFileError('zip/crc-mismatch', 'Damaged.'));
    await expect(first).rejects.toMatchObject({ code: 'zip/crc-mismatch' });
    await settled();
    expect(calls.slice(MAX_BLOBS_AT_ONCE).map(({ ask }) => 'path' in ask && ask.path)).toEqual(['last']);
  });
});

it('an .npy file is made again each time', async () => {
  const { calls, exportTensor } = await opened();
  for (let time = 0; time < 2; time++) {
    const reading = exportTensor('t', { kind: 'npy' });
    expect(calls[time]).toMatchObject({
      name: 'tensorExport',
      ask: { handle: 1, tensor: 't', file: { kind: 'npy' } },
    });
    calls[time]?.resolve(new Blob(['x']));
    await reading;
  }
});

it('a file that has changed or is gone is told, whoever reads it', async () => {
  const { store, calls, readBytes } = await opened();
  for (const [at, code] of (['source/changed', 'source/read-failed'] as const).entries()) {
    const reading = readBytes(`${at}`, 0, 2);
    calls[at]?.reject(new BadFileError(code, 'It is another one.'));
    await expect(reading).rejects.toMatchObject({ code });
    expect(store.getState().alert?.code).toBe(code);
    store.getState().dismissAlert();
  }
});
