import { type ReactNode, useEffect, useMemo } from 'react';
import { toErrorData } from '../../base/errors.ts';
import { useLevels } from '../../state/hooks.ts';
import { openedOf, type SourceDescriptor } from '../../state/load.ts';
import { readFailed } from '../../widgets/files/dropped-files.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { Boundary } from '../boundary.tsx';
import { noteUse } from '../offline/start.ts';
import { absoluteUrl } from '../page-address.ts';
import { useFileInput } from './file-input.tsx';
import { filesDescriptor, type Opening, OpeningContext, pickedDescriptor } from './opening-ways.tsx';
import { type Purpose, useRouter } from './router.ts';
import { writtenUrl } from './visit.ts';

const LeavingDialog = lateView(() => import('../draft/leaving.tsx'));
const PrivateHostDialog = lateView(() => import('./private-host-dialog.tsx'));

/** The sample's address, beside the page: the one whose model runs on the page. */
const SAMPLE = 'sample-wasm.carton';

/** The current version of a file on the disk, once people allow it. Rejects with NetworkError `source/read-failed`. */
async function allowedFile(handle: FileSystemFileHandle): Promise<SourceDescriptor> {
  try {
    const options = { mode: 'read' } as const;
    const isAllowed = (await handle.queryPermission?.(options)) ?? 'granted';
    if (isAllowed !== 'granted') await handle.requestPermission?.(options);
    return { kind: 'file', file: await handle.getFile(), handle };
  } catch (error) {
    throw readFailed(error);
  }
}

/** What the system has launched the page with: several files together, as when they are dropped. */
async function launchedFiles(handles: readonly FileSystemFileHandle[]): Promise<SourceDescriptor> {
  const [handle] = handles;
  if (handle && handles.length === 1) return allowedFile(handle);
  const files = await Promise.all(handles.map(allowedFile));
  return filesDescriptor(files.flatMap((one) => (one.kind === 'file' ? [one.file] : [])));
}

/** Has the file inputs, the router and its questions, and opens files that the system gives to the installed page. */
export function OpeningProvider({ children }: { children: ReactNode }) {
  const { outermost } = useLevels();
  const { lost, asked, leaving, openNew, compareWith, openAsked, declineAsked, stay } = useRouter();
  const openFiles = (files: readonly File[]) => openNew(filesDescriptor(files));
  const { input: fileInput, choose: askFiles } = useFileInput('open-file', openFiles);
  const { input: folderInput, choose: askFolder } = useFileInput('open-folder', openFiles, true);
  const isAsking = asked !== undefined;

  const opening = useMemo<Opening>(() => {
    const { getState: read } = outermost;
    const openUrl = (url: string, why?: Purpose) => openNew({ kind: 'url', url: absoluteUrl(url) }, url, why);
    const openFound = (found: Promise<SourceDescriptor>, why?: Purpose) =>
      void found.then(
        (descriptor) => openNew(descriptor, undefined, why),
        (error: unknown) => read().fail(toErrorData(error)),
      );
    const openFor = (why?: Purpose) => (files: readonly File[]) => openNew(filesDescriptor(files), undefined, why);
    const askFile = (why?: Purpose) =>
      void pickedDescriptor().then(
        (picked) => {
          if (picked === 'input') askFiles(openFor(why));
          else if (picked !== 'canceled') openNew(picked, undefined, why);
        },
        (error: unknown) => read().fail(toErrorData(error)),
      );
    const again = (): Purpose => ({ draft: read().draft?.keptId, isAgain: true });
    return {
      lost,
      isAsking,
      chooseFile: () => askFile(),
      chooseFolder: () => askFolder(openFor()),
      askFolder,
      openDraft({ id: draft, origin, inside }) {
        if (origin === undefined) askFile({ draft, inside });
        else openUrl(origin, { draft, inside });
      },
      chooseAgain() {
        const isFolder = openedOf(read().load)?.descriptor.kind === 'folder';
        if (isFolder) askFolder(openFor(again()));
        else askFile(again());
      },
      reopen() {
        const descriptor = openedOf(read().load)?.descriptor;
        if (descriptor?.kind === 'file' && descriptor.handle) openFound(allowedFile(descriptor.handle), again());
      },
      openRecent(recent) {
        if (recent.kind === 'url') openUrl(writtenUrl(recent.url));
        else if (recent.kind === 'folder') askFolder(openFor());
        else if (!recent.handle) askFile();
        else openFound(allowedFile(recent.handle));
      },
      openSample: () => openUrl(SAMPLE),
      openUrl: (url) => openUrl(url),
      openBytes: (descriptor) =>
        openNew({ ...descriptor, asBytes: true }, descriptor.kind === 'url' ? writtenUrl(descriptor.url) : undefined),
      openItem: (descriptor) => openNew(descriptor, descriptor.kind === 'url' ? writtenUrl(descriptor.url) : undefined),
      openMade: (descriptor) => openNew(descriptor),
      openFound,
      openPair(before, after) {
        const url = after.kind === 'url' ? writtenUrl(after.url) : undefined;
        openNew(before, before.kind === 'url' ? writtenUrl(before.url) : undefined, {
          other: { descriptor: after, url },
        });
      },
      compareWith(other) {
        const isUrl = other !== undefined && other !== 'draft' && other.kind === 'url';
        compareWith(other && { descriptor: other, url: isUrl ? writtenUrl(other.url) : undefined });
      },
      compareRecent(recent) {
        if (recent.kind === 'url')
          compareWith({ descriptor: { kind: 'url', url: recent.url }, url: writtenUrl(recent.url) });
        else if (recent.kind === 'file' && recent.handle)
          void allowedFile(recent.handle).then(
            (descriptor) => compareWith({ descriptor }),
            (error: unknown) => read().fail(toErrorData(error)),
          );
      },
      chooseOther(why = 'file') {
        const take = (files: readonly File[]) => compareWith({ descriptor: filesDescriptor(files) });
        if (why === 'folder') askFolder(take);
        else
          void pickedDescriptor().then(
            (picked) => {
              if (picked === 'input') askFiles(take);
              else if (picked !== 'canceled') compareWith({ descriptor: picked });
            },
            (error: unknown) => read().fail(toErrorData(error)),
          );
      },
    };
  }, [openNew, compareWith, askFiles, askFolder, lost, isAsking, outermost]);

  const { openFound } = opening;
  useEffect(() => {
    window.launchQueue?.setConsumer(({ files }) => {
      if (files.length === 0) return;
      // Slow disks take a while, and nobody has pressed anything here.
      noteUse();
      openFound(launchedFiles(files));
    });
  }, [openFound]);

  return (
    <OpeningContext value={opening}>
      {fileInput}
      {folderInput}
      {children}
      {asked !== undefined && (
        <Boundary resetKey={asked} onClose={declineAsked}>
          <PrivateHostDialog url={asked} onOpen={() => openAsked(asked)} onClose={declineAsked} />
        </Boundary>
      )}
      {leaving && (
        <Boundary resetKey="leaving" onClose={stay}>
          <LeavingDialog {...leaving} onStay={stay} onLeave={leaving.go} />
        </Boundary>
      )}
    </OpeningContext>
  );
}
