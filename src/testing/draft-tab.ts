import { vi } from 'vitest';
import { CancelledError } from '../base/errors.ts';
import type { Draft, DraftState, Texts } from '../model/draft.ts';
import { applyEdits, type Edit, editStep } from '../model/edit/edit.ts';
import type { FieldValues } from '../model/edit/field.ts';
import type { Package } from '../model/package.ts';
import type { DraftKeeping } from '../state/app-state.ts';
import type { DraftStorage, KeptDraft } from '../state/draft/kept-drafts.ts';
import { createAppStore } from '../state/store.ts';
import type { SourceDescriptor } from '../worker/protocol.ts';
import { draftPackage, textIn, textsOf } from './draft.ts';
import { type FakeCall, fakePackage, fakeWorker } from './fake-worker.ts';

/** The text of the metadata file of the package, and the model hash of the package. */
export const FIRST = '{"name":"a"}';
export const HASH = 'ab'.repeat(32);

/**
 * The answer of the worker to `editDraft`, with JSON instead of TOML. If the text has no name, the package has no
 * title. Saving mends findings whose fix is `renew`.
 */
function answerTo(
  { draft, texts, edits }: { draft?: Draft; texts?: Texts; edits?: unknown },
  pkg = carton(),
  first = FIRST,
): DraftState {
  const text = draft ? textIn(draft) : texts ? textIn({ texts }) : first;
  const values = text.startsWith('{')
    ? applyEdits(JSON.parse(text) as FieldValues, (edits ?? []) as Edit[])
    : undefined;
  const edited = values ? { texts: textsOf(JSON.stringify(values)), values } : { texts: textsOf(text) };
  if (!draft) return edited;
  const { can, identity } = pkg;
  const findings = pkg.findings.filter(({ fix }) => !can.save || fix !== 'renew');
  const title = values?.name as string | undefined;
  const parts = { findings, can, ...(identity ? { identity } : {}), ...(title === undefined ? {} : { title }) };
  return { ...edited, package: draftPackage(parts) };
}

/** Storage of drafts that several tabs share. Set a flag in `broken` to make the calls of that name reject. */
export function memoryDrafts() {
  const drafts = new Map<string, KeptDraft>();
  /** Ids of the locked drafts, each with what tells its tab that it has lost the lock. */
  const held = new Map<string, { onLost?: (() => void) | undefined }>();
  const waiting: { id: string; go(): void }[] = [];
  const broken = { all: false, put: false, remove: false, hold: false };
  const check = (name: keyof typeof broken) => {
    if (broken[name]) throw new DOMException('full', 'QuotaExceededError');
  };
  const storage: DraftStorage = {
    async all() {
      check('all');
      return [...drafts.values()];
    },
    unread: async () => [],
    raw: async () => new Blob(),
    async put(draft) {
      check('put');
      drafts.set(draft.id, draft);
    },
    async remove(id) {
      check('remove');
      drafts.delete(id);
    },
    async hold(id, { steal = false, onLost } = {}) {
      check('hold');
      if (held.has(id) && !steal) return undefined;
      const before = held.get(id);
      const lock = { onLost };
      held.set(id, lock);
      before?.onLost?.();
      return () => {
        // Whoever lost the lock has nothing to let go of.
        if (held.get(id) === lock) held.delete(id);
        if (!held.has(id)) for (const one of waiting.splice(0)) one.id === id ? one.go() : waiting.push(one);
      };
    },
    freed: (id, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new CancelledError()));
        if (held.has(id)) waiting.push({ id, go: resolve });
        else resolve();
      }),
  };
  return { drafts, held, broken, storage };
}

export const keptDraft = (parts: Partial<KeptDraft> = {}): KeptDraft => ({
  id: 'old',
  hash: HASH,
  firstTexts: textsOf(FIRST),
  texts: textsOf('{"name":"kept"}'),
  files: [],
  renew: false,
  at: Date.UTC(2026, 0, 2),
  name: 'a.carton',
  ...parts,
});

export const carton = (parts: Partial<Package> = {}) =>
  fakePackage({
    title: 'a',
    identity: { label: 'Model hash', sha256: HASH },
    files: [{ path: 'carton.toml', role: 'metadata', hash: 'unverified', kind: 'file' }],
    can: { verify: true, edit: true, save: true },
    ...parts,
  });

export const local: Extract<SourceDescriptor, { kind: 'file' }> = { kind: 'file', file: new File(['x'], 'a.carton') };

/**
 * A tab with an open package, whose handle is 1, and whose text is `first`. Needs the fake timers of Vitest. `pass`
 * lets time pass and answers all `editDraft` calls. `finishOpening` answers the last `open`.
 */
export async function tabOf(
  keeping: DraftKeeping = {},
  pkg = carton(),
  descriptor: SourceDescriptor = local,
  first = FIRST,
) {
  const { client, calls, die } = fakeWorker();
  const store = createAppStore(client, { drafts: keeping });
  let answered = 0;
  const pass = async (ms = 0) => {
    for (let round = 0; round < 8; round++) {
      await vi.advanceTimersByTimeAsync(ms / 8);
      for (; answered < calls.length; answered++) {
        const { name, ask, resolve } = calls[answered] as FakeCall;
        if (name === 'editDraft') resolve(answerTo(ask as Parameters<typeof answerTo>[0], pkg, first));
      }
    }
  };
  const finishOpening = async (handle: number, next = pkg) => {
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle, package: next });
    await pass();
  };
  void store.getState().open(descriptor);
  await finishOpening(1);
  const state = () => store.getState();
  const asked = (name: string) => calls.filter((call) => call.name === name);
  return { store, state, calls, asked, die, pass, finishOpening };
}

/** A tab in which the name of the package was changed to b, and the draft was kept. */
export async function edited(...of: Parameters<typeof tabOf>) {
  const tab = await tabOf(...of);
  void tab.state().startDraft();
  await tab.pass();
  tab.state().edit(editStep({ name: 'Rename', edits: [{ kind: 'set', path: ['name'], value: 'b' }] }));
  await tab.pass(500);
  return tab;
}
