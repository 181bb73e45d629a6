import { tabsOf } from '../../formats/views.ts';
import { usePackage } from '../../state/hooks.ts';
import { useShownRuns } from '../../state/shown-runs.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { LoadTogether, ReadingPart } from '../../widgets/loading/load-together.tsx';
import { useWide } from '../../widgets/screen.ts';
import { Section } from '../../widgets/section.tsx';
import { FileView } from '../files/content/file-view.tsx';
import { InnerFiles } from '../inside/inner-files.tsx';
import { LinkedMetadata, linkedMetadata } from '../links/linked-metadata.tsx';
import { useFileOf } from '../package/file-of.ts';
import { useFormatDrafts, useFormatView } from '../package/format-view.ts';
import { PackageImage } from '../package/image.tsx';
import { ReadMore } from '../package/read-more.tsx';
import type { TabProps } from '../package/tab.ts';
import { UnreadNote } from '../package/unread-note.tsx';
import { FirstExample } from './example.tsx';
import { Facts } from './facts.tsx';
import { FirstValues } from './first-values.tsx';
import { Glance } from './glance.tsx';
import { Interface } from './interface.tsx';
import classes from './overview-tab.module.css';
import { Panels } from './panels.tsx';
import { StoredFacts } from './stored-facts.tsx';
import { WhatWouldRun } from './what-would-run.tsx';
import { WhereBytes } from './where-bytes.tsx';

const Markdown = lateView(
  () => import('../../widgets/markdown/markdown.tsx'),
  <ReadingPart className={classes.waiting} />,
);

const TryIt = lateView(() => import('../run/try/try-it.tsx'), <ReadingPart className={classes.waiting} />);

/** What the model does, its inputs and outputs, and how to load it. Beside that: what loading does, and the facts. */
export default function Overview({ item, show, onItem }: TabProps) {
  const pkg = usePackage();
  const view = useFormatView(pkg.format);
  const { isKnown } = useFormatDrafts(pkg.format);
  const offered = linkedMetadata(pkg);
  // A format without it has nowhere to say what its model does.
  const hasSchema = tabsOf(pkg.format).includes('schema');
  const couldDescribe = hasSchema && pkg.words.metadataFile !== undefined;
  const figures = pkg.figures?.map(({ label }) => label) ?? [];
  const panels = (pkg.panels ?? []).filter(({ title }) => !view?.shownFacts?.includes(title));
  const ofParameters = pkg.figures ? panels.filter((panel) => panel.ofParameters) : [];
  const others = panels.filter((panel) => !ofParameters.includes(panel));
  const isWide = useWide();
  const besides = useShownRuns().facts ? 'What would run, and facts' : 'Facts';
  // All at once: what the format adds stands above the rest.
  const aside = isKnown && (
    <>
      <WhatWouldRun wanted={show === 'runs'} />
      {!pkg.unread && <Facts pkg={pkg} shown={[...(view?.shownFacts ?? []), ...figures]} couldState={couldDescribe} />}
      <StoredFacts facts={pkg.facts.filter(({ stored }) => stored)} />
      {view?.OtherFields && <view.OtherFields />}
    </>
  );
  return (
    <div className={classes.root}>
      {offered && (
        <div className={classes.offer}>
          <LinkedMetadata file={offered} />
        </div>
      )}
      {!isWide && (
        <details className={classes.details} open={show === 'runs'}>
          <summary className={classes.summary}>{besides}</summary>
          <div className={classes.aside}>{aside}</div>
        </details>
      )}
      <LoadTogether className={classes.main}>
        {offered ? null : pkg.unread ? (
          <UnreadNote>
            Without it, there is no description, schema or runner to show. The other tabs show the rest.
          </UnreadNote>
        ) : (
          <>
            <ReadMore />
            {pkg.preview !== undefined && (
              <section aria-label="Content">
                <FileView path={pkg.preview} />
              </section>
            )}
            <Glance figures={pkg.figures ?? []} />
            {pkg.figures !== undefined && <WhereBytes tensors={pkg.tensors} panels={ofParameters} />}
            {pkg.runsHere?.can && <TryIt />}
            <FirstExample pkg={pkg} />
            <FirstValues pkg={pkg} />
            {hasSchema && (couldDescribe || pkg.inputs.length + pkg.outputs.length > 0) && <Interface pkg={pkg} />}
            {!view?.listsInner && <InnerFiles title="Packages inside" />}
            <Panels panels={others} />
            {view?.Details && <view.Details item={item} onItem={onItem} />}
            {view?.Snippets && <view.Snippets />}
            {(couldDescribe || pkg.description?.trim()) && (
              <Section title="Description">
                {/* Nothing stands below it, so what is above need not wait for its text and pictures. */}
                <LoadTogether>
                  <Description text={pkg.description} />
                </LoadTogether>
              </Section>
            )}
          </>
        )}
      </LoadTogether>
      {isWide && (
        <aside className={classes.aside} aria-label={besides}>
          {aside}
        </aside>
      )}
    </div>
  );
}

function Description({ text }: { text: string | undefined }) {
  const fileOf = useFileOf();
  if (!text?.trim()) return <EmptyState title="No description">The author did not describe the model.</EmptyState>;
  return (
    <Markdown Image={PackageImage} fileOf={fileOf}>
      {text}
    </Markdown>
  );
}
