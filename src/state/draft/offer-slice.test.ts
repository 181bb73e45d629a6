import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadFileError } from '../../base/errors.ts';
import type { FileChange } from '../../model/draft.ts';
import { editStep } from '../../model/edit/edit.ts';
import { textIn, textsOf } from '../../testing/draft.ts';
import { carton, edited, FIRST, HASH, keptDraft, local, memoryDrafts, tabOf } from '../../testing/draft-tab.ts';
import type { AppState } from '../app-state.ts';
import { type KeptDraft, MAX_KEPT_CHARACTERS } from './kept-drafts.ts';

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
    state().edit({ name: 'Edit the text', texts: new Map([['carton.toml', '#'.repeat(MAX_KEPT_CHARACTERS)]]) });
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
    state().edit({ name: 'Edit the text', texts: new Map([['carton.toml', '# broken']]) });
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
      match: 'same',
      name: 'a.carton',
      origin: undefined,
      texts: textsOf('{"name":"kept"}'),
      firstTexts: textsOf(FIRST),
      files: [],
      others: 1,
    });
    expect([...held.keys()]).toEqual(['old']);
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
    expect(state().draft).toMatchObject({ texts: textsOf('{"name":"kept"}'), unkept: 'full' });
    expect([...drafts.keys()]).toEqual(['old']);
    expect(held.has('old')).toBe(false);
  });

  test('that had all hashes computed again is restored without them, and says so', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ renew: 'reseal' }));
    const { state, pass } = await tabOf({ storage });
    expect(state().draftOffer?.renew).toBe('reseal');
    await Promise.all([state().restoreDraft(), pass(500)]);
    expect(state().draft?.current).toMatchObject({ renew: true });
    // Nothing was hashed, and computing the hashes again is one step.
    state().edit({ name: 'Hash', renew: 'reseal' });
    await pass(500);
    expect(state().draft).toMatchObject({ current: { renew: 'reseal' }, undo: 'Hash' });
    expect([...drafts.values()]).toMatchObject([{ renew: 'reseal' }]);
    // Renewing is part of it.
    state().edit({ name: 'Renew', renew: true });
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

  test('is one of several that can each be looked at, and another is offered when one is discarded', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [3, 2, 1]) drafts.set(`of ${at}`, keptDraft({ id: `of ${at}`, at }));
    const { state, pass } = await tabOf({ storage });
    const seen = [state().draftOffer?.id];
    for (let step = 0; step < 3; step++) {
      await state().nextOffer();
      seen.push(state().draftOffer?.id);
      expect([[...held.keys()], state().draftOffer?.others]).toEqual([[seen.at(-1)], 2]);
    }
    expect(seen).toEqual(['of 3', 'of 2', 'of 1', 'of 3']);
    await Promise.all([state().discardOffer(), pass(100)]);
    expect(state().draftOffer).toMatchObject({ id: 'of 2', others: 1 });
    expect([...drafts.keys()]).toEqual(['of 2', 'of 1']);
  });

  test('is told of while nothing is open, with the texts that it changes', async () => {
    const { drafts, storage } = memoryDrafts();
    const { state, pass } = await edited({ storage });
    drafts.set('old', keptDraft({ at: 1, name: 'b.carton', origin: 'https://a.example/b.carton' }));
    state().close();
    await Promise.all([state().lookForKeptDrafts(), pass(500)]);
    expect(state().keptDrafts).toMatchObject([
      { name: 'a.carton', origin: undefined, texts: textsOf('{"name":"b"}') },
      { id: 'old', name: 'b.carton', origin: 'https://a.example/b.carton', texts: textsOf('{"name":"kept"}') },
    ]);
  });

  test('can be discarded while nothing is open, unless a tab has it', async () => {
    const { drafts, held, storage, broken } = memoryDrafts();
    const { state, pass } = await tabOf({ storage });
    state().close();
    for (const id of ['a', 'b']) drafts.set(id, keptDraft({ id }));
    await Promise.all([state().lookForKeptDrafts(), pass(500)]);
    held.set('a', {});
    expect([await state().discardKeptDraft('a'), await state().discardKeptDraft('b')]).toEqual([false, true]);
    expect([[...drafts.keys()], state().keptDrafts.map(({ id }) => id), [...held.keys()]]).toEqual([
      ['a'],
      ['a'],
      ['a'],
    ]);
    held.clear();
    broken.remove = true;
    expect([await state().discardKeptDraft('a'), drafts.size, held.size]).toEqual([false, 1, 0]);
  });

  test('is of another version where the carton’s own text is another, whatever its hash says', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ firstTexts: textsOf('{"name":"another"}') }));
    const { state, pass } = await tabOf({ storage });
    await pass(10_000);
    expect(state().draftOffer).toMatchObject({ id: 'old', match: 'other-version' });
  });

  test('that another tab has open is not offered, until that tab is gone', async () => {
    const { held, storage } = memoryDrafts();
    const first = await edited({ storage });
    const second = await tabOf({ storage });
    expect(second.state().draftOffer).toBeUndefined();
    expect(held.size).toBe(1);
    await second.pass(2000);
    const [id] = held.keys();
    expect(second.state()).toMatchObject({ draftOffer: undefined, draftElsewhere: { id, isTaken: false } });
    first.state().close();
    await first.pass(500);
    await second.pass(2000);
    expect(second.state().draftElsewhere).toBeUndefined();
    expect(textIn(second.state().draftOffer)).toBe('{"name":"b"}');
  });

  test('of the carton that is opened again in the same tab is offered', async () => {
    const { storage } = memoryDrafts();
    const { put } = storage;
    storage.put = (draft) => new Promise((resolve) => setTimeout(() => resolve(put(draft)), 100));
    const { state, pass, finishOpening } = await tabOf({ storage });
    await Promise.all([state().startDraft(), pass()]);
    state().edit({ name: 'Edit the text', texts: new Map([['carton.toml', '{"name":"b"}\n']]) });
    void state().open(local);
    await finishOpening(2);
    await pass(2000);
    expect(state()).toMatchObject({ draft: undefined, draftOffer: { texts: textsOf('{"name":"b"}\n') } });
    state().close();
    expect(state().draftOffer).toBeUndefined();
  });

  test('is there for a package without a hash, and without storage the page can say that nothing is kept', async () => {
    const { drafts, storage } = memoryDrafts();
    const { identity: _, ...nameless } = carton();
    expect((await edited({ storage }, nameless)).state().draft?.unkept).toBeUndefined();
    expect([...drafts.values()]).toMatchObject([{ name: 'a.carton', firstTexts: textsOf(FIRST) }]);
    expect((await edited()).state().draft?.unkept).toBe('failed');
  });
});

describe('a draft that another tab has', () => {
  /** Two tabs of the same package. The first has changed it. */
  async function twoTabs() {
    const memory = memoryDrafts();
    const first = await edited({ storage: memory.storage });
    const second = await tabOf({ storage: memory.storage });
    await second.pass(2000);
    const pass = async () => {
      for (let round = 0; round < 3; round++) for (const tab of [first, second]) await tab.pass(1000);
    };
    return { memory, first, second, pass };
  }

  test('is taken over as it was last written, and the first tab shows its package and writes no more', async () => {
    const { memory, first, second, pass } = await twoTabs();
    await Promise.all([second.state().takeOverDraft(), pass()]);
    expect(second.state()).toMatchObject({
      draft: { texts: textsOf('{"name":"b"}'), changed: true, unkept: undefined },
      draftOffer: undefined,
      draftElsewhere: undefined,
    });
    expect(first.state()).toMatchObject({ draft: { changed: false }, draftOffer: undefined });
    const [id] = memory.drafts.keys();
    expect(first.state().draftElsewhere).toMatchObject({ id, isTaken: true });
    expect([memory.drafts.size, [...memory.held.keys()]]).toEqual([1, [id]]);
    // And back again.
    await Promise.all([first.state().takeOverDraft(), pass()]);
    expect(first.state()).toMatchObject({ draft: { changed: true }, draftElsewhere: undefined });
    expect(second.state()).toMatchObject({ draft: { changed: false }, draftElsewhere: { isTaken: true } });
    expect([memory.drafts.size, memory.held.size]).toEqual([1, 1]);
  });

  test('does not keep this one from a draft of its own, and neither is lost', async () => {
    const { memory, first, second, pass } = await twoTabs();
    await Promise.all([second.state().startDraft(), second.pass()]);
    second.state().edit({ name: 'Edit the text', texts: new Map([['carton.toml', '{"name":"c"}']]) });
    await pass();
    expect([...memory.drafts.values()].map(textIn)).toEqual(['{"name":"b"}', '{"name":"c"}']);
    first.state().close();
    await pass();
    // Its own is not offered to it.
    expect(second.state()).toMatchObject({ draftOffer: { texts: textsOf('{"name":"b"}') }, draftElsewhere: undefined });
  });

  test('is looked for again whenever somebody comes back to the page', async () => {
    const { storage } = memoryDrafts();
    let show = () => {};
    const onShow = (listener: () => void) => {
      show = listener;
    };
    const second = await tabOf({ storage, onShow });
    await second.pass(2000);
    await edited({ storage });
    expect(second.state().draftElsewhere).toBeUndefined();
    show();
    await second.pass(2000);
    expect(second.state().draftElsewhere).toMatchObject({ isTaken: false });
  });

  test('and that is gone when it is to be taken over is not taken for anything', async () => {
    const { memory, second, pass } = await twoTabs();
    memory.drafts.clear();
    await Promise.all([second.state().takeOverDraft(), pass()]);
    expect(second.state()).toMatchObject({ draft: undefined, draftOffer: undefined, draftElsewhere: undefined });
  });
});

describe('a draft of another version of the package', () => {
  const NEWER = '{"name":"a","license":"MIT"}';
  const change = (path: string, value: string) =>
    editStep({ name: `Set ${path}`, edits: [{ kind: 'set', path: [path], value }] });

  async function newer(parts: Partial<KeptDraft> = {}) {
    const memory = memoryDrafts();
    memory.drafts.set('old', keptDraft({ hash: 'cd'.repeat(32), ...parts }));
    const tab = await tabOf({ storage: memory.storage }, carton(), local, NEWER);
    return { memory, ...tab };
  }

  test('is offered, with the values of both, and nothing is taken up unasked', async () => {
    const { state, pass } = await newer({ renew: 'reseal' });
    expect(state().draftOffer).toMatchObject({ id: 'old', match: 'other-version', renew: 'reseal' });
    const [values] = await Promise.all([state().readOffer(), pass()]);
    expect(values).toEqual({
      first: { name: 'a' },
      now: { name: 'kept' },
      onto: { name: 'a', license: 'MIT' },
      texts: textsOf(NEWER),
    });
    expect(state().draft).toBeUndefined();
  });

  test('is applied in steps that can be undone one by one, and is then kept in its new place alone', async () => {
    const { memory, state, pass } = await newer();
    const steps = [change('name', 'kept'), change('more', 'x')];
    await Promise.all([state().applyOffer(steps, true), pass(500)]);
    expect(textIn(state().draft)).toBe('{"name":"kept","license":"MIT","more":"x"}');
    expect([...memory.drafts.values()].map(textIn)).toEqual([textIn(state().draft)]);
    expect([memory.drafts.has('old'), memory.held.has('old'), state().draftOffer]).toEqual([false, false, undefined]);
    state().undo();
    expect(state().draft?.undo).toBe('Set name');
    state().undo();
    expect(state().draft).toMatchObject({ texts: textsOf(NEWER), changed: false });
  });

  test('is offered again once all of it is undone', async () => {
    const { memory, state, pass } = await newer();
    await Promise.all([state().applyOffer([change('name', 'kept'), change('more', 'x')], true), pass(500)]);
    state().undo();
    await pass(500);
    expect(state().draftOffer).toBeUndefined();
    state().undo();
    await pass(500);
    expect(state().draftOffer?.id).toBe('old');
    expect([...memory.drafts.keys()]).toEqual(['old']);
    await Promise.all([state().restoreDraft(), pass(500)]);
    expect(memory.drafts.has('old')).toBe(false);
    state().undo();
    await pass(500);
    expect(state().draftOffer?.id).toBe('old');
  });

  test('stays kept where something of it does not fit, or could not be made or kept', async () => {
    for (const why of ['misfit', 'refused', 'full'] as const) {
      const { memory, state, calls, pass } = await newer();
      if (why === 'full') memory.broken.put = true;
      await Promise.all([state().startDraft(), pass()]);
      const applying = state().applyOffer([change('name', 'kept')], why !== 'misfit');
      if (why === 'refused') {
        await vi.advanceTimersByTimeAsync(100);
        calls.at(-1)?.reject(new BadFileError('internal/edit-refused', 'No.'));
      }
      await Promise.all([applying, pass(500)]);
      expect([why, memory.drafts.has('old'), memory.held.has('old')]).toEqual([why, true, false]);
      expect([why, state().draftOffer]).toEqual([why, undefined]);
    }
  });

  test('brings its whole text where the user wants that, but no changes of other files', async () => {
    const { memory, state, pass } = await newer({ renew: 'reseal', texts: textsOf('# no value') });
    await Promise.all([state().restoreDraft(), pass(500)]);
    expect(state().draft).toMatchObject({ texts: textsOf('# no value'), current: { renew: false } });
    expect([...memory.drafts.values()]).toMatchObject([{ texts: textsOf('# no value'), renew: false }]);
  });

  test('brings the files along that it added, and stays kept where it did more with files', async () => {
    const added: FileChange = { kind: 'put', path: 'new.png', blob: new Blob(['png']), id: '1' };
    const replaced: FileChange = { kind: 'put', path: 'carton.toml', blob: new Blob(['x']), id: '2' };
    const ways = {
      apply: (state: AppState) => state.applyOffer([change('name', 'kept')], true),
      restore: (state: AppState) => state.restoreDraft(),
    };
    for (const [way, take] of Object.entries(ways))
      for (const files of [[added], [replaced, added]]) {
        const { memory, state, pass } = await newer({ files });
        await Promise.all([take(state()), pass(500)]);
        const isWhole = files.length === 1;
        expect([way, state().draft?.current.files]).toEqual([way, [added]]);
        expect([way, memory.drafts.get('old')?.files]).toEqual([way, isWhole ? undefined : files]);
        const others = [...memory.drafts.values()].filter(({ id }) => id !== 'old');
        expect([way, others.map((draft) => draft.files)]).toEqual([way, [[added]]]);
        while (state().draft?.undo !== undefined) state().undo();
        await pass(500);
        expect([way, memory.drafts.get('old')?.files]).toEqual([way, files]);
      }
  });

  test('is left alone where it is not wanted now, and offered for the package that is opened for it', async () => {
    const { memory, state, pass, finishOpening } = await newer({ name: 'was.carton', title: 'was' });
    expect(state().draftOffer).toBeUndefined();
    state().openForDraft('old');
    void state().open(local);
    await finishOpening(2);
    expect(state().draftOffer).toMatchObject({ id: 'old', match: 'other-version', name: 'was.carton' });
    state().passOffer();
    expect([state().draftOffer, memory.held.size, memory.drafts.size]).toEqual([undefined, 0, 1]);
    void state().open(local);
    await finishOpening(3);
    await pass(2000);
    expect(state().draftOffer).toBeUndefined();
  });
});
