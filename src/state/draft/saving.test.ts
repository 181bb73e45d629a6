import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadFileError, CancelledError } from '../../base/errors.ts';
import { editStep } from '../../model/edit/edit.ts';
import { draftOf, textIn } from '../../testing/draft.ts';
import { carton, edited, local, memoryDrafts, tabOf } from '../../testing/draft-tab.ts';
import type { SourceDescriptor } from '../../worker/protocol.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a draft', () => {
  test('that is saved is forgotten once the saved file is open, and not before', async () => {
    const { drafts, storage } = memoryDrafts();
    const { state, calls, pass, finishOpening } = await edited({ storage });
    const saving = state().saveDraft({ name: 'a-edited.carton' });
    await pass();
    expect(calls.at(-1)).toMatchObject({
      name: 'saveDraft',
      ask: { handle: 1, draft: draftOf('{"name":"b"}') },
    });
    const blob = new Blob(['saved']);
    calls.at(-1)?.resolve({ size: 5, blob, privateFiles: ['place'] });
    const { descriptor, ...rest } = await saving;
    expect(rest).toEqual({ download: blob, size: 5, identity: undefined });
    expect([descriptor.file.name, await descriptor.file.text()]).toEqual(['a-edited.carton', 'saved']);
    const failing = state().open(descriptor, undefined, 'saved');
    calls.at(-1)?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await failing;
    expect(textIn(state().draft)).toBe('{"name":"b"}');
    const shown = vi.fn();
    void state().open(descriptor, shown, 'saved');
    expect(calls.at(-1)?.ask).toMatchObject({
      descriptor: { kind: 'file', file: descriptor.file, privateFiles: ['place'], madeOf: [local.file] },
    });
    expect(drafts.size).toBe(1);
    await finishOpening(3, carton({ title: 'b' }));
    await pass(500);
    expect(shown).toHaveBeenCalledOnce();
    expect(state().draft).toBeUndefined();
    expect(drafts.size).toBe(0);
  });

  test('tells all files on the disk that its bytes are slices of, through several saves', async () => {
    const first = new File(['x'], 'first.carton');
    const between: Extract<SourceDescriptor, { kind: 'file' }> = {
      kind: 'file',
      file: new File(['y'], 'between.carton'),
      madeOf: [first],
    };
    const { state, asked, pass } = await edited({}, carton(), between);
    const saving = state().saveDraft({ name: 'b.carton' });
    await pass();
    asked('saveDraft')[0]?.resolve({ blob: new Blob(['x']), size: 1 });
    expect((await saving).descriptor).toMatchObject({ madeOf: [between.file, first] });
  });

  test('counts the editions of a package that was made here', async () => {
    const { state, asked, pass } = await edited({}, carton(), { ...local, edition: 1 });
    const saving = state().saveDraft({ name: 'a-2.carton' });
    await pass();
    asked('saveDraft')[0]?.resolve({ blob: new Blob(['x']), size: 1 });
    expect((await saving).descriptor.edition).toBe(2);
  });

  test('is made of no file on the disk where it was written to one, or came from a host', async () => {
    const file = new File(['saved'], 'chosen.carton');
    const saveTo = { getFile: async () => file } as unknown as FileSystemFileHandle;
    const tab = await edited();
    const written = tab.state().saveDraft({ name: 'b.carton', file: saveTo });
    await tab.pass();
    tab.asked('saveDraft')[0]?.resolve({ size: 5 });
    expect(await written).toEqual({
      descriptor: { kind: 'file', file, handle: saveTo },
      download: undefined,
      size: 5,
      identity: undefined,
    });
    const remote = await edited({}, carton(), { kind: 'url', url: 'https://a.example/a.carton' });
    const copied = remote.state().saveDraft({ name: 'b.carton' });
    await remote.pass();
    remote.asked('saveDraft')[0]?.resolve({ size: 5, blob: new Blob(['saved']), privateFiles: ['place'] });
    expect((await copied).descriptor).toEqual({ kind: 'file', file: expect.any(File), privateFiles: ['place'] });
  });

  test('is canceled with the draft, and by its own signal', async () => {
    const { state, asked, pass } = await edited();
    const controller = new AbortController();
    const cancelled = state().saveDraft({ name: 'b.carton' }, { signal: controller.signal });
    await pass();
    controller.abort();
    await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
    expect(asked('saveDraft')).toHaveLength(1);
    state().edit(editStep({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] }));
    const left = state().saveDraft({ name: 'b.carton' });
    state().close();
    await expect(left).rejects.toBeInstanceOf(CancelledError);
    expect(asked('saveDraft')).toHaveLength(1);
  });

  test('rejects, and does not throw, where there is nothing to save or editing could not begin', async () => {
    const { state, calls, pass } = await tabOf();
    const failing = state().reviewDraft();
    calls.at(-1)?.reject(new BadFileError('carton/toml-missing', 'Gone.'));
    await expect(failing).rejects.toMatchObject({ code: 'carton/toml-missing' });
    state().close();
    await pass();
    await expect(state().saveDraft({ name: 'b.carton' })).rejects.toMatchObject({ code: 'internal/bug' });
  });

  test('gives what to save only once it has its text', async () => {
    const { state, pass } = await edited();
    state().edit(editStep({ name: 'Again', key: 'name', edits: [{ kind: 'set', path: ['name'], value: 'c' }] }));
    let draft: unknown;
    void state()
      .draftToSave()
      .then((value) => {
        draft = value;
      });
    expect(draft).toBeUndefined();
    await pass();
    expect(draft).toEqual(draftOf('{"name":"c"}'));
  });
});

test('a new package comes with the private file that holds it, and leaves the draft as it is', async () => {
  const { state, calls, pass } = await edited(memoryDrafts());
  const choice = { kind: 'a', name: 'New', fields: {}, fromNothing: true };
  const ask = { format: 'card', choice, files: [], compression: 'zstd' } as const;
  const making = state().makePackage(ask, { name: 'new.card' });
  await pass();
  expect(calls.at(-1)).toMatchObject({ name: 'makePackage', ask: { ...ask, name: 'new.card' } });
  const blob = new Blob(['made']);
  calls.at(-1)?.resolve({ size: 4, blob, privateFiles: ['place'], notes: ['Changed.'] });
  const { descriptor, download, size, notes } = await making;
  expect(notes).toEqual(['Changed.']);
  expect([descriptor.file.name, await descriptor.file.text(), download, size]).toEqual(['new.card', 'made', blob, 4]);
  expect(descriptor).toMatchObject({ kind: 'file', privateFiles: ['place'], edition: 1 });
  expect(descriptor.madeOf).toBeUndefined();
  expect(textIn(state().draft)).toBe('{"name":"b"}');
});
