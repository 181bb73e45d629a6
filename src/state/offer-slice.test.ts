import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { editStep } from '../model/edit.ts';
import { textIn, textsOf } from '../testing/draft.ts';
import { carton, edited, FIRST, HASH, keptDraft, local, memoryDrafts, tabOf } from '../testing/draft-tab.ts';
import { MAX_KEPT_CHARACTERS } from './kept-drafts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a kept draft', () => {
  test('is written soon, and removed where everything is undone', async () => {
    const { drafts, held, storage } = memoryDrafts();
    const { state, pass } = await edited({ storage });
    expect([...drafts.values()]).toMatchObject([
      { hash: HASH, firstTexts: textsOf(FIRST), texts: textsOf('{"name":"b"}'), renew: false, name: 'a.carton' },
    ]);
    expect(held.size).toBe(1);
    expect(state().draft?.unkept).toBeUndefined();
    state().undo();
    await pass(500);
    expect(drafts.size).toBe(0);
    state().redo();
    await pass(500);
    expect(drafts.size).toBe(1);
    await Promise.all([state().discardDraft(), pass(500)]);
    expect([drafts.size, held.size]).toEqual([0, 0]);
    expect(state().draft).toMatchObject({ texts: textsOf(FIRST), changed: false, undo: undefined, redo: undefined });
  });

  test('has the last text there is, where the worker is slow', async () => {
    const { drafts, storage } = memoryDrafts();
    const { state } = await edited({ storage });
    state().edit(editStep({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] }));
    await vi.advanceTimersByTimeAsync(5000);
    expect([...drafts.values()].map(textIn)).toEqual(['{"name":"b"}']);
    expect(state().draft?.unkept).toBeUndefined();
  });

  test('that is too long is not written, and the page can say so', async () => {
    const { drafts, storage } = memoryDrafts();
    const { state, pass } = await edited({ storage });
    state().editText('carton.toml', '#'.repeat(MAX_KEPT_CHARACTERS));
    await pass(500);
    expect(state().draft?.unkept).toBe('too-long');
    expect([...drafts.values()].map(textIn)).toEqual(['{"name":"b"}']);
    state().undo();
    await pass(500);
    expect(state().draft?.unkept).toBeUndefined();
  });

  test('is written at once where the page is about to go', async () => {
    const { drafts, storage } = memoryDrafts();
    let hide = () => {};
    const onHide = (listener: () => void) => {
      hide = listener;
    };
    const { state, pass } = await edited({ storage, onHide });
    state().editText('carton.toml', '# broken');
    hide();
    await pass();
    expect([...drafts.values()]).toMatchObject([{ texts: textsOf('# broken') }]);
  });

  test('is offered by another visit, and restored as one step that can be undone', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    drafts.set('older', keptDraft({ id: 'older', at: 5, texts: textsOf('{"name":"older"}') }));
    const { state, pass } = await tabOf({ storage });
    expect(state().draftOffer).toEqual({
      id: 'old',
      renew: false,
      at: Date.UTC(2026, 0, 2),
      texts: textsOf('{"name":"kept"}'),
      firstTexts: textsOf(FIRST),
      others: 1,
    });
    expect([...held]).toEqual(['old']);
    await Promise.all([state().restoreDraft(), pass(500)]);
    expect(state()).toMatchObject({
      draftOffer: undefined,
      draft: { texts: textsOf('{"name":"kept"}'), changed: true },
    });
    expect(state().draft?.undo).toMatch(/^Restore the draft of .*2026/);
    expect([...drafts.values()].map(textIn)).toEqual(['{"name":"older"}', '{"name":"kept"}']);
    expect(drafts.has('old')).toBe(false);
    state().undo();
    expect(state().draft).toMatchObject({ texts: textsOf(FIRST), changed: false });
  });

  test('does not take another carton’s along where that is opened meanwhile', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    drafts.set('other', keptDraft({ id: 'other', hash: 'b'.repeat(64) }));
    const { state, pass, finishOpening } = await tabOf({ storage });
    let written = () => {};
    const { put } = storage;
    storage.put = async (draft) => {
      await new Promise<void>((resolve) => {
        written = resolve;
      });
      await put(draft);
    };
    const restoring = state().restoreDraft();
    await pass(500);
    void state().open(local);
    const other = carton({ identity: { label: 'Model hash', sha256: 'b'.repeat(64) } });
    await finishOpening(2, other);
    written();
    await Promise.all([restoring, pass(500)]);
    expect(state().draftOffer?.id).toBe('other');
    expect(drafts.has('other') && held.has('other')).toBe(true);
    // Not known to be kept as this one's when it was left, so nothing of it goes.
    expect(drafts.has('old')).toBe(true);
  });

  test('stays in its old place where the browser keeps no more', async () => {
    const { drafts, broken, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const { state, pass } = await tabOf({ storage });
    broken.put = true;
    await Promise.all([state().restoreDraft(), pass(500)]);
    expect(state().draft).toMatchObject({ texts: textsOf('{"name":"kept"}'), unkept: 'failed' });
    expect([...drafts.keys()]).toEqual(['old']);
    expect(held.has('old')).toBe(false);
  });

  test('that had all hashes computed anew is restored without them, and says so', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ renew: 'reseal' }));
    const { state, pass } = await tabOf({ storage });
    expect(state().draftOffer?.renew).toBe('reseal');
    await Promise.all([state().restoreDraft(), pass(500)]);
    expect(state().draft?.current).toMatchObject({ renew: true });
    // Nothing was hashed, and computing the hashes again is one step.
    state().setRenew('reseal', 'Hash');
    await pass(500);
    expect(state().draft).toMatchObject({ current: { renew: 'reseal' }, undo: 'Hash' });
    expect([...drafts.values()]).toMatchObject([{ renew: 'reseal' }]);
    // Renewing is part of it.
    state().setRenew(true, 'Renew');
    expect(state().draft?.undo).toBe('Hash');
    state().undo();
    await pass(500);
    expect([...drafts.values()]).toMatchObject([{ renew: true }]);
  });

  test('that is not wanted goes', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const { state } = await tabOf({ storage });
    await state().discardOffer();
    expect(state().draftOffer).toBeUndefined();
    expect([drafts.size, held.size]).toEqual([0, 0]);
  });

  test('is one of several, of which each can be looked at, and another is offered when one is discarded', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [3, 2, 1]) drafts.set(`of ${at}`, keptDraft({ id: `of ${at}`, at }));
    const { state, pass } = await tabOf({ storage });
    const seen = [state().draftOffer?.id];
    for (let step = 0; step < 3; step++) {
      await state().nextOffer();
      seen.push(state().draftOffer?.id);
      expect([[...held], state().draftOffer?.others]).toEqual([[seen.at(-1)], 2]);
    }
    expect(seen).toEqual(['of 3', 'of 2', 'of 1', 'of 3']);
    await Promise.all([state().discardOffer(), pass(100)]);
    expect(state().draftOffer).toMatchObject({ id: 'of 2', others: 1 });
    expect([...drafts.keys()]).toEqual(['of 2', 'of 1']);
  });

  test('is told of while nothing is open', async () => {
    const { storage } = memoryDrafts();
    const { state, pass } = await edited({ storage });
    state().close();
    await Promise.all([state().lookForKeptDrafts(), pass(500)]);
    expect(state().keptDraftNote).toMatchObject({ name: 'a.carton', others: 0 });
  });

  test('is not offered where the carton’s own text is another, whatever its hash says', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ firstTexts: textsOf('{"name":"another"}') }));
    const { state, pass } = await tabOf({ storage });
    await pass(10_000);
    expect(state().draftOffer).toBeUndefined();
    expect(held.size).toBe(0);
  });

  test('that another tab has open is not offered, until that tab is gone', async () => {
    const { held, storage } = memoryDrafts();
    const first = await edited({ storage });
    const second = await tabOf({ storage });
    expect(second.state().draftOffer).toBeUndefined();
    expect(held.size).toBe(1);
    first.state().close();
    await first.pass(500);
    await second.pass(2000);
    expect(textIn(second.state().draftOffer)).toBe('{"name":"b"}');
  });

  test('of the carton that is opened again in the same tab is offered', async () => {
    const { storage } = memoryDrafts();
    const { put } = storage;
    storage.put = (draft) => new Promise((resolve) => setTimeout(() => resolve(put(draft)), 100));
    const { state, pass, finishOpening } = await tabOf({ storage });
    await Promise.all([state().startDraft(), pass()]);
    state().editText('carton.toml', '{"name":"b"}\n');
    void state().open(local);
    await finishOpening(2);
    await pass(2000);
    expect(state()).toMatchObject({ draft: undefined, draftOffer: { texts: textsOf('{"name":"b"}\n') } });
    state().close();
    expect(state().draftOffer).toBeUndefined();
  });

  test('is not there for a package without a hash, or without storage, and the page can say so', async () => {
    const { drafts, storage } = memoryDrafts();
    const { identity: _, ...nameless } = carton();
    expect((await edited({ storage }, nameless)).state().draft?.unkept).toBe('no-hash');
    expect((await edited()).state().draft?.unkept).toBe('failed');
    expect(drafts.size).toBe(0);
  });
});
