import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadFileError, InternalError } from '../../base/errors.ts';
import { finding } from '../../base/findings.ts';
import { editStep } from '../../model/edit/edit.ts';
import { draftOf, textIn, textsOf } from '../../testing/draft.ts';
import { carton, edited, FIRST, local, tabOf } from '../../testing/draft-tab.ts';
import type { SourceDescriptor } from '../../worker/protocol.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a draft', () => {
  test('begins where it is asked for, once, and shows the very package', async () => {
    const { state, asked, pass } = await tabOf();
    expect(state().draft).toBeUndefined();
    expect(() => state().edit(editStep({ name: 'x', edits: [] }))).toThrow(InternalError);
    void state().startDraft();
    void state().startDraft();
    await pass();
    expect(asked('editDraft')).toHaveLength(1);
    const { load, draft } = state();
    expect(load.phase === 'ready' && draft?.shown === load.opened.package).toBe(true);
    expect(draft).toMatchObject({
      texts: textsOf(FIRST),
      firstTexts: textsOf(FIRST),
      changed: false,
      pending: false,
      undo: undefined,
    });
  });

  test('is edited all the same where the file has changed, which the page tells', async () => {
    const { state, calls, pass } = await tabOf();
    await Promise.all([state().startDraft(), pass()]);
    state().edit({ name: 'Edit the text', texts: new Map([['carton.toml', '{"name":"b"}']]) });
    await vi.advanceTimersByTimeAsync(100);
    const error = { tag: 'network', code: 'source/changed', message: 'It is another one.' };
    calls.at(-1)?.resolve({ texts: textsOf('{"name":"b"}'), error });
    await pass();
    expect(state()).toMatchObject({ alert: { code: 'source/changed' }, draft: { changed: true, problem: error } });
  });

  test('says why it could not begin, and does where it is asked again', async () => {
    const { state, calls, pass } = await tabOf();
    void state().startDraft();
    calls.at(-1)?.reject(new BadFileError('carton/toml-missing', 'Gone.'));
    await pass();
    expect(state().draftError?.code).toBe('carton/toml-missing');
    await Promise.all([state().startDraft(), pass()]);
    expect(state()).toMatchObject({ draftError: undefined, draft: { texts: textsOf(FIRST) } });
  });

  test('keeps what a step does not change as the same objects, so that what shows it need not render again', async () => {
    const { state, pass } = await edited();
    const before = state().draft;
    state().edit(editStep({ name: 'Name', edits: [{ kind: 'set', path: ['name'], value: 'c' }] }));
    await pass(500);
    const after = state().draft;
    expect([before?.shown.title, after?.shown.title]).toEqual(['b', 'c']);
    for (const part of ['words', 'can', 'verdicts', 'findings', 'inputs', 'facts'] as const)
      expect(after?.shown[part], part).toBe(before?.shown[part]);
    expect(after?.edited).toBe(before?.edited);
  });

  test('keeps its last texts while a letter that joins the last step has none', async () => {
    const { state, pass } = await tabOf();
    await Promise.all([state().startDraft(), pass()]);
    const type = (value: string) =>
      state().edit(editStep({ name: 'Name', key: 'name', edits: [{ kind: 'set', path: ['name'], value }] }));
    type('b');
    await pass(500);
    const { texts, edited: paths } = state().draft ?? {};
    expect([texts, [...(paths ?? [])]]).toEqual([textsOf('{"name":"b"}'), ['carton.toml']]);
    type('bc');
    expect(state().draft).toMatchObject({ pending: true });
    expect(state().draft?.texts).toBe(texts);
    expect(state().draft?.edited).toBe(paths);
    await pass(500);
    expect(state().draft).toMatchObject({ texts: textsOf('{"name":"bc"}'), edited: new Set(['carton.toml']) });
    state().undo();
    expect([...(state().draft?.edited ?? ['?'])]).toEqual([]);
  });

  test('is shown as the package, with its own files, and without what the text lacks now', async () => {
    const { state, pass } = await edited();
    const { load, draft } = state();
    const opened = load.phase === 'ready' ? load.opened.package : undefined;
    expect(draft).toMatchObject({
      shown: { title: 'b' },
      texts: textsOf('{"name":"b"}'),
      changed: true,
      pending: false,
    });
    expect(draft?.shown.files).toBe(opened?.files);
    state().edit(editStep({ name: 'Remove', edits: [{ kind: 'remove', path: ['name'] }] }));
    await pass(500);
    expect(state().draft?.shown).not.toHaveProperty('title');
    state().undo();
    state().undo();
    expect(state().draft?.shown).toBe(opened);
    expect(await state().draft?.current.texts).toEqual(textsOf(FIRST));
    expect(state().draft).toMatchObject({ changed: false, redo: 'Rename' });
  });

  test('is shown without the findings that saving mends, once there is something to save', async () => {
    const unsorted = finding('manifest/unsorted', 'Unsorted.', { fix: 'renew' });
    const missing = finding('carton/manifest-missing', 'Gone.');
    const pkg = carton({ findings: [unsorted, missing] });
    const { state, pass } = await edited({}, pkg);
    state().undo();
    expect(state().draft?.shown.findings).toEqual([unsorted, missing]);
    state().edit({ name: 'Sort MANIFEST', renew: true });
    await pass(500);
    expect(state().draft?.shown.findings).toEqual([missing]);
    state().undo();
    expect(state().draft?.shown).toBe(pkg);
    const folder = await edited({}, { ...pkg, can: { verify: true, edit: true, save: false } });
    folder.state().undo();
    folder.state().edit({ name: 'Sort MANIFEST', renew: true });
    await folder.pass(500);
    expect(folder.state().draft?.shown.findings).toEqual([unsorted, missing]);
  });

  test('changes the state once for a step, and shows what was there until the worker has answered', async () => {
    const { store, state, pass } = await edited();
    const before = state().draft?.shown;
    let changes = 0;
    store.subscribe(() => changes++);
    state().edit(editStep({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] }));
    expect(changes).toBe(1);
    expect(state().draft).toMatchObject({ pending: true, current: { values: { name: 'c' } } });
    expect(state().draft?.shown).toBe(before);
    const { values } = state().draft?.current ?? {};
    await pass(500);
    expect(changes).toBe(2);
    expect(state().draft?.current.values).toBe(values);
  });

  test('has a local package checked with its first step, but downloads nothing for that', async () => {
    const files = [{ path: 'a', role: 'other', hash: 'unverified', kind: 'file', size: 5e9 }] as const;
    const { asked } = await edited({}, carton({ size: 5e9, files: [...files] }));
    expect(asked('verify')).toHaveLength(1);
    const url: SourceDescriptor = { kind: 'url', url: 'https://a.example/a.carton' };
    expect((await edited({}, carton({ size: 5e9 }), url)).asked('verify')).toHaveLength(0);
    expect((await edited({}, carton({ size: 10e6 }), url)).asked('verify')).toHaveLength(0);
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
    state().edit(editStep({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] }));
    const pending = calls.at(-1);
    expect(pending?.name).toBe('editDraft');
    die();
    pending?.reject(new InternalError('internal/worker-died', 'Died.'));
    await vi.advanceTimersByTimeAsync(0);
    expect(state().draft?.problem).toBeUndefined();
    await finishOpening(9);
    await pass(500);
    expect(calls.at(-1)).toMatchObject({ name: 'editDraft', ask: { handle: 9 } });
    expect(state().draft).toMatchObject({ texts: textsOf('{"name":"c"}'), undo: 'Again', pending: false });
    state().undo();
    state().undo();
    expect(textIn(state().draft)).toBe(FIRST);
  });

  test('asks nothing about a package that is gone with its worker', async () => {
    const { state, die, asked, pass, finishOpening } = await edited();
    const before = asked('editDraft').length;
    die();
    state().edit(editStep({ name: 'Again', edits: [{ kind: 'set', path: ['name'], value: 'c' }] }));
    await pass(500);
    expect(asked('editDraft')).toHaveLength(before);
    await finishOpening(9);
    await pass(500);
    expect(state().draft).toMatchObject({ texts: textsOf('{"name":"c"}'), problem: undefined });
  });

  test('that was about to begin as the worker died begins in the new one', async () => {
    const { state, die, calls, pass, finishOpening } = await tabOf();
    void state().startDraft();
    die();
    calls.at(-2)?.reject(new InternalError('internal/worker-died', 'Died.'));
    await vi.advanceTimersByTimeAsync(0);
    await finishOpening(9);
    await pass();
    expect(state()).toMatchObject({ draft: { texts: textsOf(FIRST) }, draftError: undefined });
  });

  test('begins also where the package gets files before it has', async () => {
    const { state, pass } = await tabOf();
    const { load } = state();
    if (load.phase !== 'ready') throw new Error('Nothing is open.');
    void state().startDraft();
    const grown = carton({ tensors: [{ name: 't', dtype: 'int8', shape: [1n] }] });
    state().packageChanged({ ...load.opened, package: grown }, 'grown');
    await pass();
    expect(state()).toMatchObject({
      draft: { texts: textsOf(FIRST), shown: { tensors: [{ name: 't' }] } },
      draftError: undefined,
    });
  });

  test('that is asked for after another package was opened is of that one', async () => {
    const { state, asked, finishOpening, pass } = await tabOf();
    const starting = state().startDraft();
    void state().open(local);
    await Promise.all([starting, finishOpening(2, carton({ title: 'other' }))]);
    expect([state().draft, state().draftError]).toEqual([undefined, undefined]);
    await Promise.all([state().startDraft(), pass()]);
    expect(asked('editDraft').at(-1)?.ask).toEqual({ handle: 2 });
    expect(state().draft?.shown.title).toBe('other');
  });

  test('shows files that were fetched meanwhile, and is judged again with them', async () => {
    const { state, asked, pass } = await edited();
    const { load } = state();
    if (load.phase !== 'ready') throw new Error('Nothing is open.');
    const before = asked('editDraft').length;
    const grown = carton({ tensors: [{ name: 't', dtype: 'int8', shape: [1n] }] });
    state().packageChanged({ ...load.opened, package: grown }, 'grown');
    expect(state().draft?.shown).toMatchObject({ title: 'b', tensors: [{ name: 't' }] });
    await pass(500);
    expect(asked('editDraft').slice(before)).toMatchObject([{ ask: { draft: draftOf('{"name":"b"}') } }]);
    expect(state().draft).toMatchObject({ pending: false, texts: textsOf('{"name":"b"}') });
  });

  test('ends where the package is another one after the worker died', async () => {
    const { state, die, finishOpening } = await edited();
    die();
    await finishOpening(9, carton({ identity: { label: 'Model hash', sha256: 'cd'.repeat(32) } }));
    expect(state().draft).toBeUndefined();
  });
});
