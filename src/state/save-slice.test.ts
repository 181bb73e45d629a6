import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadFileError } from '../base/errors.ts';
import { carton, edited, local, memoryDrafts } from '../testing/draft-tab.ts';

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
      ask: { handle: 1, draft: { text: '{"name":"b"}', reseal: false } },
    });
    const blob = new Blob(['saved']);
    calls.at(-1)?.resolve({ size: 5, blob, kept: 'place' });
    const { descriptor, ...rest } = await saving;
    expect(rest).toEqual({ download: blob, size: 5, identity: undefined });
    expect([descriptor.file.name, await descriptor.file.text()]).toEqual(['a-edited.carton', 'saved']);
    const failing = state().open(descriptor, undefined, 'saved');
    calls.at(-1)?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await failing;
    expect(state().draft?.text).toBe('{"name":"b"}');
    const shown = vi.fn();
    void state().open(descriptor, shown, 'saved');
    expect(calls.at(-1)?.ask).toMatchObject({
      descriptor: { kind: 'file', file: descriptor.file, kept: 'place', madeOf: [local.file] },
    });
    expect(drafts.size).toBe(1);
    await finishOpening(3, carton({ title: 'b' }));
    await pass(500);
    expect(shown).toHaveBeenCalledOnce();
    expect(state().draft).toBeUndefined();
    expect(drafts.size).toBe(0);
  });

  test('gives what is to be saved only once it has its text', async () => {
    const { state, pass } = await edited();
    state().edit({ name: 'Again', key: 'name', edits: [{ kind: 'set', path: ['name'], value: 'c' }] });
    let draft: unknown;
    void state()
      .draftToSave()
      .then((value) => {
        draft = value;
      });
    expect(draft).toBeUndefined();
    await pass();
    expect(draft).toEqual({ text: '{"name":"c"}', reseal: false });
  });
});
