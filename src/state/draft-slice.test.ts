import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadFileError, InternalError } from '../base/errors.ts';
import { finding } from '../base/findings.ts';
import type { DraftState } from '../model/draft.ts';
import { applyEdits, type Edit } from '../model/edit.ts';
import type { FieldValues } from '../model/field.ts';
import type { Package } from '../model/package.ts';
import { type FakeCall, fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import type { SourceDescriptor } from '../worker/protocol.ts';
import type { DraftKeeping } from './draft-slice.ts';
import { type DraftStorage, type KeptDraft, MAX_KEPT_CHARACTERS } from './kept-drafts.ts';
import { createAppStore } from './store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const FIRST = '{"name":"a"}';
const HASH = 'ab'.repeat(32);

/** The worker's part, with JSON for TOML. The view has no title where there is no name. */
function answerTo({ text = FIRST, edits = [] }: { text?: string; edits?: Edit[] }): DraftState {
  const { files: _, tensors: __, ...view } = fakePackage({ identity: { label: 'Model hash', sha256: HASH } });
  if (!text.startsWith('{')) return { text, view };
  const values = applyEdits(JSON.parse(text) as FieldValues, edits);
  const title = values.name as string | undefined;
  return { text: JSON.stringify(values), values, view: { ...view, ...(title === undefined ? {} : { title }) } };
}

/** Storage that several tabs share. */
function memoryDrafts() {
  const drafts = new Map<string, KeptDraft>();
  const held = new Set<string>();
  const broken = { put: false };
  const storage: DraftStorage = {
    of: async (hash) => [...drafts.values()].filter((draft) => draft.hash === hash),
    all: async () => [...drafts.values()],
    async put(draft) {
      if (broken.put) throw new DOMException('full', 'QuotaExceededError');
      drafts.set(draft.id, draft);
    },
    remove: async (id) => void drafts.delete(id),
    async hold(id) {
      if (held.has(id)) return undefined;
      held.add(id);
      return () => void held.delete(id);
    },
  };
  return { drafts, held, broken, storage };
}

const keptDraft = (parts: Partial<KeptDraft> = {}): KeptDraft => ({
  id: 'old',
  hash: HASH,
  firstText: FIRST,
  text: '{"name":"kept"}',
  reseal: false,
  at: Date.UTC(2026, 0, 2),
  name: 'a.carton',
  ...parts,
});

const carton = (parts: Partial<Package> = {}) =>
  fakePackage({
    title: 'a',
    identity: { label: 'Model hash', sha256: HASH },
    files: [{ path: 'carton.toml', role: 'description', hash: 'unverified', kind: 'file' }],
    can: { verify: true, edit: true, repack: true },
    ...parts,
  });

const local: SourceDescriptor = { kind: 'file', file: new File(['x'], 'a.carton') };

/** A tab with a package that is open. */
async function tabOf(keeping: DraftKeeping = {}, content = carton(), descriptor: SourceDescriptor = local) {
  const { client, calls, die } = fakeWorker();
  const store = createAppStore(client, keeping);
  let answered = 0;
  const pass = async (ms = 0) => {
    for (let round = 0; round < 8; round++) {
      await vi.advanceTimersByTimeAsync(ms / 8);
      for (; answered < calls.length; answered++) {
        const { name, ask, resolve } = calls[answered] as FakeCall;
        if (name === 'editDraft') resolve(answerTo(ask as Parameters<typeof answerTo>[0]));
      }
    }
  };
  const finishOpening = async (handle: number, next = content) => {
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle, package: next });
    await pass();
  };
  void store.getState().open(descriptor);
  await finishOpening(1);
  const state = () => store.getState();
  const asked = (name: string) => calls.filter((call) => call.name === name);
  return { store, state, calls, asked, die, pass, finishOpening };
}

async function edited(...of: Parameters<typeof tabOf>) {
  const tab = await tabOf(...of);
  void tab.state().startDraft();
  await tab.pass();
  tab.state().edit({ name: 'Rename', edits: [{ kind: 'set', path: ['name'], value: 'b' }] });
  await tab.pass(500);
  return tab;
}

describe('a draft', () => {
  test('begins where it is asked for, once, and shows the very package', async () => {
    const { state, asked, pass } = await tabOf();
    expect(state().draft).toBeUndefined();
    expect(() => state().edit({ name: 'x', edits: [] })).toThrow(InternalError);
    void state().startDraft();
    void state().startDraft();
    await pass();
    expect(asked('editDraft')).toHaveLength(1);
    const { load, draft } = state();
    expect(load.phase === 'ready' && draft?.shown === load.opened.package).toBe(true);
    expect(draft).toMatchObject({ text: FIRST, firstText: FIRST, changed: false, pending: false, undo: undefined });
  });

  test('says why it could not begin, and does where it is asked again', async () => {
    const { state, calls, pass } = await tabOf();
    void state().startDraft();
    calls.at(-1)?.reject(new BadFileError('carton/toml-missing', 'Gone.'));
    await pass();
    expect(state().draftError?.code).toBe('carton/toml-missing');
    await Promise.all([state().startDraft(), pass()]);
    expect(state()).toMatchObject({ draftError: undefined, draft: { text: FIRST } });
  });

  test('is shown as the package, with its own files, and without what the text lacks now', async () => {
    const { state, pass } = await edited();
    const { load, draft } = state();
    const opened = load.phase === 'ready' ? load.opened.package : undefined;
    expect(draft).toMatchObject({ shown: { title: 'b' }, text: '{"name":"b"}', changed: true, pending: false });
    expect(draft?.shown.files).toBe(opened?.files);
    state().edit({ name: 'Remove', edits: [{ kind: 'remove', path: ['name'] }] });
    await pass(500);
    expect(state().draft?.shown).not.toHaveProperty('title');
    state().undo();
    state().undo();
    expect(state().draft?.shown).toBe(opened);
    expect(await state().draft?.current.text).toBe(FIRST);
    expect(state().draft).toMatchObject({ changed: false, redo: 'Rename' });
  });

  test('is shown without the findings that saving mends, once there is something to save', async () => {
    const unsorted = finding('manifest/unsorted', 'Unsorted.', { fix: 'reseal' });
    const missing = finding('carton/manifest-missing', 'Gone.');
    const content = carton({ findings: [unsorted, missing] });
    const { state } = await edited({}, content);
    state().undo();
    expect(state().draft?.shown.findings).toEqual([unsorted, missing]);
    state().setReseal(true, 'Sort MANIFEST');
    expect(state().draft?.shown.findings).toEqual([missing]);
    state().undo();
    expect(state().draft?.shown).toBe(content);
    const folder = await edited({}, { ...content, can: { verify: true, edit: true, repack: false } });
    folder.state().undo();
    folder.state().setReseal(true, 'Sort MANIFEST');
    expect(folder.state().draft?.shown.findings).toEqual([unsorted, missing]);
  });

  test('changes the state once for a step, and shows what was there until the worker has answered', async () => {
    const { store, state, pass } = await edited();
    const before = state().draft?.shown;
    let changes = 0;
    store.subscribe(() => changes++);
    state().edit({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] });
    expect(changes).toBe(1);
    expect(state().draft).toMatchObject({ pending: true, current: { values: { name: 'c' } } });
    expect(state().draft?.shown).toBe(before);
    const { values } = state().draft?.current ?? {};
    await pass(500);
    expect(changes).toBe(2);
    expect(state().draft?.current.values).toBe(values);
  });

  test('has the content checked with its first step, but not what must come from far', async () => {
    const { asked } = await edited({}, carton({ size: 5e9 }));
    expect(asked('verify')).toHaveLength(1);
    const url: SourceDescriptor = { kind: 'url', url: 'https://a.example/a.carton' };
    expect((await edited({}, carton({ size: 5e9 }), url)).asked('verify')).toHaveLength(0);
    expect((await edited({}, carton({ size: 5e6 }), url)).asked('verify')).toHaveLength(1);
  });

  test('goes on where another package cannot be opened, and ends where one is', async () => {
    const { state, calls, pass, finishOpening } = await edited();
    const { draft } = state();
    void state().open(local);
    calls.at(-1)?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await pass();
    expect(state()).toMatchObject({ alert: { code: 'zip/not-a-zip' } });
    expect(state().draft).toBe(draft);
    void state().open(local);
    await finishOpening(2, carton({ title: 'other' }));
    expect(state().draft).toBeUndefined();
    state().close();
    expect(() => state().undo()).not.toThrow();
  });

  test('goes on in a new worker where the old one died, with what it had not answered', async () => {
    const { state, die, calls, pass, finishOpening } = await edited();
    state().edit({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] });
    const pending = calls.at(-1);
    expect(pending?.name).toBe('editDraft');
    die();
    pending?.reject(new InternalError('internal/worker-died', 'Died.'));
    await vi.advanceTimersByTimeAsync(0);
    expect(state().draft?.problem).toBeUndefined();
    await finishOpening(9);
    await pass(500);
    expect(calls.at(-1)).toMatchObject({ name: 'editDraft', ask: { handle: 9 } });
    expect(state().draft).toMatchObject({ text: '{"name":"c"}', undo: 'Again', pending: false });
    state().undo();
    state().undo();
    expect(state().draft?.text).toBe(FIRST);
  });

  test('asks nothing about a package that is gone with its worker', async () => {
    const { state, die, asked, pass, finishOpening } = await edited();
    const before = asked('editDraft').length;
    die();
    state().edit({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] });
    await pass(500);
    expect(asked('editDraft')).toHaveLength(before);
    await finishOpening(9);
    await pass(500);
    expect(state().draft).toMatchObject({ text: '{"name":"c"}', problem: undefined });
  });

  test('that was about to begin as the worker died begins in the new one', async () => {
    const { state, die, calls, pass, finishOpening } = await tabOf();
    void state().startDraft();
    die();
    calls.at(-2)?.reject(new InternalError('internal/worker-died', 'Died.'));
    await vi.advanceTimersByTimeAsync(0);
    await finishOpening(9);
    await pass();
    expect(state()).toMatchObject({ draft: { text: FIRST }, draftError: undefined });
  });

  test('shows files that were fetched meanwhile, and is judged anew with them', async () => {
    const { state, asked, pass } = await edited();
    const { load } = state();
    if (load.phase !== 'ready') throw new Error('Nothing is open.');
    const before = asked('editDraft').length;
    const grown = carton({ tensors: [{ name: 't', dtype: 'int8', shape: [1n] }] });
    state().packageGrew({ ...load.opened, package: grown });
    expect(state().draft?.shown).toMatchObject({ title: 'b', tensors: [{ name: 't' }] });
    await pass(500);
    expect(asked('editDraft').slice(before)).toMatchObject([{ ask: { text: '{"name":"b"}' } }]);
    expect(state().draft).toMatchObject({ pending: false, text: '{"name":"b"}' });
  });

  test('ends where the package is another one after the worker died', async () => {
    const { state, die, finishOpening } = await edited();
    die();
    await finishOpening(9, carton({ identity: { label: 'Model hash', sha256: 'cd'.repeat(32) } }));
    expect(state().draft).toBeUndefined();
  });

  test('that is saved is forgotten once the saved file is open, and not before', async () => {
    const { drafts, storage } = memoryDrafts();
    const { state, calls, pass, finishOpening } = await edited({ storage });
    const saving = state().saveDraft(undefined);
    await pass();
    expect(calls.at(-1)).toMatchObject({
      name: 'saveDraft',
      ask: { handle: 1, draft: { text: '{"name":"b"}', reseal: false } },
    });
    calls.at(-1)?.resolve({ size: 5, blob: new Blob(['saved']), kept: 'place' });
    await saving;
    const file = new File(['saved'], 'a-edited.carton');
    const failing = state().openSaved(file, 'place');
    calls.at(-1)?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await failing;
    expect(state().draft?.text).toBe('{"name":"b"}');
    const shown = vi.fn();
    void state().openSaved(file, 'place', shown);
    expect(calls.at(-1)?.ask).toMatchObject({
      descriptor: { kind: 'file', file, kept: 'place', madeOf: [(local as { file: File }).file] },
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

describe('a kept draft', () => {
  test('is written soon, and removed where everything is undone', async () => {
    const { drafts, held, storage } = memoryDrafts();
    const { state, pass } = await edited({ storage });
    expect([...drafts.values()]).toMatchObject([
      { hash: HASH, firstText: FIRST, text: '{"name":"b"}', reseal: false, name: 'a.carton' },
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
    expect(state().draft).toMatchObject({ text: FIRST, changed: false, undo: undefined, redo: undefined });
  });

  test('has the last text there is, where the worker is slow', async () => {
    const { drafts, storage } = memoryDrafts();
    const { state } = await edited({ storage });
    state().edit({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] });
    await vi.advanceTimersByTimeAsync(5000);
    expect([...drafts.values()].map(({ text }) => text)).toEqual(['{"name":"b"}']);
    expect(state().draft?.unkept).toBeUndefined();
  });

  test('that is too long is not written, and the page can say so', async () => {
    const { drafts, storage } = memoryDrafts();
    const { state, pass } = await edited({ storage });
    state().editText('#'.repeat(MAX_KEPT_CHARACTERS));
    await pass(500);
    expect(state().draft?.unkept).toBe('too-long');
    expect([...drafts.values()].map(({ text }) => text)).toEqual(['{"name":"b"}']);
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
    state().editText('# broken');
    hide();
    await pass();
    expect([...drafts.values()]).toMatchObject([{ text: '# broken' }]);
  });

  test('is offered by another visit, and restored as one step that can be undone', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    drafts.set('older', keptDraft({ id: 'older', at: 5, text: '{"name":"older"}' }));
    const { state, pass } = await tabOf({ storage });
    expect(state().draftOffer).toEqual({
      id: 'old',
      at: Date.UTC(2026, 0, 2),
      text: '{"name":"kept"}',
      firstText: FIRST,
      others: 1,
    });
    expect([...held]).toEqual(['old']);
    await Promise.all([state().restoreDraft(), pass(500)]);
    expect(state()).toMatchObject({ draftOffer: undefined, draft: { text: '{"name":"kept"}', changed: true } });
    expect(state().draft?.undo).toMatch(/^Restore the draft of .*2026/);
    expect([...drafts.values()].map(({ text }) => text)).toEqual(['{"name":"older"}', '{"name":"kept"}']);
    expect(drafts.has('old')).toBe(false);
    state().undo();
    expect(state().draft).toMatchObject({ text: FIRST, changed: false });
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
    expect(state().draft).toMatchObject({ text: '{"name":"kept"}', unkept: 'failed' });
    expect([...drafts.keys()]).toEqual(['old']);
    expect(held.has('old')).toBe(false);
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
    await Promise.all([state().lookForKept(), pass(500)]);
    expect(state().keptNote).toMatchObject({ name: 'a.carton', others: 0 });
  });

  test('is not offered where the carton’s own text is another, whatever its hash says', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ firstText: '{"name":"another"}' }));
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
    expect(second.state().draftOffer?.text).toBe('{"name":"b"}');
  });

  test('of the carton that is opened again in the same tab is offered', async () => {
    const { storage } = memoryDrafts();
    const { put } = storage;
    storage.put = (draft) => new Promise((resolve) => setTimeout(() => resolve(put(draft)), 100));
    const { state, pass, finishOpening } = await tabOf({ storage });
    await Promise.all([state().startDraft(), pass()]);
    state().editText('{"name":"b"}\n');
    void state().open(local);
    await finishOpening(2);
    await pass(2000);
    expect(state()).toMatchObject({ draft: undefined, draftOffer: { text: '{"name":"b"}\n' } });
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
