import { useEffect } from 'react';
import { useActions, useApp } from '../state/hooks.ts';
import { openedOf } from '../state/load.ts';
import { visibleText } from '../widgets/name-text.tsx';
import classes from './app.module.css';
import { EditDialogsProvider, ShownDialogs } from './draft/draft-dialogs.tsx';
import { DropTarget } from './opening/drop-target.tsx';
import { EmptyPage } from './opening/empty-page.tsx';
import { Failure } from './opening/failure.tsx';
import { OpeningProvider } from './opening/opening.tsx';
import { OpeningStatus } from './opening/status.tsx';
import { PackagePage } from './package/package-page.tsx';
import { isEmbedded } from './page-address.ts';
import { TopBar } from './top-bar.tsx';

/** The whole page: the bar, and below it the open package or the ways to open one. */
export function App() {
  const load = useApp((state) => state.load);
  const alert = useApp((state) => state.alert);
  const { dismissAlert } = useActions();
  const opened = openedOf(load);
  const embedded = isEmbedded();

  useEffect(() => {
    document.documentElement.dataset.state = load.phase;
  }, [load.phase]);

  // `visibleText` below: a stranger's name must not reverse or hide the text after it.
  const named = useApp(({ draft, load }) => {
    const pkg = draft?.shown ?? openedOf(load)?.package;
    return pkg && (pkg.title || pkg.name);
  });
  const title = named === undefined ? undefined : visibleText(named);
  useEffect(() => {
    document.title = title ? `${title} · Boxcutter` : 'Boxcutter';
  }, [title]);

  return (
    <EditDialogsProvider>
      <OpeningProvider>
        {embedded ? null : <TopBar />}
        {/* In a frame, the label tells this main from that of the page around it. */}
        <main className={classes.main} {...(embedded ? { 'aria-label': 'Boxcutter' } : {})}>
          {alert ? (
            <div className={classes.notice}>
              <Failure error={alert} onClose={dismissAlert} />
            </div>
          ) : null}
          {load.phase === 'opening' ? (
            <div className={classes.opening}>
              <OpeningStatus name={load.name} progress={load.progress} />
            </div>
          ) : null}
          {opened ? (
            <PackagePage key={opened.handle} opened={opened} />
          ) : (
            <EmptyPage error={load.phase === 'failed' ? load.error : undefined} busy={load.phase === 'opening'} />
          )}
        </main>
        <DropTarget />
        <ShownDialogs />
      </OpeningProvider>
    </EditDialogsProvider>
  );
}
