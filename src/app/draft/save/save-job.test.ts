import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadFileError, NetworkError } from '../../../base/errors.ts';
import { finding } from '../../../base/findings.ts';
import type { ReviewedDraft } from '../../../model/draft.ts';
import type { PackageFile } from '../../../model/package.ts';
import { draftOf, textsOf } from '../../../testing/draft.ts';
import { carton, edited, HASH, local } from '../../../testing/draft-tab.ts';
import type { SourceDescriptor } from '../../../worker/protocol.ts';
import type { Picked } from '../../files/content/save-file.ts';
import { SaveJob, type SaveJobPorts, type SaveStep } from './save-job.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const MODEL: PackageFile = {
  path: 'model/a',
  role: 'model',
  hash: 'unverified',
  kind: 'file',
  sha256: 'aa',
  size: 3,
};
const NAME = 'a-edited.carton';
const AFTER = { label: 'Model hash', sha256: 'cd'.repeat(32) };
const REMOTE: SourceDescriptor = { kind: 'url', url: 'https://a.example/a.carton' };

const withModel = () => {
  const pkg = carton();
  return { ...pkg, files: [...pkg.files, MODEL] };
};

/** A picked file, and what is written in it. */
function chosenFile(text: string) {
  const remove = vi.fn(async () => {});
  const file = new File([text], 'chosen.carton');
  const getFile = vi.fn(async () => file);
  return { file, remove, getFile, handle: { getFile, remove } as unknown as FileSystemFileHandle };
}

/** A job in a tab where the name is edited. What happens is noted in order. */
async function jobOf({
  picked = { kind: 'none' } as Picked,
  descriptor = local as SourceDescriptor,
  resealed = false,
} = {}) {
  const tab = await edited({}, withModel(), descriptor);
  const steps: SaveStep[] = [];
  const happened: string[] = [];
  let end: (() => void) | undefined;
  const pick = vi.fn(async (_: string): Promise<Picked> => picked);
  const drop = vi.fn(async (_: Picked) => {});
  const putIntoOuter = vi.fn<SaveJobPorts['putIntoOuter']>(async ({ onProgress }, onPut) => {
    onProgress?.({ done: 1, total: 4 });
    onPut({ path: 'm/a.carton', size: 5, identity: AFTER });
  });
  const job = new SaveJob({
    read: tab.state,
    show: (step) => steps.push(step),
    onSaving: (next) => {
      end = next;
      happened.push(next ? 'begins' : 'ends');
    },
    pick,
    drop,
    putIntoOuter,
    download: (blob, name) => happened.push(`download ${name} ${blob.size}`),
    onOpened: (opened) => happened.push(`opened ${opened.kind}`),
  });
  const hashed = { files: 1, differing: [], added: [], dropped: [], linked: [], unlistable: [] };
  const review: ReviewedDraft = {
    files: ['carton.toml', 'MANIFEST'].map((path) => ({ path, kind: 'changed', after: '' })),
    size: 5,
    notes: [],
    findings: [],
    ...(resealed && { reseal: hashed }),
  };
  const last = (name: string) => tab.asked(name).at(-1);
  const verified = async (hash: 'verified' | 'mismatch' = 'verified') => {
    const call = last('verify');
    call?.options.onProgress?.({ done: 3, total: 3, verdicts: [{ path: 'model/a', hash }] });
    call?.resolve({ findings: [], files: 1, bytes: 3, mismatches: hash === 'mismatch' ? ['model/a'] : [] });
    await tab.pass();
  };
  const saved = async (answer: object = { blob: new Blob(['saved']), size: 5, identity: AFTER }) => {
    last('saveDraft')?.resolve(answer);
    await tab.pass();
  };
  return { ...tab, job, review, steps, happened, pick, drop, putIntoOuter, last, verified, saved, end: () => end?.() };
}

const at = (steps: readonly SaveStep[]) => steps.map((step) => step.at);

describe('saving unchecked', () => {
  test('saves, opens, downloads and reports, in this order', async () => {
    const { job, review, pick, steps, happened, asked, pass, last, saved, finishOpening, state } = await jobOf();
    const error = finding('carton/manifest-missing', 'Gone.');
    const saving = job.start(NAME, false, { ...review, findings: [error] });
    await pass();
    expect(pick).toHaveBeenCalledExactlyOnceWith(NAME);
    expect(last('saveDraft')?.ask).toEqual({ handle: 1, draft: draftOf('{"name":"b"}') });
    expect(asked('verify').at(-1)?.signal?.aborted).toBe(true);
    last('saveDraft')?.options.onProgress?.({ done: 2, total: 5 });
    await saved();
    expect(happened).toEqual(['begins']);
    await finishOpening(2, carton({ title: 'b' }));
    await saving;
    expect(happened).toEqual(['begins', 'opened file', `download ${NAME} 5`, 'ends']);
    expect(steps.slice(0, -1)).toEqual([{ at: 'saving' }, { at: 'saving', progress: { done: 2, total: 5 } }]);
    expect(steps.at(-1)).toEqual({
      at: 'saved',
      saved: {
        name: NAME,
        size: 5,
        downloaded: true,
        label: 'Model hash',
        before: HASH,
        after: AFTER.sha256,
        opened: true,
        errors: [error],
        check: expect.objectContaining({ kind: 'open' }),
      },
    });
    expect(state().load).toMatchObject({ phase: 'ready', opened: { handle: 2, descriptor: { file: { name: NAME } } } });
  });

  test('writes to the picked file, and downloads nothing', async () => {
    const chosen = chosenFile('saved');
    const { job, review, steps, happened, pass, last, saved, finishOpening } = await jobOf({
      picked: { kind: 'file', file: chosen.handle },
    });
    const saving = job.start(NAME, false, review);
    await pass();
    expect(last('saveDraft')?.ask).toMatchObject({ saveTo: chosen.handle });
    expect(chosen.getFile).not.toHaveBeenCalled();
    await saved({ size: 5 });
    expect(last('open')?.ask).toEqual({
      descriptor: { kind: 'file', file: chosen.file, handle: chosen.handle },
      verifiesUnasked: true,
    });
    await finishOpening(2);
    await saving;
    expect(happened).toEqual(['begins', 'opened file', 'ends']);
    expect(steps.at(-1)).toMatchObject({ saved: { name: 'chosen.carton', downloaded: false, opened: true } });
  });

  test('reports success and keeps the draft even if the result cannot be opened', async () => {
    const { job, review, steps, happened, pass, last, saved, state } = await jobOf();
    const saving = job.start(NAME, false, review);
    await pass();
    await saved();
    last('open')?.reject(new BadFileError('zip/not-a-zip', 'No zip.'));
    await saving;
    expect(steps.at(-1)).toMatchObject({ at: 'saved', saved: { opened: false, downloaded: true } });
    expect(happened).toEqual(['begins', `download ${NAME} 5`, 'ends']);
    expect(state()).toMatchObject({
      alert: { code: 'zip/not-a-zip' },
      draft: { texts: textsOf('{"name":"b"}'), changed: true },
    });
  });

  test('says why it failed, keeps the draft, and can begin again', async () => {
    const { job, review, steps, happened, asked, pass, last, saved, finishOpening, state } = await jobOf();
    const failing = job.start(NAME, false, review);
    await pass();
    last('saveDraft')?.reject(new NetworkError('source/save-failed', 'No room.'));
    await failing;
    expect(steps.at(-1)).toMatchObject({ at: 'ask', error: { code: 'source/save-failed' } });
    expect(happened).toEqual(['begins', 'ends']);
    expect([asked('open').length, state().draft?.changed]).toEqual([1, true]);
    const saving = job.start(NAME, false, review);
    await pass();
    await saved();
    await finishOpening(2);
    await saving;
    expect(at(steps)).toEqual(['saving', 'ask', 'saving', 'saved']);
  });

  test('fails if the written file cannot be read', async () => {
    const chosen = chosenFile('saved');
    chosen.getFile.mockRejectedValue(new DOMException('Gone.', 'NotFoundError'));
    const { job, review, steps, asked, pass, saved } = await jobOf({ picked: { kind: 'file', file: chosen.handle } });
    const saving = job.start(NAME, false, review);
    await pass();
    await saved({ size: 5 });
    await saving;
    expect(steps.at(-1)).toMatchObject({ at: 'ask', error: { tag: 'internal' } });
    expect(asked('open')).toHaveLength(1);
  });

  test('does nothing if the user picks no target', async () => {
    const { job, review, steps, happened, asked, pass } = await jobOf({ picked: { kind: 'closed' } });
    await job.start(NAME, false, review);
    await pass();
    expect([steps, happened, asked('saveDraft')]).toEqual([[], ['ends'], []]);
  });
});

describe('cancelling', () => {
  test('ends the save, and shows no progress afterwards', async () => {
    const { job, review, steps, happened, asked, last, pass, end, state } = await jobOf();
    const saving = job.start(NAME, false, review);
    await pass();
    end();
    await saving;
    last('saveDraft')?.options.onProgress?.({ done: 4, total: 5 });
    expect(last('saveDraft')?.signal?.aborted).toBe(true);
    expect([at(steps), happened]).toEqual([
      ['saving', 'ask'],
      ['begins', 'ends'],
    ]);
    expect(steps.at(-1)).toEqual({ at: 'ask' });
    expect([asked('open').length, state().draft?.changed]).toEqual([1, true]);
  });

  test('while the user picks a target removes the picked file', async () => {
    const chosen = chosenFile('');
    const { job, review, drop, pick, asked, pass } = await jobOf();
    let choose: (picked: Picked) => void = () => {};
    pick.mockReturnValue(
      new Promise((resolve) => {
        choose = resolve;
      }),
    );
    const saving = job.start(NAME, false, review);
    job.cancel();
    choose({ kind: 'file', file: chosen.handle });
    await Promise.all([saving, pass()]);
    expect(drop).toHaveBeenCalledExactlyOnceWith({ kind: 'file', file: chosen.handle });
    expect(asked('saveDraft')).toEqual([]);
  });

  test('while files are verified removes the picked file', async () => {
    const chosen = chosenFile('');
    const { job, review, steps, drop, asked, pass } = await jobOf({ picked: { kind: 'file', file: chosen.handle } });
    const saving = job.start(NAME, true, review);
    await pass();
    expect(at(steps)).toEqual(['checking']);
    job.cancel();
    await saving;
    expect(drop).toHaveBeenCalledOnce();
    expect([at(steps), asked('saveDraft')]).toEqual([['checking', 'ask'], []]);
  });

  test('by a second start keeps the first one from showing anything', async () => {
    const { job, review, steps, happened, asked, pass, saved, finishOpening } = await jobOf();
    const first = job.start(NAME, false, review);
    await pass();
    const second = job.start(NAME, false, review);
    await Promise.all([first, pass()]);
    expect(asked('saveDraft').map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    await saved();
    await finishOpening(2);
    await second;
    expect(at(steps)).toEqual(['saving', 'saving', 'saved']);
    expect(happened.filter((what) => what === 'ends')).toHaveLength(1);
  });
});

describe('saving checked', () => {
  test('waits for a running verification, and saves if all files match', async () => {
    const { job, review, steps, asked, pass, verified, saved, finishOpening } = await jobOf();
    const saving = job.start(NAME, true, review);
    await pass();
    expect([at(steps), asked('verify').length, asked('saveDraft').length]).toEqual([['checking'], 1, 0]);
    await verified();
    expect(at(steps)).toEqual(['checking', 'saving']);
    await saved();
    await finishOpening(2);
    await saving;
    expect(steps.at(-1)).toMatchObject({ at: 'saved', saved: { check: { kind: 'right', matching: 1, listed: 1 } } });
    // It verified the package that was open then, not the saved one.
    expect(asked('verify')[0]?.ask).toEqual({ handle: 1 });
  });

  test('saves at once if all files are verified already', async () => {
    const { job, review, steps, pass, verified, asked } = await jobOf();
    await verified();
    void job.start(NAME, true, review);
    await pass();
    expect([at(steps), asked('saveDraft').length]).toEqual([['saving'], 1]);
  });

  test('saves although a file that the draft removes is wrong', async () => {
    const { job, review, steps, pass, verified } = await jobOf();
    await verified('mismatch');
    void job.start(NAME, true, { ...review, changes: [{ kind: 'removed', path: 'model/a' }] });
    await pass();
    expect(at(steps)).toEqual(['saving']);
  });

  test('saves nothing if a file is wrong, and does not ask for the target again to save unchecked', async () => {
    const chosen = chosenFile('');
    const { job, review, steps, pick, drop, asked, pass, verified, last } = await jobOf({
      picked: { kind: 'file', file: chosen.handle },
    });
    const stopped = job.start(NAME, true, review);
    await pass();
    await verified('mismatch');
    await stopped;
    expect([at(steps), asked('saveDraft').length]).toEqual([['checking', 'ask'], 0]);
    expect(drop).not.toHaveBeenCalled();
    void job.start(NAME, false, review);
    await pass();
    expect(pick).toHaveBeenCalledOnce();
    expect(last('saveDraft')?.ask).toMatchObject({ saveTo: chosen.handle });
  });

  test('with new hashes saves although a file is not what the old ones say', async () => {
    const { job, review, steps, happened, verified, asked, pass, saved, finishOpening } = await jobOf({
      resealed: true,
    });
    await verified('mismatch');
    const checks = asked('verify').length;
    const saving = job.start(NAME, true, review);
    await pass();
    await saved();
    await finishOpening(2);
    await saving;
    expect(happened).toEqual(['begins', 'opened file', `download ${NAME} 5`, 'ends']);
    // Nothing was compared with the old hashes. The saved file is verified as any opened one.
    expect(steps.map(({ at }) => at)).not.toContain('checking');
    expect(steps.at(-1)).toMatchObject({ at: 'saved', saved: { check: undefined } });
    expect(
      asked('verify')
        .slice(checks)
        .map(({ ask }) => ask),
    ).not.toContainEqual({ handle: 1 });
  });

  test('removes the target of a stopped save on a reset', async () => {
    const chosen = chosenFile('');
    const { job, review, steps, pick, drop, pass, verified } = await jobOf({
      picked: { kind: 'file', file: chosen.handle },
    });
    const stopped = job.start(NAME, true, review);
    await pass();
    await verified('mismatch');
    await stopped;
    job.reset();
    expect(drop).toHaveBeenCalledExactlyOnceWith({ kind: 'file', file: chosen.handle });
    expect(steps.at(-1)).toEqual({ at: 'ask' });
    void job.start(NAME, false, review);
    await pass();
    expect(pick).toHaveBeenCalledTimes(2);
  });

  test('of a remote package verifies the copy too: a host may have sent other bytes the second time', async () => {
    const { job, review, steps, happened, pass, verified, saved, finishOpening, last } = await jobOf({
      descriptor: REMOTE,
    });
    const saving = job.start(NAME, true, review);
    await pass();
    await verified();
    await saved({ blob: new Blob(['saved']), size: 5, privateFiles: ['place'], identity: AFTER });
    expect(last('open')?.ask).toMatchObject({ descriptor: { kind: 'file', privateFiles: ['place'] } });
    expect(last('open')?.ask).not.toHaveProperty('descriptor.madeOf');
    await finishOpening(2, withModel());
    expect(at(steps)).toEqual(['checking', 'saving', 'checking']);
    expect(happened).toEqual(['begins', 'opened file', `download ${NAME} 5`]);
    expect(last('verify')?.ask).toEqual({ handle: 2 });
    await verified('mismatch');
    await saving;
    expect(steps.at(-1)).toMatchObject({
      at: 'saved',
      saved: { check: { kind: 'wrong', troubles: [{ path: 'model/a', state: 'mismatch' }] } },
    });
  });

  test('of a remote package succeeds even if verifying the copy is canceled', async () => {
    const { job, review, steps, pass, verified, saved, finishOpening, last, state } = await jobOf({
      descriptor: REMOTE,
    });
    const saving = job.start(NAME, true, review);
    await pass();
    await verified();
    await saved();
    await finishOpening(2, withModel());
    job.cancel();
    await Promise.all([saving, pass()]);
    expect(last('verify')?.signal?.aborted).toBe(true);
    expect(steps.at(-1)).toMatchObject({ at: 'saved', saved: { opened: true, check: { kind: 'open' } } });
    expect(state().verification.phase).toBe('cancelled');
  });
});

describe('putting it into the package around it', () => {
  test('verifies the unchanged files first, asks for no file, and tells what was put', async () => {
    const { job, review, pick, steps, happened, pass, verified, putIntoOuter } = await jobOf();
    const putting = job.putInto('outer.zip', true, review);
    await pass();
    expect(putIntoOuter).not.toHaveBeenCalled();
    await verified();
    await putting;
    expect(pick).not.toHaveBeenCalled();
    expect(happened).toEqual(['begins', 'ends']);
    expect(steps.slice(0, -1)).toEqual([
      { at: 'checking' },
      { at: 'saving', into: 'outer.zip' },
      { at: 'saving', into: 'outer.zip', progress: { done: 1, total: 4 } },
    ]);
    expect(steps.at(-1)).toMatchObject({
      at: 'put',
      put: { name: 'a.carton', size: 5, label: 'Model hash', before: HASH, after: AFTER.sha256, hasHashes: true },
    });
  });

  test('puts nothing where a file does not match, and asks again', async () => {
    const { job, review, steps, pass, verified, putIntoOuter } = await jobOf();
    const putting = job.putInto('outer.zip', true, review);
    await pass();
    await verified('mismatch');
    await putting;
    expect(putIntoOuter).not.toHaveBeenCalled();
    expect(at(steps)).toEqual(['checking', 'ask']);
  });

  test('says why it could not, and for which package; canceled, it says nothing', async () => {
    const { job, review, steps, putIntoOuter, end } = await jobOf();
    putIntoOuter.mockRejectedValueOnce(new NetworkError('source/save-failed', 'Full.'));
    await job.putInto('outer.zip', false, review);
    expect(steps.at(-1)).toMatchObject({ at: 'ask', into: 'outer.zip', error: { code: 'source/save-failed' } });
    putIntoOuter.mockImplementationOnce(async ({ signal }) => {
      end();
      signal?.throwIfAborted();
    });
    await job.putInto('outer.zip', false, review);
    expect(steps.at(-1)).toEqual({ at: 'ask' });
  });
});
