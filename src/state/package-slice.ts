import { CancelledError, type ErrorData, InternalError, isCancelled, toErrorData } from '../base/errors.ts';
import { baseName } from '../model/file/file-name.ts';
import type { Package } from '../model/package.ts';
import { OUTERMOST } from '../model/place.ts';
import type { InnerChoice, SourceDescriptor, WorkerCalls } from '../worker/protocol.ts';
import type { AppState, AppStore, MakeSlice, PackageChangeReason } from './app-state.ts';
import { hasPut } from './file-place.ts';
import { descriptorName, isRemote, type LoadState, type Opened, openedOf } from './load.ts';

export interface PackageSlice {
  load: LoadState;
  /** The last failure to open, where something else stays open; shown until dismissed. */
  alert: ErrorData | undefined;
  /** What could not be opened last. `alert` or `load` has the error. */
  attempt: SourceDescriptor | undefined;
  /**
   * Opens something. A second call cancels the first. The open package stays open until the new one is there, and for
   * good where that cannot be opened. `onOpened` is called right before the new package is shown. With 'saved', it is
   * the file that the draft of the open package was saved to. Settles when the page has changed; never rejects.
   */
  open(descriptor: SourceDescriptor, onOpened?: () => void, reason?: 'opened' | 'saved'): Promise<void>;
  /**
   * For the levels: opens the package in a file of the one that is open in `outer`. Settles when it is open, or has
   * failed; never rejects.
   */
  openInner(outer: AppStore, path: string, choice: InnerChoice): Promise<void>;
  cancelOpening(): void;
  /** Reads the files that `package.more` of the open package speaks of. Rejects as `OpenPackage.readMore`. */
  readMore(options: { signal: AbortSignal }): Promise<void>;
  /** Goes back to the empty page. */
  close(): void;
  /** Shows a failure from before there was anything to open, as of an empty drop. */
  fail(error: ErrorData): void;
  dismissAlert(): void;
}

declare module './app-state.ts' {
  interface AppState extends PackageSlice {}
}

/** A new worker that dies within this many milliseconds is taken to have died of what the page asks of it. */
const SHORT_LIFE_MS = 20_000;

type OpenAsk = WorkerCalls['open']['ask'];

/** What is opened. */
interface Target {
  name: string;
  /** What the worker is asked. Of an inner package it names the outer one, which has another handle after a revival. */
  ask: OpenAsk | (() => Promise<OpenAsk>);
  about(): Pick<Opened, 'descriptor' | 'inside'>;
  /** What is to be shown as it is where it cannot be opened. Of an inner package, the page shows its file anyway. */
  attempt?: SourceDescriptor;
}

export const packageSlice: MakeSlice<PackageSlice> = (set, get, { client, onPackageChanged, outer }) => {
  let opening: AbortController | undefined;
  /** What was opened last. */
  let target: Target | undefined;
  /** The package that was opened again after the worker died, and when. */
  let revived: { handle: number; at: number } | undefined;

  onPackageChanged((opened, reason) => {
    const { load } = get();
    // It can get files while another package opens.
    const next = opened && reason === 'grown' && load.phase === 'opening' ? { ...load, opened } : settled(opened);
    return { state: { load: next } };
  });

  const open: PackageSlice['open'] = (descriptor, onOpened, reason = 'opened') => {
    const about = { descriptor };
    const name = descriptorName(descriptor);
    return openTarget({ name, ask: about, about: () => about, attempt: descriptor }, reason, onOpened);
  };

  async function openTarget(wanted: Target, reason: 'opened' | 'saved', onOpened?: () => void): Promise<void> {
    const before = openedOf(get().load);
    try {
      const handle = await load(wanted, before, reason, { onOpened });
      if (handle !== undefined && before) release(before.handle);
    } catch (error) {
      // What is open may have got files since.
      if (isCancelled(error)) set({ load: settled(openedOf(get().load)) });
      else if (before && error instanceof InternalError && error.code === 'internal/worker-died') {
        await revive(before, toErrorData(error));
      } else {
        fail(toErrorData(error));
        set({ attempt: wanted.attempt });
      }
    }
  }

  /** Opens and shows a package. Gives its handle, or undefined where something else was opened meanwhile. */
  async function load(
    wanted: Target,
    before: Opened | undefined,
    reason: PackageChangeReason,
    { onOpened, alert }: { onOpened?: (() => void) | undefined; alert?: ErrorData },
  ): Promise<number | undefined> {
    opening?.abort();
    const controller = new AbortController();
    opening = controller;
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      const { load } = get();
      if (opening === controller && load.phase === 'opening') set({ load: { ...load, progress: { done, total } } });
    };
    set({ load: { phase: 'opening', name: wanted.name, opened: before }, alert: undefined, attempt: undefined });
    try {
      const ask = typeof wanted.ask === 'function' ? await wanted.ask() : wanted.ask;
      const options = { signal: controller.signal, onProgress };
      // Of another machine's package the page decides. What the worker died of is not done again unasked.
      const verifiesUnasked = reason !== 'revived' && !isRemote(wanted.about().descriptor);
      const asked = { ...ask, ...(verifiesUnasked && { verifiesUnasked }) };
      const { verdicts = [], findings = [], ...answer } = await client.call('open', asked, options);
      if (opening !== controller) {
        release(answer.handle);
        return undefined;
      }
      onOpened?.();
      target = wanted;
      // A file that is read again can be another one by now.
      const isAnother = reason === 'revived' && !(before && isSamePackage(answer.package, before.package));
      get().packageChanged({ ...answer, ...wanted.about() }, isAnother ? 'opened' : reason, alert ? { alert } : {});
      get().setVerdicts(verdicts);
      if (findings.length > 0) get().addFindings(findings);
      return answer.handle;
    } catch (error) {
      if (opening !== controller) return undefined;
      throw error;
    } finally {
      if (opening === controller) opening = undefined;
    }
  }

  /** The worker died. Opens the package again in the new worker, and says why. */
  async function revive(opened: Opened, alert: ErrorData): Promise<void> {
    if (!target) return;
    try {
      const handle = await load(target, opened, 'revived', { alert });
      if (handle !== undefined) revived = { handle, at: performance.now() };
    } catch (error) {
      const load = isCancelled(error) ? settled(undefined) : ({ phase: 'failed', error: toErrorData(error) } as const);
      get().packageChanged(undefined, 'closed', { load });
    }
  }

  function settled(opened: Opened | undefined): LoadState {
    return opened ? { phase: 'ready', opened } : { phase: 'empty' };
  }

  function fail(error: ErrorData): void {
    const opened = openedOf(get().load);
    if (opened) set({ load: settled(opened), alert: error, attempt: undefined });
    else set({ load: { phase: 'failed', error }, attempt: undefined });
  }

  /** Closing only frees memory. A worker that died meanwhile has freed it already. */
  function release(handle: number): void {
    client.call('close', { handle }).catch(() => {});
  }

  client.onDeath(() => {
    const { load } = get();
    // While a package opens, that call rejects, and `open` goes on from there.
    if (load.phase !== 'ready') return;
    const error = { tag: 'internal', code: 'internal/worker-died' } as const;
    if (revived?.handle === load.opened.handle && performance.now() - revived.at < SHORT_LIFE_MS) {
      const message = 'The reader stopped again, right after it was restarted.';
      const failed = { phase: 'failed', error: { ...error, message } } as const;
      get().packageChanged(undefined, 'closed', { load: failed, alert: undefined });
      return;
    }
    const message = 'The reader stopped unexpectedly. It was restarted, and the file is open again.';
    void revive(load.opened, { ...error, message });
  });

  return {
    load: { phase: 'empty' },
    alert: undefined,
    attempt: undefined,
    open: outer ? (...given) => outer.getState().open(...given) : open,
    openInner: (around, path, choice) => openTarget(innerTarget(around, path, choice), 'opened'),
    cancelOpening() {
      opening?.abort();
    },
    async readMore(options) {
      const before = openedOf(get().load);
      if (!before) return;
      const { handle } = before;
      const next = await client.call('readMore', { handle }, options);
      const opened = openedOf(get().load);
      if (opened?.handle === handle) get().packageChanged({ ...opened, package: next }, 'grown');
    },
    close() {
      opening?.abort();
      opening = undefined;
      const opened = openedOf(get().load);
      get().packageChanged(undefined, 'closed', { alert: undefined });
      if (opened) release(opened.handle);
    },
    fail,
    dismissAlert() {
      set({ alert: undefined, attempt: undefined });
    },
  };
};

/** A package in a file of the one that is open in `outer`, or will be once the worker has opened it again. */
function innerTarget(outer: AppStore, path: string, choice: InnerChoice): Target {
  return {
    name: baseName(path),
    async ask() {
      const { handle } = await settledIn(outer);
      const { draft, draftToSave } = outer.getState();
      const ask = { outer: handle, path, ...choice };
      return hasPut(draft?.current.files, path) ? { ...ask, draft: await draftToSave() } : ask;
    },
    about() {
      const { descriptor, inside = OUTERMOST } = openedOf(outer.getState().load) as Opened;
      return { descriptor, inside: [...inside, path] };
    },
  };
}

/** The package of a store, once nothing is being opened there. Rejects as canceled if nothing is open then. */
function settledIn(store: AppStore): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const look = ({ load }: AppState) => {
      if (load.phase === 'opening') return false;
      if (load.phase === 'ready') resolve(load.opened);
      else reject(new CancelledError());
      return true;
    };
    if (look(store.getState())) return;
    const end = store.subscribe((state) => {
      if (look(state)) end();
    });
  });
}

/** Whether a package that was opened again is the one that was open, as far as is known without reading it. */
function isSamePackage(next: Package, before: Package): boolean {
  return next.identity?.sha256 === before.identity?.sha256 && next.size === before.size && next.name === before.name;
}
