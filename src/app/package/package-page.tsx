import { ScrollArea, Tabs } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { Finding } from '../../base/findings.ts';
import { preloadFormatView, tabsOfPackage } from '../../formats/views.ts';
import type { Package } from '../../model/package.ts';
import { type Place, type PlaceDetail, placeAmong, type Tab } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import { useFileChanges, useFindings, useKnownPart, useOpenPackage, usePackagePart } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { KeptProvider } from '../../widgets/kept-state.ts';
import { lateView, preloadView, type ViewLoad } from '../../widgets/loading/late-view.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { useRootMark } from '../../widgets/root-mark.ts';
import { useNarrow } from '../../widgets/screen.ts';
import { Boundary } from '../boundary.tsx';
import { DraftBar, DraftNotes, DraftNotices, useHasDraftBar, useKnowsDrafts } from '../draft/draft-bar.tsx';
import { useRewrittenFiles } from '../files/listing/rewritten-files.ts';
import { keptFiles, shownFiles } from '../files/listing/shown-files.ts';
import { isEmbedded, replaceFragment, sharedHashIn, usePlace } from '../page-address.ts';
import { DownloadJob, usePackageDownload } from '../sharing/package-download.tsx';
import { OpenOutside, ShareButton } from '../sharing/share-button.tsx';
import { useSharedHash } from '../sharing/shared-hash.ts';
import { TrustCard, TrustMarks } from '../trust/trust-card.tsx';
import { keptViews } from './kept-views.ts';
import { usePackageActions } from './package-actions.tsx';
import { PackageHeader } from './package-header.tsx';
import classes from './package-page.module.css';
import { TAB_WORDS, type TabProps } from './tab.ts';
import { Waiting } from './waiting.tsx';
import { ChosenHead, WorkbenchName } from './workbench-head.tsx';

interface TabEntry {
  load: ViewLoad<TabProps>;
  /** Shown beside the tab's name. A tab that counts nothing is dimmed. */
  count?: (of: Package, findings: readonly Finding[]) => number;
}

const TABS: Record<Tab, TabEntry> = {
  overview: { load: () => import('../overview/overview-tab.tsx') },
  schema: {
    load: () => import('../schema/schema-tab.tsx'),
    count: (of) => of.inputs.length + of.outputs.length,
  },
  tensors: { load: () => import('../tensors/tensors-tab.tsx'), count: (of) => of.tensors.length },
  examples: {
    load: async () => ({ default: (await import('../cases/cases-tab.tsx')).Examples }),
    count: (of) => of.examples.length,
  },
  'self-tests': {
    load: async () => ({ default: (await import('../cases/cases-tab.tsx')).SelfTests }),
    count: (of) => of.selfTests.length,
  },
  files: { load: () => import('../files/files-tab.tsx') },
  problems: { load: () => import('../problems/problems-tab.tsx'), count: (_, findings) => countFindings(findings) },
  edit: { load: () => import('../draft/edit-tab.tsx') },
};

const loadSharedNote = () => import('../sharing/shared-note.tsx');
const SharedNote = lateView(loadSharedNote);

const waiting = <Waiting className={classes.waiting} />;

const VIEWS = new Map(Object.entries(TABS).map(([tab, { load }]) => [tab, lateView(load, waiting)]));

/**
 * Loads what the page of a package will need, while the package is opened. What fails to load is asked for again, and
 * told, when it is to be shown.
 *
 * @param name of the file: its format is not known yet
 * @param tab that the address names
 */
export function preloadPackagePage(name: string, tab: Tab | undefined): void {
  // A list of tensors can be long: nothing else should make one wait for it.
  const views = [TABS[tab ?? 'overview'], TABS.tensors].map(({ load }) => preloadView(load));
  const note = sharedHashIn(window.location.search) && preloadView(loadSharedNote);
  for (const loading of [...views, preloadFormatView(name), note]) loading?.catch(() => {});
}

/** Tabs whose panes fill the window, each scrolling by itself, and what their lists are called. */
const FILLING: Partial<Record<Tab, string>> = { files: 'files', tensors: 'tensors' };

/**
 * The page of an open package. The Overview is a document: a head, tabs, and what there is to read. The other tabs are
 * a workbench, below one bar that has all that remains of the head. The address holds the tab and the item chosen in it.
 */
export function PackagePage({ opened }: { opened: Opened }) {
  const [place] = usePlace();
  if (!useKnowsDrafts(place?.tab)) return waiting;
  return (
    <KeptProvider value={keptViews(opened)}>
      <ShownPackage opened={opened} />
    </KeptProvider>
  );
}

function ShownPackage({ opened }: { opened: Opened }) {
  const format = usePackagePart((pkg) => pkg.format);
  const neverTensors = usePackagePart((pkg) => pkg.neverTensors);
  const [place, go] = usePlace();
  const tabs = tabsOfPackage({ format, neverTensors }, isEmbedded());
  const { tab, item, show, part, ...detail } = placeAmong(tabs, place);
  const toTab = usePlaceOfTab(opened, { tab, part });
  const View = VIEWS.get(tab);
  const narrow = useNarrow();
  const heading = useFocusedHeading(opened);
  const download = usePackageDownload(opened);
  const [titleSlot, setTitleSlot] = useState<HTMLDivElement | null>(null);
  const hasDraftBar = useHasDraftBar(tab);
  usePackageActions(tab === 'edit');

  const isDocument = tab === 'overview';
  const shared = useSharedHash();
  const list = FILLING[tab];
  useRootMark('fills', list !== undefined);
  const isChosen = narrow && list !== undefined && item !== undefined;
  useTakenFocus(heading, isChosen ? titleSlot : null);
  const onItem = (chosen: string | undefined) =>
    go({ tab, ...(chosen !== undefined && { item: chosen }), ...(part !== undefined && { part }) });
  const placeHref = usePlaceHref();
  const onDetail = (detail: PlaceDetail, shown = item) =>
    replaceFragment(placeHref({ tab, item: shown, part, ...detail }));
  // Beside a draft, the name of the package needs the room.
  const size = narrow || hasDraftBar ? 'icon' : 'small';
  const share = isEmbedded() ? (
    <OpenOutside descriptor={opened.descriptor} />
  ) : (
    // A link shows others what is on a host.
    <ShareButton size={isDocument ? 'large' : size} isMain={isDocument && opened.descriptor.kind === 'url'} />
  );

  return (
    <div
      className={classes.root}
      data-fills={list !== undefined || undefined}
      data-embedded={isEmbedded() || undefined}
    >
      <div className={classes.column}>
        <DraftNotices />
        {shared && <SharedNote shared={shared} isDocument={isDocument} />}
        {isDocument && (
          <PackageHeader opened={opened} heading={heading} download={download} share={share}>
            <TrustCard descriptor={opened.descriptor} />
          </PackageHeader>
        )}
      </div>
      <Tabs
        value={tab}
        onChange={(value) => value && go(toTab(value as Tab))}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <div className={classes.bar} data-document={isDocument || undefined} data-chosen={isChosen || undefined}>
          {isDocument ? null : (
            <>
              <WorkbenchName opened={opened} heading={heading} download={download} />
              {isChosen && <ChosenHead list={list} onBack={() => onItem(undefined)} slot={setTitleSlot} />}
              <TrustMarks descriptor={opened.descriptor} />
            </>
          )}
          <TabList tabs={narrow ? fullFirst(tabs, opened.package) : tabs} tab={tab} />
          <div className={classes.acts}>
            <DraftBar tab={tab} />
            {isDocument ? null : share}
          </div>
        </div>
        <div className={classes.column}>
          <DraftNotes tab={tab} />
          <DownloadJob download={download} />
        </div>
        {tabs.map((name) => (
          <Tabs.Panel
            key={name}
            value={name}
            className={list !== undefined ? classes.panes : tab === 'edit' ? classes.form : classes.column}
          >
            {name === tab && View ? (
              <Boundary resetKey={`${name}/${item}`}>
                <View
                  item={item}
                  {...(item === undefined ? {} : detail)}
                  show={show}
                  part={part}
                  onItem={onItem}
                  onDetail={onDetail}
                  titleSlot={isChosen ? titleSlot : null}
                />
              </Boundary>
            ) : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

/** Gives the place that a press on a tab leads to: on Tensors, the part whose tensors were listed when it was left. */
function usePlaceOfTab(opened: Opened, { tab, part }: Place): (to: Tab) => Place {
  const kept = keptViews(opened);
  useEffect(() => {
    if (tab === 'tensors') kept.set(LEFT_PART, part);
  }, [kept, tab, part]);
  return (to) => (to === 'tensors' ? { tab: to, part: kept.get(LEFT_PART) as string | undefined } : { tab: to });
}

const LEFT_PART = 'tensors part';

/** The heading of the package. It gets the focus of the control that opened the package, which is gone. */
function useFocusedHeading({ inside }: Opened) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isInner = inside !== undefined;
  useEffect(() => {
    // The page was scrolled to the file that it lies in.
    if (isInner) window.scrollTo({ top: 0 });
    if (document.activeElement === null || document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [isInner]);
  return heading;
}

/** On a phone, what is chosen takes the place of the package's name, and the focus that this name may have. */
function useTakenFocus(heading: RefObject<HTMLHeadingElement | null>, titleSlot: HTMLElement | null): void {
  useEffect(() => {
    if (!titleSlot || document.activeElement !== heading.current) return;
    heading.current?.blur();
    titleSlot.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
  }, [heading, titleSlot]);
}

/** Tabs that say whether there is something to see, or to do, also where they count nothing. */
const ALWAYS_OF_USE: ReadonlySet<Tab> = new Set(['files', 'problems']);

/**
 * The tabs for a screen that shows four: those that the package leaves empty come last. They are in this order as long
 * as it is open, whatever its draft adds.
 */
function fullFirst(tabs: readonly Tab[], pkg: Package): readonly Tab[] {
  const isEmpty = (name: Tab) => !ALWAYS_OF_USE.has(name) && TABS[name].count?.(pkg, []) === 0;
  return [...tabs.filter((name) => !isEmpty(name)), ...tabs.filter(isEmpty)];
}

function TabList({ tabs, tab }: { tabs: readonly Tab[]; tab: Tab }) {
  const findings = useFindings();
  const list = useRef<HTMLDivElement>(null);

  // Brings the chosen tab into view if the tabs scroll, whether a click or the address chose it. Only the tabs scroll:
  // the page stays where it is.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[id$="-tab-${tab}"]`);
    const viewport = list.current?.closest<HTMLElement>('.mantine-ScrollArea-viewport');
    if (!chosen || !viewport) return;
    const [inner, outer] = [chosen.getBoundingClientRect(), viewport.getBoundingClientRect()];
    viewport.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [tab]);

  return (
    <ScrollArea type="never" className={classes.scroller ?? ''} viewportProps={{ tabIndex: -1 }}>
      <Tabs.List ref={list} className={classes.list}>
        {tabs.map((name) => (
          <TabLink key={name} name={name} findings={findings} />
        ))}
      </Tabs.List>
    </ScrollArea>
  );
}

function TabLink({ name, findings }: { name: Tab; findings: readonly Finding[] }) {
  const changes = useFileChanges();
  const { files } = useOpenPackage();
  // The number of files as the Files tab has it.
  const kept = keptFiles(shownFiles(files, changes), useRewrittenFiles(), files);
  const known = useKnownPart((pkg) => TABS[name].count?.(pkg, findings));
  const count = name === 'files' ? kept : known;
  const hasErrors = name === 'problems' && findings.some(({ severity }) => severity === 'error');
  return (
    <Tabs.Tab
      value={name}
      className={classes.tab}
      data-empty={count === 0 || undefined}
      data-errors={hasErrors || undefined}
    >
      <span className={classes.label} data-label={TAB_WORDS[name].label}>
        {TAB_WORDS[name].label}
      </span>
      {count ? <span className={classes.count}> {formatCount(count)}</span> : null}
    </Tabs.Tab>
  );
}
