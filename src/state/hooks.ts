import { createSafeContext } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import { type Finding, mergeFindings } from '../base/findings.ts';
import { pairMemo } from '../base/memo.ts';
import { contentFindingsAfter } from '../model/content-findings.ts';
import type { FileChange } from '../model/draft.ts';
import type { HashState, Package, PackageFile } from '../model/package.ts';
import { hasHashes } from '../model/unhashed.ts';
import { type SpokenWords, spoken } from '../model/words.ts';
import type { PictureFile } from '../picture/reading.ts';
import type { Tolerance } from '../tensor/compare/tolerance.ts';
import type { ElementBlock } from '../tensor/element-block.ts';
import type { TensorPlane } from '../tensor/mapping.ts';
import type { ChannelStatistics } from '../tensor/statistics/channels.ts';
import type { TensorStatistics } from '../tensor/values.ts';
import type { CallOptions, ComparedTensor } from '../worker/protocol.ts';
import type { Actions, AppState, AppStore } from './app-state.ts';
import type { CompareTarget, TensorRef } from './compare-slice.ts';
import { besideKey, type FileChoice, type PackageAsk } from './content-slice.ts';
import type { DraftEditing } from './draft/editing.ts';
import { type FilePlace, filePlace, placeKey } from './file-place.ts';
import type { Levels, LevelsState } from './level/levels.ts';
import { type Loading, type Opened, openedOf, openPackage } from './load.ts';
import type { Recent } from './recents.ts';
import { type ScannedShare, type ScanState, scannedShare, shownScan } from './scan-slice.ts';
import { hashStateOf } from './verdict-table.ts';

/**
 * Gives the levels to the components below, and to most of them the store of the level that is shown. `useLevels` is for
 * the few that are about more than this.
 */
export const [LevelsProvider, useLevels] = createSafeContext<Levels>(
  'A component that reads the store is outside LevelsProvider.',
);

/** A part of the state of the levels. The component renders again when it changes. */
export function useLevelsState<T>(select: (state: LevelsState) => T): T {
  return useStore(useLevels().state, select);
}

function useAppStore(): AppStore {
  return useLevelsState(({ shown }) => shown.store);
}

/** A part of the state of the outermost package. */
export function useOutermost<T>(select: (state: AppState) => T): T {
  return useStore(useLevels().outermost, select);
}

/** A part of the state of the package around the one that is shown. Undefined where that is the outermost one. */
export function useOuter<T>(select: (state: AppState) => T): T | undefined {
  const { outermost } = useLevels();
  const outer = useLevelsState(({ levels, shown }) => levels[shown.inside.length - 1]);
  const selected = useStore(outer?.store ?? outermost, select);
  return outer && selected;
}

/** A part of the state. The component renders again when it changes. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useAppStore(), select);
}

/** A list of the state. It stays the same object as long as it has the same items. */
export function useAppList<T>(select: (state: AppState) => readonly T[]): readonly T[] {
  return useApp(useShallow(select));
}

/** The open package with its handle, or undefined. */
export function useOpened(): Opened | undefined {
  return useApp((state) => openedOf(state.load));
}

/** The package that saving the draft would give; without a draft, the open one. Throws where no package is open. */
export function usePackage(): Package {
  return usePackagePart((pkg) => pkg);
}

/**
 * A part of that package. Each step of a draft makes another package, but most parts of it stay the same objects: a
 * component that is shown beside the form selects what it shows. Throws where no package is open.
 */
export function usePackagePart<T>(select: (pkg: Package) => T): T {
  return useApp(({ draft, load }) => select(draft?.shown ?? openPackage(load).package));
}

/** The open package without the draft. Throws where no package is open. */
export function useOpenPackage(): Package {
  return useApp(({ load }) => openPackage(load).package);
}

/** As `usePackagePart`; while the text of the draft cannot be parsed, the part as it was last known. */
export function useKnownPart<T>(select: (pkg: Package) => T): T {
  const part = usePackagePart(select);
  const own = select(useOpenPackage());
  const isUnread = useApp(({ draft }) => draft?.changed === true && draft.shown.unread === true);
  const [known, setKnown] = useState<{ part: T }>();
  if (!isUnread && (!known || known.part !== part)) setKnown({ part });
  return isUnread ? (known ? known.part : own) : part;
}

/** What to call the open package and its files in a sentence. */
export function useWords(): SpokenWords {
  const words = usePackagePart((pkg) => pkg.words);
  return useMemo(() => spoken(words), [words]);
}

/** `hasHashes` of the open package. */
export function useHasHashes(): boolean {
  return usePackagePart(hasHashes);
}

/**
 * The draft of the open package; undefined until editing begins. It is a new object with every step: to show a part of
 * it, select that with `useApp`.
 */
export function useDraft(): DraftEditing | undefined {
  return useApp((state) => state.draft);
}

/**
 * Whether the draft can be saved: also where the open package alone cannot, once all its hashes are recomputed.
 */
export function useCanSave(): boolean {
  const opened = useOpened();
  const isResealed = useApp(({ draft }) => draft?.current.renew === 'reseal');
  return opened !== undefined && (opened.package.can.save || (isResealed && opened.package.can.reseal === true));
}

const NO_PATHS: ReadonlySet<string> = new Set();

/** The paths of files whose text the draft changes. */
export function useEditedPaths(): ReadonlySet<string> {
  return useApp((state) => state.draft?.edited ?? NO_PATHS);
}

const NO_CHANGES: readonly FileChange[] = [];

/** The draft's changes of files. */
export function useFileChanges(): readonly FileChange[] {
  return useApp(({ draft }) => draft?.current.files ?? NO_CHANGES);
}

const NO_FINDINGS: readonly Finding[] = [];
const merged = pairMemo((of: readonly Finding[], more: readonly Finding[]) => mergeFindings(of, more));

/**
 * Findings of the package that is shown, of what loading it would run, of a scan of its tensors, and of the content of
 * its files, except of files that saving writes again.
 */
export function useFindings(): readonly Finding[] {
  const findings = usePackagePart((pkg) => pkg.findings);
  const contentFindings = useApp((state) => state.contentFindings);
  // Each step makes another list of files. Most packages have nothing to look up in it.
  const files = usePackagePart((pkg) => (contentFindings.length === 0 ? undefined : pkg.files));
  const own = useOpenPackage().files;
  const edited = useEditedPaths();
  const changes = useFileChanges();
  const audit = useAuditFindings();
  const scanned = useApp((state) => shownScan(state)?.findings ?? NO_FINDINGS);
  return useMemo(() => {
    const audited = merged(merged(findings, audit), scanned);
    return files ? merged(audited, contentFindingsAfter(contentFindings, { own, files, changes, edited })) : audited;
  }, [findings, files, own, contentFindings, edited, changes, audit, scanned]);
}

/** What looking through the open package for what loading it would run has found so far. */
function useAuditFindings(): readonly Finding[] {
  const handle = useOpened()?.handle;
  return useApp(({ packageAudit: last }) => (last && last.handle === handle ? last.audit.findings : NO_FINDINGS));
}

/** Findings of the open package without the draft, and of the content of its files. */
export function useOwnFindings(): readonly Finding[] {
  const findings = useOpened()?.package.findings;
  const contentFindings = useApp((state) => state.contentFindings);
  return merged(merged(findings ?? NO_FINDINGS, useAuditFindings()), contentFindings);
}

/**
 * A function that gives a file's state, from what its content has shown so far. It is another function when that
 * changes.
 */
export function useHashStates(): (file: PackageFile) => HashState {
  const verdicts = useApp((state) => state.verdicts);
  const running = useApp((state) => state.verification.phase === 'running');
  return useCallback((file) => hashStateOf(file, verdicts, running), [verdicts, running]);
}

/**
 * Gives the state of the shown level as it is when asked: for event handlers, whose component need not render again for
 * it.
 */
export function useAppReader(): () => AppState {
  const { state } = useLevels();
  return useCallback(() => state.getState().shown.store.getState(), [state]);
}

/** The store's actions. They stay the same functions as long as the store lives. */
export function useActions(): Actions {
  return useAppStore().getState();
}

/** What was open before, the newest first. Empty until it is read. */
export function useRecents(): readonly Recent[] {
  const lookForRecents = useOutermost((state) => state.lookForRecents);
  useEffect(() => void lookForRecents(), [lookForRecents]);
  return useOutermost((state) => state.recents);
}

type WorkOptions = Required<Pick<CallOptions, 'signal' | 'onProgress'>>;

/**
 * What `work` gives. It begins when `work` is another function, and is canceled then, and when the component goes away.
 * With undefined nothing is done, and the state stays `loading`.
 */
export function useWork<T>(work: ((options: WorkOptions) => Promise<T>) | undefined): Loading<T> {
  const [state, setState] = useState<{ of: unknown; loading: Loading<T> }>();
  useEffect(() => {
    if (!work) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (loading: Loading<T>) => {
      if (!signal.aborted) setState({ of: work, loading });
    };
    work({ signal, onProgress: (progress) => show({ status: 'loading', progress }) }).then(
      (value) => show({ status: 'ready', value }),
      (error: unknown) => {
        if (!isCancelled(error)) show({ status: 'failed', error: toErrorData(error) });
      },
    );
    return () => controller.abort();
  }, [work]);
  return state && state.of === work ? state.loading : { status: 'loading' };
}

/**
 * Loads something of the open package, or of the one beside it, and again when `key` or the package changes. Cancels
 * when the component goes away. With `key` undefined nothing is loaded and the state stays `loading`.
 */
export function useLoading<T>(
  key: string | undefined,
  load: (actions: Actions, options: CallOptions) => Promise<T>,
  beside?: PackageAsk | undefined,
): Loading<T> & { retry: () => void } {
  const store = useAppStore();
  const opened = useOpened()?.handle;
  const handle = beside?.handle ?? opened;
  const [attempt, setAttempt] = useState(0);
  const wanted = key === undefined || handle === undefined ? undefined : `${handle} ${attempt} ${key}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says all that `load` depends on.
  const work = useMemo(
    () => (wanted === undefined ? undefined : (options: CallOptions) => load(store.getState(), options)),
    [store, wanted],
  );
  return { ...useWork(work), retry: () => setAttempt((count) => count + 1) };
}

/** Where the bytes are that are read at a path. */
export function useFilePlace(path: string): FilePlace {
  const changes = useFileChanges();
  return useMemo(() => filePlace(changes, path), [changes, path]);
}

/**
 * Names the bytes that are read at a path: another text where the draft puts or moves another file there. For the keys
 * of what shows them.
 */
export function usePlaceKey(path: string | undefined, { asOpened = false, of }: FileChoice = {}): string {
  return useApp(({ draft }) => {
    if (path === undefined) return '';
    if (asOpened || of || !draft) return `open ${besideKey(of)}${path}`;
    return placeKey(filePlace(draft.current.files, path));
  });
}

/**
 * Bytes `start` to `end` of a file of the open package, or of the one that the draft has at the path. With `path`
 * undefined nothing is read.
 */
export function useFileBytes(path: string | undefined, start: number, end: number, choice: FileChoice = {}) {
  const place = usePlaceKey(path, choice);
  return useLoading<Uint8Array<ArrayBuffer>>(
    path === undefined ? undefined : `bytes ${start} ${end} ${place}`,
    (actions, options) => actions.readBytes(path as string, start, end, { ...options, ...choice }),
    choice.of,
  );
}

/** Bytes `start` to `end` of a file of the package that is shown, with the draft where there is one. */
export function useShownBytes(path: string, start: number, end: number) {
  const shownDraft = useApp((state) => state.draft?.shownDraft);
  return useLoading<Uint8Array<ArrayBuffer>>(
    `bytes ${start} ${end} ${shownDraft?.id ?? ''} ${path}`,
    (actions, options) => actions.readBytes(path, start, end, { ...options, shownDraft }),
  );
}

/** What a file is, and of a picture what showing it takes. With `path` undefined nothing is read. */
export function usePicture(path: string | undefined, choice: FileChoice = {}) {
  const place = usePlaceKey(path, choice);
  return useLoading<PictureFile>(
    path === undefined ? undefined : `picture ${place}`,
    (actions, options) => actions.readPicture(path as string, { ...options, ...choice }),
    choice.of,
  );
}

/** A whole file as a Blob of `type`. With `path` undefined nothing is read. */
export function useFileBlob(path: string | undefined, type: string, maxBytes: number, choice: FileChoice = {}) {
  const place = usePlaceKey(path, choice);
  return useLoading<Blob>(
    path === undefined ? undefined : `blob ${type} ${place}`,
    (actions, options) => actions.readBlob(path as string, type, { ...options, maxBytes, ...choice }),
    choice.of,
  );
}

/** Names the edited package whose tensors are shown. Empty where they are those of the open one. */
export function useTensorsId(): string {
  return useApp(({ draft }) => `${draft?.shownDraft?.tensorsId ?? ''}`);
}

/** Cells of a plane of a tensor, row-major. With either undefined nothing is read. */
export function useTensorCells(tensor: TensorRef | undefined, plane: TensorPlane | undefined) {
  const id = useTensorsId();
  return useLoading<string[]>(
    tensor === undefined || !plane ? undefined : `cells ${id} ${JSON.stringify([plane, tensor])}`,
    (actions, options) => actions.readCells(tensor as TensorRef, plane as TensorPlane, options),
  );
}

/** What is stored of an element of a tensor that has `values`. `index` counts elements in row-major order. */
export function useTensorBlock(tensor: string, index: number) {
  const id = useTensorsId();
  return useLoading<ElementBlock>(`block ${id} ${index} ${tensor}`, (actions, options) =>
    actions.readBlock(tensor, index, options),
  );
}

/** Statistics of a numeric tensor, or of a plane of it. With `tensor` undefined nothing is read. */
export function useTensorStatistics(tensor: string | undefined, plane: TensorPlane | undefined) {
  const id = useTensorsId();
  return useLoading<TensorStatistics>(
    tensor === undefined ? undefined : `statistics ${id} ${JSON.stringify(plane)} ${tensor}`,
    (actions, options) => actions.readStatistics(tensor as string, { ...options, plane }),
  );
}

/** Statistics of each index along a dimension of a numeric tensor. With `dimension` undefined nothing is read. */
export function useChannels(tensor: string, dimension: number | undefined) {
  const id = useTensorsId();
  return useLoading<ChannelStatistics>(
    dimension === undefined ? undefined : `channels ${id} ${dimension} ${tensor}`,
    (actions, options) => actions.readChannels(tensor, dimension as number, options),
  );
}

/** The scan of the tensors that are shown. Undefined where there was none. */
export function useScan(): ScanState | undefined {
  return useApp(shownScan);
}

/** How many of the values of the tensors that are shown were looked at by a scan. */
export function useScannedShare(): ScannedShare {
  const tensors = usePackagePart((pkg) => pkg.tensors);
  return scannedShare(tensors, useScan());
}

/** Two tensors that are compared, `b` as the expected one. */
export interface ComparedTargets {
  a: CompareTarget;
  b: CompareTarget;
}

/** How two tensors differ. With `pair` undefined nothing is read. */
export function useComparison(pair: ComparedTargets | undefined, tolerance: Partial<Tolerance> | undefined) {
  const id = useTensorsId();
  return useLoading<ComparedTensor>(
    pair && `compare ${id} ${JSON.stringify([pair, tolerance])}`,
    (actions, options) => {
      const { a, b } = pair as ComparedTargets;
      return actions.compareTensors(a, b, { ...options, tolerance });
    },
  );
}

/** How pairs of tensors differ, or why one of a pair cannot be read. With `pairs` empty nothing is read. */
export function useComparisons(pairs: readonly ComparedTargets[], tolerance: Partial<Tolerance> | undefined) {
  const id = useTensorsId();
  return useLoading<(ComparedTensor | ErrorData)[]>(
    pairs.length === 0 ? undefined : `compare ${id} ${JSON.stringify([pairs, tolerance])}`,
    async ({ compareTensors }, { signal }) => {
      const found: (ComparedTensor | ErrorData)[] = [];
      for (const { a, b } of pairs)
        found.push(
          await compareTensors(a, b, { tolerance, ...(signal && { signal }) }).catch((error: unknown) => {
            if (isCancelled(error)) throw error;
            return toErrorData(error);
          }),
        );
      return found;
    },
  );
}
