import type { StateCreator } from 'zustand/vanilla';
import { type ErrorData, fromErrorData, InternalError, isCancelled, toErrorData } from '../base/errors.ts';
import { MAX_AUTO_REMOTE_VERIFY_BYTES } from '../base/limits.ts';
import type { Draft, DraftState, DraftView, ReviewedDraft } from '../model/draft.ts';
import type { EditStep } from '../model/edit.ts';
import type { FieldValues } from '../model/field.ts';
import { findingsOnceSaved } from '../model/fix.ts';
import type { Package } from '../model/package.ts';
import type { CallOptions, SavedDraft, WorkerClient } from '../worker/protocol.ts';
import { DraftEditor } from './draft-editor.ts';
import { DraftKeeper, type Unkept } from './draft-keeper.ts';
import { type DraftOffer, DraftOffers } from './draft-offers.ts';
import type { DraftStorage } from './kept-drafts.ts';
import { type Opened, openedOf } from './load.ts';
import type { AppState } from './store.ts';
import {
  NOTHING_UNFINISHED,
  type UnfinishedField,
  type UnfinishedFields,
  unfinishedAfter,
  withUnfinished,
} from './unfinished.ts';

export type { Unkept } from './draft-keeper.ts';

/** One state of the description in the history of its editing. */
export interface DraftDoc {
  /** What led here, as Undo calls it; undefined of the first. */
  readonly name: string | undefined;
  /**
   * At once after an edit. Undefined while the text is no TOML: then there is only the text. Also, while the draft is `pending`, of a text
   * that was not parsed yet.
   */
  readonly values: FieldValues | undefined;
  /** Follows an edit of the values when the worker has spliced it. Rejects where that refused it; then the state is not there any more. */
  readonly text: Promise<string>;
  readonly reseal: boolean;
}

/** The editing of the open package. It lives beside the package, never instead of it. */
export interface DraftEditing {
  /** The package as it stands in its file. */
  readonly first: DraftDoc;
  readonly current: DraftDoc;
  /** Text of `current`, or of the last state that has one while its own is being made. */
  readonly text: string;
  /** Text of `first`. */
  readonly firstText: string;
  /** What Undo and Redo would undo and redo; undefined where there is nothing. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** The open package with the draft applied, as far as it was checked; without the findings that saving mends where it is changed. */
  readonly shown: Package;
  /** Whether `shown` (its findings too) is of an earlier state than `current`. */
  readonly pending: boolean;
  /** Whether saving would write anything else than the open file, as far as is known. */
  readonly changed: boolean;
  /** Why the last edit was not made. */
  readonly problem: ErrorData | undefined;
  /** Why the draft would not survive a reload; undefined where it would. */
  readonly unkept: Unkept | undefined;
}

/** What is kept, whatever is open: the draft that was changed last. */
export interface KeptNote {
  /** Its carton's, and when it was changed, milliseconds since 1970. */
  readonly name: string;
  readonly at: number;
  readonly others: number;
}

/** What Undo or Redo did. */
export interface Returned {
  readonly act: 'undo' | 'redo';
  /** The step, as Undo calls it. */
  readonly name: string;
  /** The values that it led from and to, where both are known. */
  readonly before: FieldValues | undefined;
  readonly now: FieldValues | undefined;
}

export interface DraftSlice {
  /** Undefined until the package is first edited, or its Edit tab shown. */
  draft: DraftEditing | undefined;
  /** Why editing could not begin. */
  draftError: ErrorData | undefined;
  draftOffer: DraftOffer | undefined;
  /** As `lookForKept` found it. */
  keptNote: KeptNote | undefined;
  /** Fields of the form whose text is no value yet, so that the draft does not hold it. Gone when the draft is. */
  unfinished: UnfinishedFields;
  /** What Undo or Redo did last; undefined once something else was done. */
  returned: Returned | undefined;
  /** Reads what is edited. A second call does nothing. Never rejects. */
  startDraft(): Promise<void>;
  /** Makes a step at once; throws where it does not fit the values. The first one starts the check of the package's content. */
  edit(step: EditStep): void;
  /** The whole text instead, whatever it says. Steps with one `key` that follow each other soon are one. */
  editText(text: string, name?: string, key?: string): void;
  /** Have saving write MANIFEST and the tensor index anew, also where nothing else changes. */
  setReseal(reseal: boolean, name: string): void;
  undo(): void;
  redo(): void;
  /** Notes the text of a field as unfinished, or, with undefined, that it is no longer so. `key`: see `unfinishedKey`. */
  setUnfinished(key: string, field: UnfinishedField | undefined): void;
  /** Back to the open package, for good: the kept draft goes too. */
  discardDraft(): Promise<void>;
  /** Takes up the offered draft, as one step that can be undone. */
  restoreDraft(): Promise<void>;
  discardOffer(): Promise<void>;
  /** Offers the next older draft, or after the oldest the latest. */
  nextOffer(): Promise<void>;
  /** Looks whether any drafts are kept, to be told while nothing is open. Never rejects. */
  lookForKept(): Promise<void>;
  /** The draft as it would be saved; waits for its text. Rejects with a `BoxcutterError`. */
  draftToSave(): Promise<Draft>;
  reviewDraft(options?: CallOptions): Promise<ReviewedDraft>;
  /** As the worker's call. Rejects with a `BoxcutterError`; the draft is kept until `openSaved`. */
  saveDraft(saveTo: FileSystemFileHandle | undefined, options?: CallOptions): Promise<SavedDraft>;
  /** Makes the saved file the open one, and lets go of the draft that it was made of. `onOpened` as of `open`. */
  openSaved(file: File, kept: string | undefined, onOpened?: () => void): Promise<void>;
  /**
   * Right before another package is shown, or none: its draft begins. `revived`: it is the same one in a new worker, whose draft goes on.
   */
  startEditing(opened: Opened | undefined, revived: boolean): void;
  /** The open package has got files. */
  packageGrew(opened: Opened): void;
}

/** What outlives the page, and how to know that it may be about to go. Without them drafts live as long as the page. */
export interface DraftKeeping {
  storage?: DraftStorage | undefined;
  /** Calls whenever the page is hidden or left. */
  onHide?(listener: () => void): void;
}

export function draftSlice(
  client: WorkerClient,
  { storage, onHide }: DraftKeeping,
): StateCreator<AppState, [], [], DraftSlice> {
  return (set, get) => {
    let opened: Opened | undefined;
    /** The description of the open package as it stands, once it was asked for. */
    let own: Promise<DraftState> | undefined;
    let editor: DraftEditor | undefined;
    let keeper: DraftKeeper | undefined;
    let starting: Promise<void> | undefined;
    const offers = new DraftOffers(storage, (draftOffer) => set({ draftOffer }));
    /** Ends of earlier drafts, which the search for kept ones waits for. */
    let ending: Promise<unknown> = Promise.resolve();
    let edited = false;
    /** The draft was saved, and the saved package is about to be shown. */
    let isSaved = false;
    /** Whether what was saved last is made of bytes of the open file. */
    let isSpliced = false;
    /** What the unfinished fields were last held against. */
    let shownValues: FieldValues | undefined;
    let applied: { from: Package; view: DraftView; result: Package } | undefined;

    client.onDeath(() => {
      own = undefined;
      editor?.pause();
    });
    onHide?.(() => {
      void keeper?.flush();
      // Its text may be on its way.
      editor?.currentText().catch(() => {});
    });

    function ownState(): Promise<DraftState> {
      const { handle } = must();
      const asked = own ?? client.call('editDraft', { handle });
      own = asked;
      asked.catch(() => {
        if (own === asked) own = undefined;
      });
      return asked;
    }

    function must(): Opened {
      if (!opened) throw new InternalError('internal/bug', 'Nothing is open that could be edited.');
      return opened;
    }

    function editing(): DraftEditor {
      if (!editor) throw new InternalError('internal/bug', 'Something was to be edited before editing began.');
      return editor;
    }

    /** The package with what the worker last said of the draft. */
    function shownPackage({ current, first, firstText, changed }: DraftEditor): Package {
      const from = must().package;
      const isOwn = current === first || (current.known === firstText && current.view);
      const own = changed ? from : undefined;
      const view = isOwn ? own : (current.view ?? applied?.view);
      if (!view) return from;
      if (applied?.from !== from || applied.view !== view) applied = { from, view, result: withView(from, view) };
      return applied.result;
    }

    /** Shows the editor's state as it is, and has it kept. */
    function show(): void {
      if (!editor || !keeper) return;
      const { first, current, firstText, problem, pending, changed, withText, undoName, redoName } = editor;
      const shown = shownPackage(editor);
      if (!pending && shown === must().package) applied = undefined;
      if (current.known !== undefined) {
        keeper.set(changed ? { text: current.known, reseal: current.reseal } : undefined);
      }
      const { unfinished } = get();
      const left =
        shownValues && current.values ? unfinishedAfter(unfinished, shownValues, current.values) : unfinished;
      if (current.values) shownValues = current.values;
      set({
        unfinished: left,
        draft: {
          first,
          current,
          text: withText.known,
          firstText,
          undo: undoName,
          redo: redoName,
          shown,
          pending: pending && current !== first,
          changed,
          problem,
          unkept: keeper.unkept,
        },
      });
    }

    function begin(state: DraftState): void {
      const { package: content } = must();
      editor = new DraftEditor(state, {
        ask: (ask, signal) => client.call('editDraft', { handle: must().handle, ...ask }, { signal }),
        onChange: show,
      });
      keeper = new DraftKeeper(
        storage,
        { hash: content.identity?.sha256.toLowerCase(), firstText: state.text, name: content.name },
        show,
      );
      edited = false;
      applied = undefined;
      shownValues = undefined;
      set({ unfinished: NOTHING_UNFINISHED, returned: undefined });
      show();
    }

    async function start(): Promise<void> {
      const about = opened;
      try {
        const state = await ownState();
        if (opened !== about || editor) return;
        begin(state);
        set({ draftError: undefined });
      } catch (error) {
        if (opened === about && !isCancelled(error)) set({ draftError: toErrorData(error) });
      }
    }

    /** The content is checked while people edit, so that little is left to check when they save. */
    function touched(): void {
      if (get().returned) set({ returned: undefined });
      if (edited) return;
      edited = true;
      const { package: content, descriptor } = must();
      if (get().verification.phase !== 'idle' || content.findings.some(({ code }) => code === 'zip/overlap')) return;
      const isRemote = descriptor.kind === 'url' && !descriptor.whole;
      if (!isRemote || content.size <= MAX_AUTO_REMOTE_VERIFY_BYTES) void get().verify();
    }

    function lookForDraft(hash: string, after?: string): Promise<void> {
      const ownText = async () => (await ownState()).text;
      return offers.look(hash, ownText, ending, () => ({ except: keeper?.id, after }));
    }

    function startEditing(next: Opened | undefined, revived: boolean): void {
      const isSame = revived && next !== undefined && opened !== undefined && isAlike(next.package, opened.package);
      if (isSame) {
        const isWanted = !editor && (starting !== undefined || get().draftError !== undefined);
        opened = next;
        show();
        editor?.resume();
        starting = undefined;
        if (isWanted) void get().startDraft();
        return;
      }
      editor?.dispose();
      offers.drop();
      if (keeper) ending = Promise.all([ending, keeper.end(!isSaved)]);
      [opened, own, editor, keeper, starting, applied] = [next, undefined, undefined, undefined, undefined, undefined];
      isSaved = false;
      set({ draft: undefined, draftError: undefined, unfinished: NOTHING_UNFINISHED, returned: undefined });
      const hash = hashOf(next);
      if (next?.package.can.edit && hash !== undefined) void lookForDraft(hash);
    }

    function goBack(act: Returned['act']): void {
      const before = editor?.current;
      const name = act === 'undo' ? editor?.undoName : editor?.redoName;
      editor?.[act]();
      if (!editor || !before || name === undefined) return;
      set({ returned: { act, name, before: before.values, now: editor.current.values } });
    }

    async function draftToSave(): Promise<Draft> {
      await get().startDraft();
      const { draftError } = get();
      if (!editor && draftError) throw fromErrorData(draftError);
      return editing().currentText();
    }

    return {
      draft: undefined,
      draftError: undefined,
      draftOffer: undefined,
      keptNote: undefined,
      unfinished: NOTHING_UNFINISHED,
      returned: undefined,
      async startDraft() {
        if (editor || !opened?.package.can.edit) return;
        starting ??= start().finally(() => {
          starting = undefined;
        });
        await starting;
      },
      edit(step) {
        editing().edit(step);
        touched();
      },
      editText(text, name = 'Edit the text', key) {
        editing().editText(text, name, key);
        touched();
      },
      setReseal(reseal, name) {
        editing().setReseal(reseal, name);
        touched();
      },
      undo: () => goBack('undo'),
      redo: () => goBack('redo'),
      setUnfinished(key, field) {
        set(({ unfinished }) => ({ unfinished: withUnfinished(unfinished, key, field) }));
      },
      async discardDraft() {
        if (!editor || !keeper) return;
        const { first, firstText } = editor;
        const gone = keeper.end(false);
        editor.dispose();
        begin({ text: firstText, ...(first.values ? { values: first.values } : {}), view: must().package });
        await gone;
      },
      async restoreDraft() {
        await get().startDraft();
        const { held } = offers;
        if (!held || !editor || !keeper) return;
        const { text, reseal, at } = held.draft;
        const when = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
        editor.editText(text, `Restore the draft of ${when}`, undefined, reseal);
        touched();
        set({ draftOffer: undefined });
        // Only once the draft is kept as this one's does the other go.
        if (await keeper.flush()) await offers.remove(held);
        else if (offers.held === held) offers.drop();
      },
      async discardOffer() {
        const about = opened;
        await offers.remove(offers.held);
        // There may be another, which nobody has seen.
        const hash = hashOf(opened);
        if (hash !== undefined && opened === about) void lookForDraft(hash);
      },
      async nextOffer() {
        const { held } = offers;
        const hash = hashOf(opened);
        if (held && hash !== undefined) await lookForDraft(hash, held.draft.id);
      },
      async lookForKept() {
        try {
          await ending;
          const [last, ...others] = ((await storage?.all()) ?? []).sort((a, b) => b.at - a.at);
          set({ keptNote: last && { name: last.name, at: last.at, others: others.length } });
        } catch {
          // Where nothing can be looked for, nothing is kept.
        }
      },
      draftToSave,
      async reviewDraft(options) {
        const draft = await draftToSave();
        return client.call('reviewDraft', { handle: must().handle, draft }, options);
      },
      async saveDraft(saveTo, options) {
        const draft = await draftToSave();
        const saved = await client.call(
          'saveDraft',
          { handle: must().handle, draft, ...(saveTo ? { saveTo } : {}) },
          options,
        );
        isSpliced = saved.blob !== undefined;
        return saved;
      },
      async openSaved(file, kept, onOpened) {
        const before = openedOf(get().load)?.descriptor;
        const madeOf = isSpliced && before?.kind === 'file' ? [before.file, ...(before.madeOf ?? [])] : [];
        await get().open(
          { kind: 'file', file, ...(kept === undefined ? {} : { kept }), ...(madeOf.length > 0 ? { madeOf } : {}) },
          () => {
            isSaved = true;
            onOpened?.();
          },
        );
      },
      startEditing,
      packageGrew(next) {
        if (!opened) return;
        opened = next;
        own = undefined;
        show();
        editor?.askAgain();
      },
    };
  };
}

/** By what a package's drafts are found again. */
function hashOf(of: Opened | undefined): string | undefined {
  return of?.package.identity?.sha256.toLowerCase();
}

/** Whether a package that was opened again is the one that was open. */
function isAlike(next: Package, before: Package): boolean {
  return next.identity?.sha256 === before.identity?.sha256 && next.size === before.size && next.name === before.name;
}

/** A package whose description is another one, as it would be saved. */
function withView({ files, tensors, spareLinks, servedFrom }: Package, view: DraftView): Package {
  return {
    ...view,
    findings: view.can.repack ? findingsOnceSaved(view.findings) : view.findings,
    files,
    tensors,
    ...(spareLinks ? { spareLinks } : {}),
    ...(servedFrom === undefined ? {} : { servedFrom }),
  };
}
