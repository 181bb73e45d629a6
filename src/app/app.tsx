import { useEffect, useState } from 'react';
import { useApp, useLevels, useLevelsState, useOutermost } from '../state/hooks.ts';
import { type Opened, openedOf } from '../state/load.ts';
import { usePageVersion } from '../state/page-version.ts';
import { otherName } from '../state/pair-slice.ts';
import { lateView } from '../widgets/loading/late-view.tsx';
import { visibleText } from '../widgets/name-text.tsx';
import { ShownInsideProvider } from '../widgets/place-href.ts';
import classes from './app.module.css';
import { Boundary } from './boundary.tsx';
import { ShownDialogs } from './draft/draft-dialogs.tsx';
import { EditDialogsProvider } from './draft/edit-dialogs.tsx';
import { NewPackageProvider } from './making/new-package.tsx';
import { EmptyPage } from './opening/empty-page.tsx';
import { Failure } from './opening/failure.tsx';
import { OpeningProvider } from './opening/opening.tsx';
import { DropTarget } from './opening/opening-ways.tsx';
import { OpeningStatus } from './opening/status.tsx';
import { PackagePage, preloadPackagePage } from './package/package-page.tsx';
import { Waiting } from './package/waiting.tsx';
import { isEmbedded, usePlace } from './page-address.ts';
import { TopBar } from './top-bar.tsx';

const PairPage = lateView(() => import('./pair/pair-page.tsx'), <Waiting />);
/** Few people open several packages at once. */
const ShelfPage = lateView(() => import('./shelf/shelf-page.tsx'));
/** Most visits have nothing to say of it. */
const ReadyNote = lateView(() => import('./offline/ready-note.tsx'));

/** The package on screen. Undefined while a deep link is still being followed. */
function useSettled(opened: Opened | undefined, isOpening: boolean): Opened | undefined {
  const [isShown, setShown] = useState(false);
  const shows = opened !== undefined && (isShown || !isOpening);
  if (shows !== isShown) setShown(shows);
  return shows ? opened : undefined;
}

/** The whole page: the bar, and below it the open package or the ways to open one. */
export function App() {
  const load = useApp((state) => state.load);
  const { inside } = useLevelsState((state) => state.shown);
  const opening = useLevelsState((state) => state.opening);
  const alert = useLevelsState((state) => state.alert);
  const { cancelOpening, dismissAlerts } = useLevels();
  const opened = useSettled(openedOf(load), opening !== undefined);
  const embedded = isEmbedded();
  const isReady = usePageVersion((version) => version.isReady);

  const shelf = useOutermost((state) => state.shelf);
  const pair = useApp((state) => state.pair);
  const { phase } = opening ?? (pair?.phase === 'opening' ? pair : load);
  const state = !opening && shelf ? 'ready' : phase;
  useEffect(() => {
    document.documentElement.dataset.state = state;
  }, [state]);

  // `visibleText` below: a stranger's name must not reverse or hide the text after it.
  const named = useApp(({ draft, load }) => {
    const pkg = draft?.shown ?? openedOf(load)?.package;
    return pkg && (pkg.title || pkg.name);
  });
  const other = useApp(({ pair }) => pair && otherName(pair));
  const shown = named ?? shelf?.name;
  const title = shown === undefined ? undefined : visibleText(other === undefined ? shown : `${shown} and ${other}`);
  useEffect(() => {
    document.title = title ? `${title} · Boxcutter` : 'Boxcutter';
  }, [title]);

  return (
    <ShownInsideProvider value={inside}>
      <EditDialogsProvider>
        <OpeningProvider>
          <NewPackageProvider>
            {embedded ? null : <TopBar />}
            {/* In a frame, the label tells this main from that of the page around it. */}
            <main aria-label={embedded ? 'Boxcutter' : undefined}>
              {alert ? (
                <div className={classes.notice}>
                  <Failure error={alert} onClose={dismissAlerts} />
                </div>
              ) : null}
              {opening ? (
                <div className={classes.opening}>
                  <Preload name={opening.name} />
                  <OpeningStatus name={opening.name} progress={opening.progress} onCancel={cancelOpening} />
                </div>
              ) : null}
              {opened && pair ? (
                <Boundary resetKey={`${opened.handle}`}>
                  <PairPage pair={pair} />
                </Boundary>
              ) : opened ? (
                <PackagePage key={opened.handle} opened={opened} />
              ) : shelf ? (
                <ShelfPage shelf={shelf} error={load.phase === 'failed' ? load.error : undefined} />
              ) : (
                <div className={classes.column}>
                  <EmptyPage error={load.phase === 'failed' ? load.error : undefined} busy={opening !== undefined} />
                </div>
              )}
            </main>
            <DropTarget />
            {isReady && (
              <Boundary resetKey="offline" brief>
                <ReadyNote />
              </Boundary>
            )}
            <ShownDialogs />
          </NewPackageProvider>
        </OpeningProvider>
      </EditDialogsProvider>
    </ShownInsideProvider>
  );
}

/** While a file of this name is opened: loads the code that shows it. */
function Preload({ name }: { name: string }) {
  const [place] = usePlace();
  const tab = place?.tab;
  useEffect(() => preloadPackagePage(name, tab), [name, tab]);
  return null;
}
