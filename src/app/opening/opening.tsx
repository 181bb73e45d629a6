import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toErrorData } from '../../base/errors.ts';
import { fragmentWithin, type Inside, insideHref, OUTERMOST } from '../../model/place.ts';
import type { AppState } from '../../state/app-state.ts';
import { useLevels, useOutermost } from '../../state/hooks.ts';
import type { Unsaved } from '../../state/levels.ts';
import { openedOf, type SourceDescriptor } from '../../state/load.ts';
import { lateView } from '../../widgets/late-view.tsx';
import { Boundary } from '../boundary.tsx';
import { useEditDialogs } from '../draft/draft-dialogs.tsx';
import { followInside } from '../inside/follow.ts';
import { absoluteUrl } from '../page-address.ts';
import { isPrivateFor } from '../private-host.ts';
import { droppedDescriptor, filesDescriptor, folderDescriptor, readFailed } from './drop.ts';
import { type Opening, OpeningContext } from './opening-ways.ts';
import { isSame, placeInLost, presentVisit, pushVisit, rememberRecent, rememberVisit, returnToVisit } from './visit.ts';

const LeavingDialog = lateView(() => import('../draft/leaving.tsx'));
const PrivateHostDialog = lateView(() => import('./private-host-dialog.tsx'));

/** A step that waits until the user agrees to leave unsaved changes. */
interface Leaving {
  /** Whether the step opens another package. */
  opens: boolean;
  unsaved: readonly Unsaved[];
  saving: boolean;
  go(): void;
}

/** Why something is opened. */
interface Purpose {
  /** The kept draft that it is opened for. */
  draft?: string | undefined;
  /** Where a package lies in it that is to be shown. */
  inside?: Inside;
  /** It is what is open, read anew. Kept changes are offered for it then, so nothing need be asked. */
  isAgain?: boolean;
}

/** The sample's address, beside the page. */
const SAMPLE = 'sample.carton';

/** What the history names, if that is a local file that the page does not have. */
function lostNow(): Opening['lost'] {
  const visit = presentVisit();
  return visit.kind === 'lost' ? visit : undefined;
}

/** An address as people give it: that of the sample, and of others beside the page, is short. */
function writtenUrl(url: string): string {
  const { href } = new URL('.', document.baseURI);
  return url.startsWith(href) && url !== href ? url.slice(href.length) : url;
}

/** The URL to ask about before it is opened: one of a link into the reader's own network. Each is asked about once. */
function askedUrl(descriptor: SourceDescriptor, agreed: ReadonlySet<string>): string | undefined {
  if (descriptor.kind !== 'url' || agreed.has(descriptor.url)) return undefined;
  return isPrivateFor(descriptor.url) ? descriptor.url : undefined;
}

/** The file as it stands on the disk, once people allow it. Rejects with NetworkError `source/read-failed`. */
async function allowedFile(handle: FileSystemFileHandle): Promise<File> {
  try {
    const options = { mode: 'read' } as const;
    const isAllowed = (await handle.queryPermission?.(options)) ?? 'granted';
    if (isAllowed !== 'granted') await handle.requestPermission?.(options);
    return await handle.getFile();
  } catch (error) {
    throw readFailed(error);
  }
}

/**
 * Holds the file inputs, follows the history and `?url=`, and opens files that the system gives to the installed page.
 */
export function OpeningProvider({ children }: { children: ReactNode }) {
  const levels = useLevels();
  const read = levels.outermost.getState;
  const { open, close, fail, openForDraft } = read();
  const opened = useOutermost((state) => openedOf(state.load));
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  /** What the next file or folder is chosen for. */
  const purpose = useRef<Purpose>({});
  // Known at once, so that what says it moves nothing.
  const [lost, setLost] = useState(lostNow);
  const [leaving, setLeaving] = useState<Leaving>();
  /** The URL in the reader's own network that a link asks for. */
  const [asked, setAsked] = useState<string>();
  const agreed = useRef(new Set<string>());
  const { isSaving, leave } = useEditDialogs();

  /** What leaving all but the outermost `kept` packages would leave: unsaved changes, or a running save. */
  const leftBy = useCallback(
    (kept: number): Pick<Leaving, 'unsaved' | 'saving'> | undefined => {
      const unsaved = levels.unsaved(kept);
      return unsaved.length > 0 || isSaving() ? { unsaved, saving: isSaving() } : undefined;
    },
    [levels, isSaving],
  );

  const openNew = useCallback(
    (descriptor: SourceDescriptor, url?: string, { draft: keptId, inside = OUTERMOST, isAgain }: Purpose = {}) => {
      const go = () => {
        leave();
        setLost(undefined);
        setAsked(undefined);
        openForDraft(keptId);
        const place = inside.length > 0 ? insideHref(inside) : placeInLost(descriptor);
        void open(descriptor, () => pushVisit(descriptor, url, place));
      };
      const left = leftBy(0);
      const isKept = left?.saving === false && left.unsaved.every((changes) => changes.isKept);
      if (left && !(isAgain && isKept)) setLeaving({ opens: true, ...left, go });
      else go();
    },
    [open, openForDraft, leftBy, leave],
  );

  const opening = useMemo<Opening>(() => {
    const openUrl = (url: string, why?: Purpose) => openNew({ kind: 'url', url: absoluteUrl(url) }, url, why);
    const ask = (input: typeof fileInput, why: Purpose = {}) => {
      purpose.current = why;
      input.current?.click();
    };
    const again = (): Purpose => ({ draft: read().draft?.keptId, isAgain: true });
    return {
      lost,
      isAsking: asked !== undefined,
      chooseFile: () => ask(fileInput),
      chooseFolder: () => ask(folderInput),
      openDraft({ id: draft, origin, inside }) {
        if (origin === undefined) ask(fileInput, { draft, inside });
        else openUrl(origin, { draft, inside });
      },
      chooseAgain() {
        const isFolder = openedOf(read().load)?.descriptor.kind === 'folder';
        ask(isFolder ? folderInput : fileInput, again());
      },
      reopen() {
        const descriptor = openedOf(read().load)?.descriptor;
        if (descriptor?.kind !== 'file' || !descriptor.handle) return;
        const { handle } = descriptor;
        handle.getFile().then(
          (file) => openNew({ kind: 'file', file, handle }, undefined, again()),
          (error: unknown) => fail(toErrorData(readFailed(error))),
        );
      },
      openRecent(recent) {
        if (recent.kind === 'url') openUrl(writtenUrl(recent.url));
        else if (recent.kind === 'folder') ask(folderInput);
        else if (!recent.handle) ask(fileInput);
        else {
          const { handle } = recent;
          allowedFile(handle).then(
            (file) => openNew({ kind: 'file', file, handle }),
            (error: unknown) => fail(toErrorData(error)),
          );
        }
      },
      openSample: () => openUrl(SAMPLE),
      openUrl: (url) => openUrl(url),
      openBytes: (descriptor) =>
        openNew({ ...descriptor, asBytes: true }, descriptor.kind === 'url' ? writtenUrl(descriptor.url) : undefined),
      openMade: (descriptor) => openNew(descriptor),
      openDrop(transfer) {
        droppedDescriptor(transfer).then(
          (descriptor) => openNew(descriptor),
          (error: unknown) => fail(toErrorData(error)),
        );
      },
    };
  }, [openNew, fail, lost, asked, read]);

  const openedRecent = useOutermost((state) => state.openedRecent);
  useEffect(() => {
    if (openedRecent !== undefined) rememberRecent(openedRecent);
  }, [openedRecent]);

  // Shows what the history names: once at the start, and after each step back or forward.
  const shown = useRef<SourceDescriptor>(undefined);
  shown.current = opened?.descriptor;
  useEffect(() => {
    let isAgreed = false;
    const follow = () => {
      const visit = presentVisit();
      const isShown = visit.kind === 'package' && shown.current && isSame(shown.current, visit.descriptor);
      const { hash } = window.location;
      const isStep = isShown && fragmentWithin(hash, levels.state.getState().shown.inside) !== undefined;
      const left = isAgreed || isStep ? undefined : leftBy(isShown ? levels.keptBy(hash) : 0);
      if (left) {
        // The browser has moved already. The address goes back to what is shown until the user agrees.
        returnToVisit();
        const go = () => {
          isAgreed = true;
          window.history.back();
        };
        setLeaving({ opens: !isShown && visit.kind === 'package', ...left, go });
        return;
      }
      isAgreed = false;
      rememberVisit();
      setLost(visit.kind === 'lost' ? visit : undefined);
      if (!isStep) leave();
      if (isShown) {
        void followInside(levels);
        return;
      }
      openForDraft(undefined);
      const url = visit.kind === 'package' && visit.byLink ? askedUrl(visit.descriptor, agreed.current) : undefined;
      setAsked(url);
      if (visit.kind !== 'package' || url !== undefined) close();
      else void open(visit.descriptor);
    };
    follow();
    // Captures the event, to run before the views that follow the address: they must not flash before the user agrees.
    window.addEventListener('popstate', follow, true);
    return () => window.removeEventListener('popstate', follow, true);
  }, [levels, open, close, openForDraft, leftBy, leave]);

  // The address may lead on into what was opened. At once, so that the package around that is not shown first.
  useEffect(() => {
    let handle: number | undefined;
    const look = ({ load }: AppState) => {
      const next = openedOf(load)?.handle;
      if (next === handle) return;
      handle = next;
      if (next !== undefined) void followInside(levels);
    };
    look(read());
    return levels.outermost.subscribe(look);
  }, [levels, read]);

  useEffect(() => {
    window.launchQueue?.setConsumer(({ files }) => {
      const [handle] = files;
      handle?.getFile().then(
        (file) => openNew({ kind: 'file', file, handle }),
        (error: unknown) => fail(toErrorData(readFailed(error))),
      );
    });
  }, [openNew, fail]);

  function openAsked(url: string): void {
    agreed.current.add(url);
    setAsked(undefined);
    void open({ kind: 'url', url });
  }

  function declineAsked(): void {
    setAsked(undefined);
    // It has the URL, to be opened by hand.
    document.querySelector<HTMLInputElement>('input[type="url"]')?.focus();
  }

  function choose(input: HTMLInputElement, toDescriptor: (files: File[]) => SourceDescriptor): void {
    const files = [...(input.files ?? [])];
    // Emptied, so that choosing the same file again fires another change event.
    input.value = '';
    const why = purpose.current;
    purpose.current = {};
    if (files.length === 0) return;
    try {
      openNew(toDescriptor(files), undefined, why);
    } catch (error) {
      fail(toErrorData(error));
    }
  }

  return (
    <OpeningContext value={opening}>
      <input
        ref={fileInput}
        type="file"
        multiple
        data-testid="open-file"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => choose(event.currentTarget, filesDescriptor)}
      />
      <input
        ref={folderInput}
        type="file"
        data-testid="open-folder"
        webkitdirectory=""
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => choose(event.currentTarget, folderDescriptor)}
      />
      {children}
      {asked !== undefined && (
        <Boundary resetKey={asked}>
          <PrivateHostDialog url={asked} onOpen={() => openAsked(asked)} onClose={declineAsked} />
        </Boundary>
      )}
      {leaving && (
        <Boundary resetKey="leaving">
          <LeavingDialog
            opens={leaving.opens}
            unsaved={leaving.unsaved}
            saving={leaving.saving}
            onStay={() => setLeaving(undefined)}
            onLeave={() => {
              setLeaving(undefined);
              leaving.go();
            }}
          />
        </Boundary>
      )}
    </OpeningContext>
  );
}
