import { ScrollArea, Tabs } from '@mantine/core';
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { Finding } from '../../base/findings.ts';
import { preloadFormatView, tabsOfPackage } from '../../formats/views.ts';
import type { Package } from '../../model/package.ts';
import { placeAmong, type Tab } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import { useFileChanges, useFindings, useKnownPart, useOpenPackage, usePackagePart } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { lateView, preloadView, type ViewLoad } from '../../widgets/loading/late-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Boundary } from '../boundary.tsx';
import { DraftBar, DraftNotices, useHasDraftBar, useKnowsDrafts } from '../draft/draft-bar.tsx';
import { useRewrittenFiles } from '../files/listing/rewritten-files.ts';
import { keptFiles, shownFiles } from '../files/listing/shown-files.ts';
import { isEmbedded, usePlace } from '../page-address.ts';
import { useNarrow } from '../screen.ts';
import { ShareButton } from '../sharing/share-button.tsx';
import { TrustCard } from '../trust/trust-card.tsx';
import { Movable } from './movable.tsx';
import { usePackageActions } from './package-actions.tsx';
import { PackageHeader } from './package-header.tsx';
import classes from './package-page.module.css';
import { TAB_WORDS, type TabProps } from './tab.ts';
import { Waiting } from './waiting.tsx';

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
  for (const loading of [...views, preloadFormatView(name)]) loading.catch(() => {});
}

/**
 * The page of an open package: header, tabs and draft bar. The address holds the tab and the item chosen in it. When
 * the header has left the screen, its trust card and Share move into the bar of the tabs, which stays.
 */
export function PackagePage({ opened }: { opened: Opened }) {
  return useKnowsDrafts() ? <ShownPackage opened={opened} /> : waiting;
}

function ShownPackage({ opened }: { opened: Opened }) {
  const format = usePackagePart((pkg) => pkg.format);
  const neverTensors = usePackagePart((pkg) => pkg.neverTensors);
  const [place, go] = usePlace();
  const tabs = tabsOfPackage({ format, neverTensors }, isEmbedded());
  const { tab, item, line, show } = placeAmong(tabs, place);
  const View = VIEWS.get(tab);
  const narrow = useNarrow();
  const [mark, stuck] = useStuck<HTMLDivElement>();
  const card = useTwoSlots(stuck);
  const share = useTwoSlots(stuck, true);
  const hasDraftBar = useHasDraftBar(tab);
  // A link shows others what is on a host. What is on this computer can be edited first.
  const main = hasDraftBar ? undefined : opened.descriptor.kind === 'url' ? 'share' : 'edit';
  usePackageActions(hasDraftBar);

  return (
    <>
      <DraftNotices />
      <PackageHeader opened={opened} steady={tab === 'edit'} main={main} cardSlot={card.home} shareSlot={share.home} />
      <Movable slot={card.slot}>
        <TrustCard descriptor={opened.descriptor} inBar={stuck} narrow={narrow} />
      </Movable>
      {!isEmbedded() && (
        <Movable slot={share.slot}>
          <ShareButton size={stuck ? (narrow ? 'icon' : 'small') : 'large'} isMain={!stuck && main === 'share'} />
        </Movable>
      )}
      <div ref={mark} />
      <Tabs value={tab} onChange={(value) => value && go({ tab: value as Tab })} keepMounted={false}>
        <div className={classes.bar} data-stuck={stuck || undefined}>
          {stuck && !narrow && <Name />}
          <div ref={card.bar} className={classes.slot} />
          <TabList tabs={narrow ? fullFirst(tabs, opened.package) : tabs} tab={tab} stuck={stuck} />
          <div ref={share.bar} className={classes.slot} />
        </div>
        <DraftBar tab={tab} />
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} pt={24}>
            {name === tab && View ? (
              <Boundary resetKey={`${name}/${item}`}>
                <View
                  item={item}
                  line={item === undefined ? undefined : line}
                  show={show}
                  onItem={(chosen) => go(chosen === undefined ? { tab } : { tab, item: chosen })}
                />
              </Boundary>
            ) : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

/** Whether the marker has scrolled off the top. The marker sits just above the sticky element. */
function useStuck<T extends HTMLElement>(): [RefCallback<T>, boolean] {
  const [stuck, setStuck] = useState(false);
  const mark = useCallback((element: T) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setStuck(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [mark, stuck];
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

/** The name in the bar. It leads back to the top. */
function Name() {
  const name = usePackagePart((pkg) => pkg.title || pkg.name);
  return (
    <button type="button" className={classes.name} title="Back to the top" onClick={() => window.scrollTo({ top: 0 })}>
      <NameText>{name}</NameText>
    </button>
  );
}

function TabList({ tabs, tab, stuck }: { tabs: readonly Tab[]; tab: Tab; stuck: boolean }) {
  const findings = useFindings();
  const list = useRef<HTMLDivElement>(null);

  // Brings the chosen tab into view if the tabs scroll, whether a click or the address chose it. While they stick, they
  // have less room. Only the tabs scroll: the page stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: their room changes with `stuck`.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[id$="-tab-${tab}"]`);
    const viewport = list.current?.closest<HTMLElement>('.mantine-ScrollArea-viewport');
    if (!chosen || !viewport) return;
    const [inner, outer] = [chosen.getBoundingClientRect(), viewport.getBoundingClientRect()];
    viewport.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [tab, stuck]);

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

/**
 * Two places of one part: `home` in the header, and one in the bar. The one at home keeps its height while the part is
 * away, so that the page does not move. What stands in a line keeps its width too: the line may wrap.
 */
function useTwoSlots(away: boolean, inLine = false) {
  const [home, setHome] = useState<HTMLDivElement | null>(null);
  const [bar, setBar] = useState<HTMLDivElement | null>(null);
  const wasAway = useRef(false);
  if (home && away !== wasAway.current) {
    const { offsetWidth, offsetHeight } = home;
    home.style.minHeight = away ? `${offsetHeight}px` : '';
    if (inLine) home.style.minWidth = away ? `${offsetWidth}px` : '';
    wasAway.current = away;
  }
  return { home: setHome, bar: setBar, slot: away ? bar : home };
}
