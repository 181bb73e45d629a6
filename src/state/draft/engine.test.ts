import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CancelledError, InternalError } from '../../base/errors.ts';
import { MAX_DRAFT_STEPS } from '../../base/limits.ts';
import type { Draft, DraftState, EditStep, FileChange } from '../../model/draft.ts';
import { applyEdits, type Edit, editStep, type FieldStep } from '../../model/edit/edit.ts';
import type { FieldValues } from '../../model/edit/field.ts';
import { draftOf, draftPackage, textIn, textsOf } from '../../testing/draft.ts';
import { DraftEngine, MAX_UNASKED_MS } from './engine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** The worker's part, with JSON for TOML: a text is its values. What holds `bug` it refuses. */
function answerTo({ draft, edits }: { draft: Draft; edits?: unknown }): DraftState {
  const text = textIn(draft);
  const of = (title: unknown) => draftPackage({ title: String(title) });
  if (text === 'unreadable') throw new InternalError('internal/bug', 'No view of that.');
  if (!text.startsWith('{')) return { texts: textsOf(text), package: of('no TOML') };
  const values = applyEdits(JSON.parse(text) as FieldValues, (edits ?? []) as Edit[]);
  if (JSON.stringify(values).includes('bug')) throw new InternalError('internal/edit-refused', 'Refused.');
  return { texts: textsOf(JSON.stringify(values)), values, package: of(values.name) };
}

const FIRST = '{"name":"a","input":[{"name":"x"},{"name":"y"}]}';

function editorOf(text = FIRST) {
  const asked: { ask: { draft: Draft; edits?: unknown }; signal: AbortSignal; answer(): void; die(): void }[] = [];
  const changes: string[] = [];
  const editor: DraftEngine = new DraftEngine(answerTo({ draft: draftOf(text) }), {
    ask: (ask, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new CancelledError()));
        asked.push({
          ask,
          signal,
          answer: () => {
            try {
              resolve(answerTo(ask));
            } catch (error) {
              reject(error);
            }
          },
          die: () => reject(new InternalError('internal/worker-died', 'Died.')),
        });
      }),
    onChange: () => changes.push(editor.current.name ?? ''),
  });
  /** Answers everything that is asked, and what is asked for then. */
  const settle = async () => {
    for (let at = 0; at < 100; at++) {
      await vi.advanceTimersByTimeAsync(100);
      for (const { answer } of asked.splice(0)) answer();
      await vi.advanceTimersByTimeAsync(0);
    }
  };
  return { editor, asked, changes, settle };
}

const set = (path: string[], value: string, more: Partial<FieldStep> = {}): EditStep =>
  editStep({
    name: `Change ${path.join('.')} to ${value}`,
    edits: [{ kind: 'set', path, value }],
    ...more,
  });

/** The text that the worker has made of the current state. */
const knownText = ({ current: { known } }: DraftEngine) => textIn(known && { texts: known });

const typed = (value: string): EditStep => set(['name'], value, { key: 'name' });

describe('editing values', () => {
  test('changes them at once, and what was not edited is the same object', async () => {
    const { editor, changes, settle } = editorOf();
    const { values } = editor.current;
    editor.edit(set(['name'], 'b'));
    expect(changes).toEqual(['Change name to b']);
    expect(editor.current.values).toMatchObject({ name: 'b' });
    expect(editor.current.values).toHaveProperty('input', (values as FieldValues).input);
    expect(textIn({ texts: editor.withTexts.known })).toBe(FIRST);
    const after = editor.current.values;
    await settle();
    expect(knownText(editor)).toBe(FIRST.replace('"a"', '"b"'));
    expect(editor.current.values).toBe(after);
    expect(editor.current.package?.title).toBe('b');
    expect(editor).toMatchObject({ pending: false, changed: true, undoName: 'Change name to b', redoName: undefined });
  });

  test('that are the same already does not make a step', () => {
    const { editor, asked, changes } = editorOf();
    editor.edit(set(['name'], 'a'));
    expect(editor.current).toBe(editor.first);
    expect([asked, changes]).toEqual([[], []]);
  });

  test('throws where the edit does not fit, and nothing changes', () => {
    const { editor, changes } = editorOf();
    const edits: Edit[] = [{ kind: 'remove', path: ['input', 7] }];
    expect(() => editor.edit(editStep({ name: 'Remove', edits }))).toThrow(InternalError);
    expect(editor.current).toBe(editor.first);
    expect(changes).toEqual([]);
  });
});

test('the texts of somebody who never pauses come soon enough', async () => {
  const { editor, asked } = editorOf();
  const KEY_MS = 60;
  let most = 0;
  let last = 0;
  for (let letters = 1; letters <= 100; letters++) {
    editor.edit(typed(String(letters)));
    await vi.advanceTimersByTimeAsync(KEY_MS / 2);
    for (const { answer } of asked.splice(0)) answer();
    await vi.advanceTimersByTimeAsync(KEY_MS / 2);
    if (editor.current.known) last = letters;
    most = Math.max(most, (letters - last) * KEY_MS);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MAX_UNASKED_MS + KEY_MS);
  expect(asked).toEqual([]);
});

describe('changes of files', () => {
  const remove: FileChange = { kind: 'remove', path: 'b' };
  const put = (text: string): FileChange => ({ kind: 'put', path: 'c', blob: new Blob([text]), id: text });

  test('are steps among the others, and the worker is told of them', async () => {
    const { editor, asked, settle } = editorOf();
    editor.edit(set(['name'], 'b'));
    editor.edit({ name: 'Remove b', files: [remove] });
    editor.edit({ ...set(['name'], 'c'), files: [remove, put('x')] });
    expect(editor.current.files).toEqual([remove, put('x')]);
    await settle();
    expect(knownText(editor)).toBe(FIRST.replace('"a"', '"c"'));
    editor.undo();
    expect([editor.undoName, editor.current.files]).toEqual(['Remove b', [remove]]);
    editor.askAgain();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)?.ask).toEqual({ draft: { ...draftOf(FIRST.replace('"a"', '"b"')), files: [remove] } });
    editor.undo();
    editor.undo();
    expect(editor).toMatchObject({ current: editor.first, changed: false, redoName: 'Change name to b' });
  });

  test('that are the same do not make a step, and a field that stays lets its files change', async () => {
    const { editor, settle } = editorOf();
    editor.edit({ name: 'Nothing', files: [] });
    expect(editor.current).toBe(editor.first);
    editor.edit({ ...set(['name'], 'a'), files: [remove] });
    await settle();
    expect([editor.undoName, editor.changed, editor.current.files]).toEqual(['Change name to a', true, [remove]]);
    expect(editor.current.values).toBe(editor.first.values);
  });

  test('with one key are one step, which ends where it ends as it began', async () => {
    const { editor, settle } = editorOf();
    editor.edit({ name: 'Edit c', files: [put('x')], key: 'c' });
    editor.edit({ name: 'Edit c', files: [put('xy')], key: 'c' });
    expect(editor.current.files).toEqual([put('xy')]);
    await settle();
    editor.edit({ name: 'Edit c', files: [put('xyz')], key: 'c', continues: true });
    editor.undo();
    expect(editor.current).toBe(editor.first);
    editor.edit({ name: 'Edit c', files: [put('x')], key: 'c' });
    editor.edit({ name: 'Edit c', files: [], key: 'c' });
    expect(editor.current).toBe(editor.first);
  });
});

describe('typing', () => {
  test('is one step and one call, from where it began', async () => {
    const { editor, asked, settle } = editorOf();
    const { values } = editor.first;
    for (const text of ['m', 'mo', 'mod']) {
      editor.edit(typed(text));
      expect(editor.baseOf('name').values).toBe(values);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.ask).toEqual({ draft: draftOf(FIRST), edits: typed('mod').edits });
    await settle();
    editor.undo();
    expect(editor.current).toBe(editor.first);
    expect(await editor.current.texts).toEqual(textsOf(FIRST));
    editor.redo();
    expect(knownText(editor)).toBe(FIRST.replace('"a"', '"mod"'));
  });

  test('that continues is one step however long it takes, and none where it ends where it began', async () => {
    const { editor, settle } = editorOf();
    editor.edit({ ...typed('way'), continues: false });
    await vi.advanceTimersByTimeAsync(5000);
    await settle();
    editor.edit({ ...typed('there'), continues: true });
    await vi.advanceTimersByTimeAsync(5000);
    await settle();
    editor.edit({ ...typed('a'), continues: true });
    expect(editor.current).toBe(editor.first);
    expect(editor.undoName).toBeUndefined();
  });

  test('on cancels what was asked about the letters before', async () => {
    const { editor, asked } = editorOf();
    editor.edit(typed('m'));
    await vi.advanceTimersByTimeAsync(100);
    const { texts } = editor.current;
    editor.edit(typed('mo'));
    expect(asked[0]?.signal.aborted).toBe(true);
    await expect(texts).rejects.toBeInstanceOf(CancelledError);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(2);
    expect(textIn(asked[1]?.ask.draft)).toBe(FIRST);
  });

  test('after a pause, in another field, or after an undo is another step', async () => {
    const { editor, settle } = editorOf();
    editor.edit(typed('m'));
    await vi.advanceTimersByTimeAsync(1000);
    editor.edit(typed('mo'));
    editor.edit(set(['license'], 'MIT', { key: 'license' }));
    editor.edit(typed('mod'));
    editor.undo();
    editor.edit(set(['license'], 'ISC', { key: 'license' }));
    await settle();
    const names: (string | undefined)[] = [];
    for (; editor.undoName; editor.undo()) names.push(editor.undoName);
    expect(names).toEqual(['Change license to ISC', 'Change license to MIT', 'Change name to mo', 'Change name to m']);
  });

  test('back to what it was does not make a step', async () => {
    const { editor, settle } = editorOf();
    editor.edit(typed('am'));
    editor.edit(typed('a'));
    await settle();
    expect(editor.current).toBe(editor.first);
    expect(editor.undoName).toBeUndefined();
    expect(editor.changed).toBe(false);
  });
});

describe('the worker still working', () => {
  test('lets undo and redo go on; texts come for all that can be gone to', async () => {
    const { editor, settle } = editorOf();
    editor.edit(set(['name'], 'b'));
    editor.edit(set(['license'], 'MIT'));
    editor.undo();
    expect(editor.current.values).toMatchObject({ name: 'b' });
    editor.undo();
    expect(editor).toMatchObject({ changed: false, pending: false });
    editor.redo();
    editor.redo();
    await settle();
    expect(knownText(editor)).toBe(JSON.stringify({ ...JSON.parse(FIRST), name: 'b', license: 'MIT' }));
  });

  test('asks one thing at a time, in order', async () => {
    const { editor, asked, settle } = editorOf();
    editor.edit(set(['name'], 'b'));
    editor.edit(set(['name'], 'c'));
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(1);
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    expect(textIn(asked[1]?.ask.draft)).toBe(FIRST.replace('"a"', '"b"'));
    await settle();
    expect(editor.current.package?.title).toBe('c');
  });

  test('gives the text of the last step to whoever wants to save, without a pause', async () => {
    const { editor, asked } = editorOf();
    editor.edit(typed('mod'));
    const saving = editor.currentDraft();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(1);
    editor.edit(typed('mode'));
    await vi.advanceTimersByTimeAsync(100);
    asked[1]?.answer();
    expect(await saving).toEqual(draftOf(FIRST.replace('"a"', '"mode"')));
  });

  test('goes on in another worker where it died', async () => {
    const { editor, asked, settle } = editorOf();
    editor.edit(set(['name'], 'b'));
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.die();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(1);
    editor.edit(set(['license'], 'MIT'));
    expect(editor.problem).toBeUndefined();
    editor.resume();
    await settle();
    expect(knownText(editor)).toContain('"license":"MIT"');
    expect(knownText(editor)).toContain('"name":"b"');
  });
});

describe('an edit that is refused', () => {
  test('is taken out, and says why', async () => {
    const { editor, settle } = editorOf();
    editor.edit(set(['name'], 'b'));
    await settle();
    const good = editor.current;
    editor.edit(set(['name'], 'bug'));
    const { texts } = editor.current;
    await settle();
    expect(editor.current).toBe(good);
    expect(editor.problem?.code).toBe('internal/edit-refused');
    await expect(texts).rejects.toMatchObject({ code: 'internal/edit-refused' });
    expect(editor.redoName).toBeUndefined();
    editor.edit(set(['name'], 'c'));
    expect(editor.problem).toBeUndefined();
  });

  test('takes nothing along that does not need it', async () => {
    const { editor, settle } = editorOf();
    editor.edit(set(['name'], 'bug'));
    editor.edit(set(['license'], 'MIT'));
    editor.edit(editStep({ name: 'Remove y', edits: [{ kind: 'remove', path: ['input', 1] }] }));
    await settle();
    expect(editor.current.values).toEqual({ name: 'a', input: [{ name: 'x' }], license: 'MIT' });
    expect(knownText(editor)).toBe(JSON.stringify(editor.current.values));
    editor.undo();
    editor.undo();
    expect(editor.current).toBe(editor.first);
  });

  test('takes along what was made of it', async () => {
    const { editor, settle } = editorOf();
    editor.edit(
      editStep({ name: 'Add bug', edits: [{ kind: 'insert', path: ['input'], at: 2, value: { name: 'bug' } }] }),
    );
    editor.edit(editStep({ name: 'Name it', edits: [{ kind: 'set', path: ['input', 2, 'name'], value: 'z' }] }));
    editor.edit(editStep({ name: 'Remove it', edits: [{ kind: 'remove', path: ['input', 2] }] }));
    await settle();
    expect(editor.current).toBe(editor.first);
    expect(editor.problem?.code).toBe('internal/edit-refused');
  });

  test('while it was undone leaves what is shown', async () => {
    const { editor, settle } = editorOf();
    editor.edit(set(['name'], 'bug'));
    editor.undo();
    await settle();
    expect(editor.current).toBe(editor.first);
    expect(editor.redoName).toBeUndefined();
  });
});

describe('editing the text', () => {
  test('keeps it, whatever it says, and values come when it was read', async () => {
    const { editor, settle } = editorOf();
    editor.edit({ name: 'Edit the text', texts: new Map([['carton.toml', 'no TOML']]) });
    expect(editor).toMatchObject({ pending: true, changed: true });
    await settle();
    expect(editor.current).toMatchObject({
      known: textsOf('no TOML'),
      values: undefined,
      package: { title: 'no TOML' },
    });
    expect(editor.pending).toBe(false);
    editor.edit({ name: 'Edit the text', texts: new Map([['carton.toml', '{"name":"z"}']]) });
    await settle();
    expect(editor.current.values).toEqual({ name: 'z' });
    editor.edit(set(['name'], 'w'));
    await settle();
    expect(knownText(editor)).toBe('{"name":"w"}');
    for (let step = 0; step < 3; step++) editor.undo();
    expect(editor.current).toBe(editor.first);
  });

  test('refuses values where there are none', () => {
    const { editor } = editorOf();
    editor.edit({ name: 'Edit the text', texts: new Map([['carton.toml', 'no TOML']]) });
    expect(() => editor.edit(set(['name'], 'b'))).toThrow(InternalError);
  });

  test('keeps a text that the worker can say nothing of, and says why', async () => {
    const { editor, settle } = editorOf();
    editor.edit({ name: 'Edit the text', texts: new Map([['carton.toml', 'unreadable']]) });
    await settle();
    expect(knownText(editor)).toBe('unreadable');
    expect(editor.pending).toBe(false);
    expect(editor.problem?.code).toBe('internal/bug');
    expect(await editor.currentDraft()).toEqual(draftOf('unreadable'));
  });

  test('does not wait for steps before it that have no text yet', async () => {
    const { editor, asked } = editorOf();
    editor.edit(typed('b'));
    editor.edit({ name: 'Edit the text', texts: new Map([['carton.toml', '{"name":"z"}']]) });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ ask }) => textIn(ask.draft))).toEqual(['{"name":"z"}']);
  });
});

describe('undo and redo', () => {
  const step = (name: string, key?: string) => ({
    name,
    key,
    continues: true,
    texts: new Map([['carton.toml', JSON.stringify({ name })]]),
  });

  test('go back and on through what was done, and nowhere beyond', () => {
    const { editor } = editorOf();
    for (const name of ['b', 'c']) editor.edit(step(name));
    for (let time = 0; time < 3; time++) editor.undo();
    expect([editor.current, editor.undoName, editor.redoName]).toEqual([editor.first, undefined, 'b']);
    for (let time = 0; time < 3; time++) editor.redo();
    expect([editor.current.name, editor.undoName, editor.redoName]).toEqual(['c', 'c', undefined]);
  });

  test('know nothing of what was undone once something else is done', () => {
    const { editor } = editorOf();
    for (const name of ['b', 'c']) editor.edit(step(name));
    editor.undo();
    editor.edit(step('d'));
    expect([editor.current.name, editor.redoName]).toEqual(['d', undefined]);
    editor.undo();
    expect(editor.current.name).toBe('b');
  });

  test('lead to the first state and to the last, whatever was done', () => {
    const act = fc.constantFrom('push', 'replace', 'undo', 'redo');
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const { editor } = editorOf();
        const names: (string | undefined)[] = [undefined];
        let at = 0;
        let key = 0;
        for (const [index, kind] of acts.entries()) {
          if (kind === 'undo') {
            editor.undo();
            at = Math.max(0, at - 1);
          } else if (kind === 'redo') {
            editor.redo();
            at = Math.min(names.length - 1, at + 1);
          } else {
            // After an undo, nothing is replaced.
            const isReplaced = kind === 'replace' && acts[index - 1] === 'push';
            if (!isReplaced) key = index;
            editor.edit(step(`n${index}`, `k${key}`));
            names.splice(isReplaced ? at : ++at, names.length, `n${index}`);
          }
          expect(editor.current.name).toBe(names[at]);
        }
        for (const _ of names) editor.undo();
        for (const name of names) {
          expect(editor.current.name).toBe(name);
          editor.redo();
        }
        expect(editor.current.name).toBe(names.at(-1));
      }),
    );
  });
});

test('renewing is a step that keeps text and values, and the package with it is asked for', async () => {
  const { editor, asked, settle } = editorOf();
  const { values } = editor.current;
  editor.edit({ name: 'Sort MANIFEST', renew: true });
  expect(await editor.currentDraft()).toEqual(draftOf(FIRST, true));
  expect(editor.current.values).toBe(values);
  expect(asked.map(({ ask }) => ask)).toEqual([{ draft: draftOf(FIRST, true) }]);
  await settle();
  expect(editor).toMatchObject({ changed: true, pending: false, undoName: 'Sort MANIFEST' });
  editor.edit(set(['name'], 'b'));
  expect(editor.current.renew).toBe(true);
  editor.undo();
  editor.undo();
  expect(editor.changed).toBe(false);
});

test('an edit stays made where nothing can be said of the package with it', async () => {
  const error = { tag: 'network', code: 'source/unreachable', message: 'Gone.' } as const;
  const editor = new DraftEngine(answerTo({ draft: draftOf(FIRST) }), {
    ask: async (ask) => {
      const { package: _, ...edited } = answerTo(ask);
      return { ...edited, error };
    },
    onChange() {},
  });
  editor.edit(set(['name'], 'b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(knownText(editor)).toBe(FIRST.replace('"a"', '"b"'));
  expect(editor).toMatchObject({ changed: true, pending: false, problem: error });
});

test('a state that was left long ago is asked about again when it is gone back to', async () => {
  const { editor, asked, settle } = editorOf();
  for (let step = 0; step < 12; step++) editor.edit(set(['name'], `n${step}`));
  await settle();
  for (let step = 0; step < 10; step++) editor.undo();
  expect(editor.pending).toBe(false);
  editor.undo();
  expect(editor.pending).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked[0]?.ask).toEqual({ draft: draftOf(knownText(editor)) });
  await settle();
  expect(editor.current.package?.title).toBe('n0');
});

test('the number of steps that can be undone is limited', async () => {
  const { editor } = editorOf('{"name":"a"}');
  for (let step = 0; step < MAX_DRAFT_STEPS + 5; step++)
    editor.edit({ name: `Step ${step}`, texts: new Map([['carton.toml', `{"name":"n${step}"}`]]) });
  let undone = 0;
  for (; editor.undoName; editor.undo()) undone++;
  expect(undone).toBe(MAX_DRAFT_STEPS);
  editor.dispose();
});

test('steps that wait for their texts are not forgotten, however many', async () => {
  const { editor, asked } = editorOf('{"name":"a"}');
  for (let step = 0; step < MAX_DRAFT_STEPS + 5; step++) editor.edit(set(['name'], `n${step}`));
  for (let round = 0; round < MAX_DRAFT_STEPS + 10; round++) {
    await vi.advanceTimersByTimeAsync(1);
    for (const { answer } of asked.splice(0)) answer();
  }
  expect(knownText(editor)).toBe(`{"name":"n${MAX_DRAFT_STEPS + 4}"}`);
});

describe('values that are a format’s own', () => {
  /** A format whose only value is its text in capitals. Its edit is what is added to the text. */
  const toy = (added: string): EditStep => ({
    name: `Add ${added}`,
    edits: added,
    apply: (values) => (added === '' ? values : `${values as string}${added.toUpperCase()}`),
  });

  function toyEditor(refused: string) {
    const ask = vi.fn(async ({ draft, edits = '' }: { draft: Draft; edits?: unknown }): Promise<DraftState> => {
      if (edits === refused) throw new InternalError('internal/edit-refused', 'Refused.');
      const text = `${textIn(draft)}${edits as string}`;
      return { texts: textsOf(text), values: text.toUpperCase(), package: draftPackage({ title: text }) };
    });
    const first: DraftState = { texts: textsOf(''), values: '' };
    return { ask, editor: new DraftEngine(first, { ask, onChange() {} }) };
  }

  test('are handed on, and made again without an edit that is refused', async () => {
    const { ask, editor } = toyEditor('no');
    editor.edit(toy('a'));
    editor.edit(toy('no'));
    editor.edit(toy('b'));
    editor.edit(toy(''));
    expect(editor.current.values).toBe('ANOB');
    const draft = await editor.currentDraft();
    expect([editor.current.values, textIn(draft), editor.problem?.code]).toEqual(['AB', 'ab', 'internal/edit-refused']);
    expect(ask.mock.calls.map(([{ edits }]) => edits)).toEqual(['a', 'no', 'b']);
    editor.undo();
    editor.undo();
    expect(editor.current).toBe(editor.first);
  });

  test('may be nothing at all, as long as they are not undefined', async () => {
    const { editor } = toyEditor('no');
    expect(editor.current.values).toBe('');
    editor.edit({ name: 'Edit the text', texts: new Map([['other', 'of another file']]) });
    await vi.advanceTimersByTimeAsync(0);
    expect([...(await editor.currentDraft()).texts]).toEqual([
      ['carton.toml', ''],
      ['other', 'of another file'],
    ]);
  });
});
