import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { BadFileError, InternalError } from '../base/errors.ts';
import { finding } from '../base/findings.ts';
import { textIn } from '../testing/draft.ts';
import { carton, edited, keptDraft, local, memoryDrafts } from '../testing/draft-tab.ts';
import { fakeWorker } from '../testing/fake-worker.ts';
import type { Actions, AppState } from './app-state.ts';
import { openedOf } from './load.ts';
import { createAppStore } from './store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const LINKED = {
  path: 'model/linked',
  role: 'model',
  hash: 'linked',
  kind: 'file',
  sha256: 'ee',
  link: { urls: ['https://a.example/linked'] },
} as const;

const withLink = (title = 'a') => carton({ title, files: [...carton().files, LINKED] });

/** A tab in which every slice has something that belongs to the open package, and what the page was shown since. */
async function busyTab() {
  const { drafts, storage } = memoryDrafts();
  drafts.set('old', keptDraft());
  const tab = await edited({ storage }, withLink());
  const { state, store, asked, pass } = tab;
  asked('verify')[0]?.options.onProgress?.({
    done: 1,
    total: 2,
    verdicts: [{ path: 'carton.toml', hash: 'mismatch' }],
  });
  state().addFindings([finding('manifest/hash-mismatch', 'It differs.', { path: 'model/x' })]);
  void state().fetchLink('model/linked', { keep: true });
  void state().lookUpSizes('a.example');
  state().setUnfinished('x', {
    label: 'X',
    key: 'x',
    text: '?',
    problem: 'No.',
    follow() {
      return this;
    },
  });
  state().undo();
  await pass();
  const shown: AppState[] = [];
  store.subscribe((next) => shown.push(next));
  return { ...tab, drafts, shown };
}

/** What a state shows of the package and of what belongs to it. */
function summary(state: AppState) {
  return {
    handle: openedOf(state.load)?.handle,
    phase: state.load.phase,
    draft: state.draft !== undefined,
    unfinished: state.unfinished.size,
    returned: state.returned !== undefined,
    offer: state.draftOffer?.id,
    verification: state.verification.phase,
    verdicts: state.verdicts.size,
    findings: state.contentFindings.length,
    fetches: state.linkFetches.size,
    lookups: state.sizeLookups.size,
  };
}

const BUSY = {
  handle: 1,
  phase: 'ready',
  draft: true,
  unfinished: 1,
  returned: true,
  offer: 'old',
  verification: 'running',
  verdicts: 1,
  findings: 1,
  fetches: 1,
  lookups: 1,
};

const IDLE = {
  draft: false,
  unfinished: 0,
  returned: false,
  offer: undefined,
  verification: 'idle',
  verdicts: 0,
  findings: 0,
  fetches: 0,
  lookups: 0,
};

test('in a frame of another page, nothing can be edited, also after files have come', async () => {
  const { client, calls } = fakeWorker();
  const { getState: state } = createAppStore(client, { isEmbedded: true });
  const opening = state().open(local);
  const files = { own: [], folders: [] } as never;
  const pkg = carton({ can: { verify: true, edit: true, save: true, reseal: true, files } });
  calls.at(-1)?.resolve({ handle: 1, package: pkg });
  await opening;
  const readOnly = { verify: true, edit: false, save: false };
  expect(openedOf(state().load)?.package.can).toEqual(readOnly);
  await state().startDraft();
  expect(state().editSession()).toBeUndefined();
  const opened = openedOf(state().load);
  if (opened) state().packageChanged({ ...opened, package: pkg }, 'grown');
  expect(openedOf(state().load)?.package.can).toEqual(readOnly);
});

describe('another package', () => {
  test('takes the place of the one before in one change of the state, and what each slice begins comes after', async () => {
    const { state, shown, asked, finishOpening } = await busyTab();
    expect(summary(state())).toEqual(BUSY);
    const signals = [asked('verify'), asked('fetchLink'), asked('linkSizes')].map((calls) => calls.at(-1)?.signal);
    void state().open(local);
    expect(summary(state())).toEqual({ ...BUSY, phase: 'opening' });
    shown.length = 0;
    await finishOpening(2, withLink('b'));
    expect(summary(shown[0] as AppState)).toEqual({ ...IDLE, handle: 2, phase: 'ready' });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
    expect(asked('verify').at(-1)?.ask).toEqual({ handle: 2 });
    // Of the draft that was left, and of the one that was offered before.
    expect(state().draftOffer).toMatchObject({ id: 'old', others: 0 });
  });

  test('does so where it is what was saved, whose draft is removed', async () => {
    const { state, shown, drafts, asked, pass, finishOpening } = await busyTab();
    state().redo();
    await pass(500);
    expect(drafts.size).toBe(2);
    const saving = state().saveDraft({ name: 'b.carton' });
    await pass();
    asked('saveDraft')[0]?.resolve({ blob: new Blob(['x']), size: 1 });
    const { descriptor } = await saving;
    void state().open(descriptor, undefined, 'saved');
    shown.length = 0;
    await finishOpening(2, withLink('b'));
    await pass(500);
    expect(summary(shown[0] as AppState)).toEqual({ ...IDLE, handle: 2, phase: 'ready' });
    expect([...drafts.keys()]).toEqual(['old']);
  });

  test('leaves all as it is where it cannot be opened', async () => {
    const { state, calls, pass } = await busyTab();
    void state().open(local);
    calls.at(-1)?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await pass();
    expect(summary(state())).toEqual(BUSY);
  });
});

describe('the same package', () => {
  test('goes on in a new worker with its draft and offer, and begins all else again when it is asked for', async () => {
    const { state, shown, asked, die, finishOpening } = await busyTab();
    const verified = asked('verify').length;
    die();
    shown.length = 0;
    await finishOpening(7);
    expect(summary(shown[0] as AppState)).toEqual({
      ...IDLE,
      handle: 7,
      phase: 'ready',
      draft: true,
      unfinished: 1,
      returned: true,
      offer: 'old',
    });
    expect(shown[0]?.alert?.code).toBe('internal/worker-died');
    expect(asked('verify')).toHaveLength(verified);
    expect(state().draft?.shown.title).toBe('a');
  });

  test('is another one where the new worker finds another file', async () => {
    const { shown, die, finishOpening } = await busyTab();
    die();
    shown.length = 0;
    await finishOpening(7, carton({ identity: { label: 'Model hash', sha256: 'cd'.repeat(32) } }));
    expect(summary(shown[0] as AppState)).toEqual({ ...IDLE, handle: 7, phase: 'ready' });
  });

  test('keeps everything where it gets files, also while another one opens', async () => {
    const { state, shown, asked, pass } = await busyTab();
    void state().open(local);
    shown.length = 0;
    const grown = carton({ files: [...carton().files, { ...LINKED, fetched: true, size: 3 }] });
    const [call] = asked('fetchLink');
    call?.resolve({ sha256: 'ee', url: 'https://a.example/linked', size: 3, tried: [], package: grown });
    await pass();
    expect(summary(shown[0] as AppState)).toEqual({ ...BUSY, phase: 'opening' });
    expect(shown[0]?.draft?.shown.files).toBe(grown.files);
    expect(openedOf(state().load)?.package).toBe(grown);
  });
});

describe('no package', () => {
  test('is open after it was closed, in one change of the state', async () => {
    const { state, shown, drafts, pass } = await busyTab();
    state().redo();
    await pass(500);
    shown.length = 0;
    state().close();
    expect(shown.map(summary)).toEqual([{ ...IDLE, handle: undefined, phase: 'empty' }]);
    await pass(500);
    // What was changed stays for another visit.
    expect([...drafts.values()].map(textIn)).toContain('{"name":"b"}');
    expect(shown).toHaveLength(1);
  });

  test('is open where the new worker dies of it too, and the page says why at once', async () => {
    const { shown, calls, die, pass } = await busyTab();
    die();
    shown.length = 0;
    calls.findLast(({ name }) => name === 'open')?.reject(new InternalError('internal/worker-died', 'Died.'));
    await pass();
    expect(shown.map(summary)).toEqual([{ ...IDLE, handle: undefined, phase: 'failed' }]);
  });
});

test('components are given what can be done, not what is shown, nor what slices ask of each other', () => {
  expectTypeOf<Actions>().toHaveProperty('open');
  expectTypeOf<Actions>().toHaveProperty('readBytes');
  type Withheld = Extract<keyof Actions, 'load' | 'alert' | 'draft' | 'verdicts' | 'packageChanged' | 'editSession'>;
  expectTypeOf<Withheld>().toBeNever();
});
