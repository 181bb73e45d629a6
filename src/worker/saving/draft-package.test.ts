import { describe, expect, test } from 'vitest';
import { folderContainer } from '../../archive/container.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { sha256 } from '../../codec/sha256.ts';
import { draftedPackage } from '../../model/draft.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { draftOf, textIn } from '../../testing/draft.ts';
import { callsInThread } from '../../testing/worker-calls.ts';

const TOML = `spec_version = 1
model_name = "Old"

[runner]
runner_name = "noop"
required_framework_version = "=1.0.0"
runner_compat_version = 1
`;
const EDITED = TOML.replace('Old', 'Another name');
const EDITS = [{ kind: 'set', path: ['model_name'], value: 'Another name' }];
const LINKED = 'far away';

const descriptor = { kind: 'file' as const, file: new File([], 'a.carton') };

async function files(): Promise<{ name: string; data: Uint8Array<ArrayBuffer> }[]> {
  const contents: Record<string, string> = {
    'carton.toml': TOML,
    'model/a.bin': 'weights',
    'tensor_data/index.toml': 'tensor = []\n',
  };
  const linked = await sha256(encodeUtf8(LINKED));
  const lines = await Promise.all(
    Object.entries(contents).map(async ([path, text]) => `${path}=${await sha256(encodeUtf8(text))}\n`),
  );
  contents.MANIFEST = [...lines, `model/far.bin=${linked}\n`].sort().join('');
  contents.LINKS = `version = 1\n\n[urls]\n${linked} = ["https://a.example/far"]\n`;
  return Object.entries(contents).map(([name, text]) => ({ name, data: encodeUtf8(text) }));
}

async function opened() {
  const source = memorySource('a.carton', buildZip(await files()));
  const worker = callsInThread({ container: source }, { fetch: async () => new Response(LINKED) });
  return { worker, ...(await worker.call('open', { descriptor })) };
}

const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('a package with a draft', () => {
  test('is the one that saving would give, files and all', async () => {
    const { worker, handle, package: own } = await opened();
    const state = await worker.call('editDraft', { handle, draft: draftOf(TOML), edits: EDITS });
    expect(textIn(state)).toBe(EDITED);
    if (!state.package) throw new Error(state.error?.message);
    // Only the rows that differ are told.
    expect(
      state.package.files?.flatMap((piece) => ('items' in piece ? piece.items.map(({ path }) => path) : [])),
    ).toEqual(['carton.toml']);
    const drafted = draftedPackage(own, state.package);
    const draft = draftOf(EDITED);
    const saved = await worker.call('reviewDraft', { handle, draft });
    expect(drafted).toMatchObject({ title: 'Another name', size: saved.size, identity: saved.identity });
    expect(drafted.identity).not.toEqual(own.identity);
    const [before, after] = [own, drafted].map((each) => fileIndex(each.files).get('carton.toml'));
    expect(after).toMatchObject({ size: EDITED.length, sha256: await sha256(encodeUtf8(EDITED)) });
    expect(before).toMatchObject({ size: TOML.length, sha256: await sha256(encodeUtf8(TOML)) });
    const [row] = [own, drafted].map((each) => fileIndex(each.files).get('model/a.bin'));
    expect(fileIndex(drafted.files).get('model/a.bin')).toBe(row);
  });

  test('is read where that is asked for, and the open one else', async () => {
    const { worker, handle, package: own } = await opened();
    const draft = draftOf(EDITED);
    const read = async (path: string, asked: { draft?: typeof draft }) =>
      decoded(await worker.call('read', { handle, path, start: 0, end: 10_000, ...asked }));
    expect(await read('carton.toml', { draft })).toBe(EDITED);
    expect(await read('carton.toml', {})).toBe(TOML);
    const manifest = await read('MANIFEST', { draft });
    expect(manifest).toContain(`carton.toml=${await sha256(encodeUtf8(EDITED))}\n`);
    expect(await read('MANIFEST', {})).toContain(`carton.toml=${await sha256(encodeUtf8(TOML))}\n`);
    // Of another draft than the one that was asked about last, too.
    expect(await read('carton.toml', { draft: draftOf(`${TOML}\n`) })).toBe(`${TOML}\n`);
    const blob = await worker.call('blob', { handle, path: 'carton.toml', type: 'text/plain', draft });
    expect(await blob.text()).toBe(EDITED);
    expect((await worker.call('open', { descriptor })).package).toEqual(own);
  });

  test('that changes nothing is the open one', async () => {
    const { worker, handle, package: own } = await opened();
    const state = await worker.call('editDraft', { handle, draft: draftOf(TOML) });
    expect(state.package && draftedPackage(own, state.package)).toEqual(own);
    expect(state.package).not.toHaveProperty('files');
  });

  test('has the linked files that were fetched', async () => {
    const { worker, handle } = await opened();
    const { package: grown } = await worker.call('fetchLink', { handle, path: 'model/far.bin', keep: true });
    const state = await worker.call('editDraft', { handle, draft: draftOf(EDITED) });
    if (!grown || !state.package) throw new Error('Something is missing.');
    const drafted = draftedPackage(grown, state.package);
    expect(fileIndex(drafted.files).get('model/far.bin')).toBe(fileIndex(grown.files).get('model/far.bin'));
    expect(fileIndex(drafted.files).get('model/far.bin')).toMatchObject({ fetched: true });
    const ask = { handle, path: 'model/far.bin', start: 0, end: 100, draft: draftOf(EDITED) };
    expect(decoded(await worker.call('read', ask))).toBe(LINKED);
  });

  test('is opened with its texts where it cannot be saved', async () => {
    const entries = (await files()).map(({ name, data }) => ({ path: `a/${name}`, file: new File([data], name) }));
    const worker = callsInThread({ container: folderContainer('a', entries) });
    const { handle, package: own } = await worker.call('open', { descriptor });
    expect(own.can).toMatchObject({ edit: true, save: false });
    const state = await worker.call('editDraft', { handle, draft: draftOf(TOML), edits: EDITS });
    if (!state.package) throw new Error(state.error?.message);
    const drafted = draftedPackage(own, state.package);
    expect(drafted).toMatchObject({ title: 'Another name', identity: own.identity, can: own.can });
    expect(fileIndex(drafted.files).get('carton.toml')?.size).toBe(EDITED.length);
    const ask = { handle, path: 'carton.toml', start: 0, end: 10_000 };
    expect(decoded(await worker.call('read', { ...ask, draft: draftOf(EDITED) }))).toBe(EDITED);
    expect(decoded(await worker.call('read', ask))).toBe(TOML);
  });

  test('says why there is none, and the edit is made anyway', async () => {
    const { worker, handle } = await opened();
    const draft = { ...draftOf(TOML), files: [{ kind: 'remove' as const, path: 'MANIFEST' }] };
    const state = await worker.call('editDraft', { handle, draft, edits: EDITS });
    expect(textIn(state)).toBe(EDITED);
    expect(state).toMatchObject({ error: { code: 'internal/bug', message: expect.stringContaining('MANIFEST') } });
    expect(state).not.toHaveProperty('package');
  });

  test('is not opened any more once that is cancelled', async () => {
    const source = memorySource('a.carton', buildZip(await files()));
    const controller = new AbortController();
    const { openPackage } = await import('../../formats/registry.ts');
    let isOpen = false;
    const worker = callsInThread(
      { container: source },
      {
        async openPackage(container, context) {
          if (isOpen) controller.abort();
          return openPackage(container, context);
        },
      },
    );
    const { handle } = await worker.call('open', { descriptor });
    isOpen = true;
    const ask = { handle, draft: draftOf(TOML), edits: EDITS };
    await expect(worker.call('editDraft', ask, { signal: controller.signal })).rejects.toMatchObject({
      tag: 'cancelled',
    });
  });
});
