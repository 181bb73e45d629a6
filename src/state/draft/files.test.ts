import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { plannedSource } from '../../archive/plan.ts';
import { openPackage } from '../../formats/registry.ts';
import type { FileChange } from '../../model/draft.ts';
import { editStep } from '../../model/edit/edit.ts';
import type { FieldValues } from '../../model/edit/field.ts';
import { isThereAfter, withFileChange } from '../../model/file/file-changes.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { DraftEngine } from './engine.ts';

vi.setConfig({ testTimeout: 120_000 });

const sha = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

const TOML =
  'spec_version = 1\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
const OLD: Record<string, string> = { 'model/a': 'a', 'model/b': 'b'.repeat(500), 'misc/c': 'c' };

const CARTON = (() => {
  const files: Record<string, string> = { 'carton.toml': TOML, ...OLD, 'tensor_data/index.toml': 'tensor = []\n' };
  const lines = Object.entries(files).map(([path, text]) => `${path}=${sha(text)}\n`);
  const contents = { ...files, MANIFEST: lines.sort().join('') };
  return buildZip(Object.entries(contents).map(([name, data]) => ({ name, data, method: name === 'model/b' ? 8 : 0 })));
})();

type Step = { kind: 'file'; change: FileChange } | { kind: 'field'; key: 'license' | 'model_name'; value: string };
type Act = Step | { kind: 'undo' } | { kind: 'redo' };

const path = fc.constantFrom('model/a', 'model/b', 'misc/c', 'misc/new', 'model/é');
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('redo' as const) }),
  fc.record({
    kind: fc.constant('field' as const),
    key: fc.constantFrom('license' as const, 'model_name' as const),
    value: fc.constantFrom('MIT', 'x', 'ü'),
  }),
  fc
    .oneof(
      fc
        .tuple(path, fc.string({ maxLength: 40 }))
        .map(([to, text]): FileChange => ({ kind: 'put', path: to, blob: new Blob([text]) })),
      fc.tuple(path, path).map(([from, to]): FileChange => ({ kind: 'rename', from, to })),
      path.map((at): FileChange => ({ kind: 'remove', path: at })),
    )
    .map((change) => ({ kind: 'file' as const, change })),
);

/** What the saved file should have: contents by path, and fields. */
interface Expected {
  files: ReadonlyMap<string, string | Blob>;
  fields: Readonly<Record<string, string>>;
}

function after({ files, fields }: Expected, made: Step): Expected {
  if (made.kind === 'field') return { files, fields: { ...fields, [made.key]: made.value } };
  const next = new Map(files);
  const { change } = made;
  if (change.kind === 'put') next.set(change.path, change.blob);
  else if (change.kind === 'remove') next.delete(change.path);
  else if (change.kind === 'rename') {
    const content = next.get(change.from) as string | Blob;
    next.delete(change.from);
    next.set(change.to, content);
  }
  return { files: next, fields };
}

describe('changes of files and fields', () => {
  it('in any order, undone and redone, give the file that they say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 10 }), async (acts) => {
        const worker = callsInThread({ container: fileSource(new Blob([CARTON]), 'a.carton') });
        const descriptor = { kind: 'file' as const, file: new File([CARTON], 'a.carton') };
        const { handle, package: pkg } = await worker.call('open', { descriptor });
        const isThere = (at: string) => pkg.files.some((file) => file.path === at);
        const editor = new DraftEngine(await worker.call('editDraft', { handle }), {
          ask: (ask, signal) => worker.call('editDraft', { handle, ...ask }, { signal }),
          onChange() {},
        });
        const first: Expected = { files: new Map(Object.entries(OLD)), fields: {} };
        let past: Expected[] = [];
        let now = first;
        let future: Expected[] = [];
        for (const made of acts) {
          if (made.kind === 'undo' || made.kind === 'redo') {
            editor[made.kind]();
            const [from, to] = made.kind === 'undo' ? [past, future] : [future, past];
            const next = from.pop();
            if (next) {
              to.push(now);
              now = next;
            }
            continue;
          }
          const before = editor.current;
          if (made.kind === 'field') {
            const edits = [{ kind: 'set' as const, path: [made.key], value: made.value }];
            editor.edit(editStep({ name: 'Field', edits }));
          } else {
            const { change } = made;
            const has = isThereAfter(before.files, isThere);
            if (change.kind === 'rename' && (!has(change.from) || has(change.to))) continue;
            if (change.kind === 'remove' && !has(change.path)) continue;
            editor.edit({ name: 'File', files: withFileChange(before.files, change, isThere) });
          }
          // A step that changes nothing does not count.
          if (editor.current === before) continue;
          past.push(now);
          future = [];
          now = after(now, made);
        }
        past = [];
        const draft = await editor.currentDraft();
        const { blob } = await worker.call('saveDraft', { handle, draft });
        if (!blob) throw new Error('nothing was saved');
        const saved = await openPackage(fileSource(blob, 'a.carton'));
        const held = new Map<string, string>();
        for (const { path: at } of saved.package.files) {
          const source = saved.source(at);
          if (source) held.set(at, Buffer.from(await source.read(0, source.size)).toString());
        }
        const lines = (held.get('MANIFEST') ?? '').trimEnd().split('\n');
        const listed = Object.fromEntries(lines.map((line) => [line.slice(0, -65), line.slice(-64)]));
        const own = ['carton.toml', 'tensor_data/index.toml'];
        expect(Object.keys(listed).sort()).toEqual([...now.files.keys(), ...own].sort());
        for (const [at, hash] of Object.entries(listed)) expect(sha(held.get(at) ?? ''), at).toBe(hash);
        for (const [at, content] of now.files)
          expect(held.get(at), at).toBe(typeof content === 'string' ? content : await content.text());
        const values = (await saved.edit?.({}))?.values as FieldValues;
        expect({ license: values.license, model_name: values.model_name }).toEqual({
          license: now.fields.license,
          model_name: now.fields.model_name,
        });
        expect((await saved.verify?.())?.mismatches).toEqual([]);
        // All undone, the first bytes come back.
        while (editor.undoName !== undefined) editor.undo();
        const undone = await worker.call('saveDraft', { handle, draft: await editor.currentDraft() });
        expect(Buffer.compare(new Uint8Array((await undone.blob?.arrayBuffer()) as ArrayBuffer), CARTON)).toBe(0);
        editor.dispose();
        await worker.call('close', { handle });
      }),
      { numRuns: 40 },
    );
  });

  it('are read through the draft before they are saved, and refused where a file changed meanwhile', async () => {
    const worker = callsInThread({ container: fileSource(new Blob([CARTON]), 'a.carton') });
    const { handle } = await worker.call('open', {
      descriptor: { kind: 'file', file: new File([CARTON], 'a.carton') },
    });
    const blob = new Blob(['new content']);
    const files: FileChange[] = [
      { kind: 'rename', from: 'model/b', to: 'model/moved' },
      { kind: 'put', path: 'misc/new', blob, id: '1' },
    ];
    const draft = { texts: new Map(), files, renew: false };
    const state = await worker.call('editDraft', { handle, draft });
    expect(state.package?.files).toBeDefined();
    const read = async (at: string) =>
      Buffer.from(await worker.call('read', { handle, draft, path: at, start: 0, end: 1000 })).toString();
    expect(await read('misc/new')).toBe('new content');
    expect(await read('model/moved')).toBe(OLD['model/b']);
    await expect(read('model/b')).rejects.toMatchObject({ tag: expect.any(String) });
    const digest = await worker.call('digestBlob', { blob });
    const other: FileChange = { kind: 'put', path: 'misc/new', blob: new Blob(['x'.repeat(300_000)]), digest, id: '2' };
    const saving = worker.call('saveDraft', { handle, draft: { ...draft, files: [other] } });
    await expect(saving).rejects.toMatchObject({ code: 'source/changed', fields: { added: true } });
  });

  it('keep their plan where the old file is read by ranges', async () => {
    const open = await openPackage(memorySource('a.carton', CARTON));
    const plan = await open.plan?.({ texts: new Map(), files: [{ kind: 'remove', path: 'model/b' }], renew: false });
    if (!plan) throw new Error('no plan');
    const source = plannedSource(plan);
    const whole = await source.read(0, source.size);
    for (let at = 0; at + 7 < source.size; at += 53)
      expect(Buffer.compare(await source.read(at, at + 7), whole.subarray(at, at + 7))).toBe(0);
  });
});
