import { ScrollArea, Tabs } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import type { Finding } from '../../base/findings.ts';
import { tabsOf } from '../../formats/views.ts';
import type { Package } from '../../model/package.ts';
import type { Tab } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import { useFindings, usePackage } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { formatCount } from '../../widgets/byte-size.ts';
import { Boundary } from '../boundary.tsx';
import { DraftBar, DraftOffer } from '../draft/draft-bar.tsx';
import { usePlace } from '../page-address.ts';
import { PackageHeader } from './package-header.tsx';
import classes from './package-page.module.css';
import { TAB_LABELS, type TabProps } from './tab.ts';
import { Waiting } from './waiting.tsx';

interface TabEntry {
  View: ComponentType<TabProps>;
  /** Shown beside the tab's name. */
  count?: (of: Package, findings: readonly Finding[]) => number;
}

const ENTRIES: Partial<Record<Tab, TabEntry>> = {
  overview: { View: lazy(() => import('../overview/overview-tab.tsx')) },
  schema: {
    View: lazy(() => import('../schema/schema-tab.tsx')),
    count: (of) => of.inputs.length + of.outputs.length,
  },
  tensors: { View: lazy(() => import('../tensors/tensors-tab.tsx')), count: (of) => of.tensors.length },
  examples: { View: lazy(() => import('../cases/examples-tab.tsx')), count: (of) => of.examples.length },
  'self-tests': {
    View: lazy(() => import('../cases/self-tests-tab.tsx')),
    count: (of) => of.selfTests.length,
  },
  files: { View: lazy(() => import('../files/files-tab.tsx')), count: (of) => of.files.length },
  problems: {
    View: lazy(() => import('../problems/problems-tab.tsx')),
    count: (_, findings) => countFindings(findings),
  },
  edit: { View: lazy(() => import('../draft/edit-tab.tsx')) },
};

/** The page of an open package: header, draft bar and tabs. The address holds the tab and the item chosen in it. */
export function PackagePage({ opened }: { opened: Opened }) {
  const pkg = usePackage();
  const findings = useFindings();
  const [place, go] = usePlace();
  const tabs = tabsOf(pkg.format);
  const tab = tabs.find((name) => name === place?.tab) ?? tabs[0];
  const item = place?.tab === tab ? place.item : undefined;
  const View = ENTRIES[tab]?.View;
  const list = useRef<HTMLDivElement>(null);

  // Brings the chosen tab into view if the tabs scroll, whether a click or the address chose it.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[id$="-tab-${tab}"]`);
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);

  return (
    <>
      <DraftOffer />
      <PackageHeader opened={opened} steady={tab === 'edit'} />
      <DraftBar tab={tab} />
      <Tabs value={tab} onChange={(value) => value && go({ tab: value as Tab })} keepMounted={false} mt={16}>
        <ScrollArea type="never" className={classes.scroller ?? ''} viewportProps={{ tabIndex: -1 }}>
          <Tabs.List ref={list} className={classes.list}>
            {tabs.map((name) => {
              const entry = ENTRIES[name];
              const count = entry?.count?.(pkg, findings);
              return (
                <Tabs.Tab key={name} value={name} className={classes.tab}>
                  <span className={classes.label} data-label={TAB_LABELS[name]}>
                    {TAB_LABELS[name]}
                  </span>
                  {count === undefined ? null : <span className={classes.count}> {formatCount(count)}</span>}
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
        </ScrollArea>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} pt={16}>
            {name === tab && View ? (
              <Boundary resetKey={`${name}/${item}`}>
                <Suspense fallback={<Waiting className={classes.waiting} />}>
                  <View
                    item={item}
                    line={item === undefined ? undefined : place?.line}
                    onItem={(chosen) => go(chosen === undefined ? { tab } : { tab, item: chosen })}
                  />
                </Suspense>
              </Boundary>
            ) : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
