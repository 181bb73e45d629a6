import { Pagination } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { Finding } from '../../base/findings.ts';
import { groupBy } from '../../base/group-by.ts';
import type { Example, SelfTest } from '../../model/package.ts';
import { CASES } from '../../model/tensor/tensor-use.ts';
import { useFindings, usePackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { LoadTogether } from '../../widgets/loading/load-together.tsx';
import type { TabProps } from '../package/tab.ts';
import { RunCard } from '../run/run-card.tsx';
import { CaseView } from './case-view.tsx';
import classes from './cases-tab.module.css';

/** Cases on one page. Few, because each can hold pictures and sounds. */
const PAGE = 20;

const NONE: readonly Finding[] = [];

interface Props extends TabProps {
  of: keyof typeof CASES;
  /** Shown if there are none. */
  children: ReactNode;
}

/** All examples or all self-tests, one page at a time: the page of the one whose number, from 1, the address has. */
function Cases({ of, item, onItem, children }: Props) {
  const { label } = CASES[of];
  const { examples, selfTests } = usePackage();
  const cases: readonly (Example | SelfTest)[] = of === 'example' ? examples : selfTests;
  const findings = useFindings();
  const byIndex = useMemo(() => {
    const own = findings.filter(({ binding }) => binding?.of === of);
    return groupBy(own, ({ binding }) => binding?.index);
  }, [findings, of]);
  if (cases.length === 0)
    return (
      <div className={classes.root}>
        {of === 'self-test' && <RunCard />}
        <EmptyState title={`No ${label.toLowerCase()}`}>{children}</EmptyState>
      </div>
    );
  const number = /^[1-9]\d{0,8}$/.test(item ?? '') ? Number(item) : undefined;
  const chosen = number !== undefined && number <= cases.length ? number - 1 : undefined;
  const start = PAGE * Math.floor((chosen ?? 0) / PAGE);
  const pages = Math.ceil(cases.length / PAGE);
  return (
    <LoadTogether className={classes.root}>
      {of === 'self-test' && <RunCard />}
      {cases.slice(start, start + PAGE).map((each, at) => (
        <CaseView
          // biome-ignore lint/suspicious/noArrayIndexKey: a case is its number.
          key={start + at}
          of={of}
          index={start + at}
          shown={each}
          findings={byIndex.get(start + at) ?? NONE}
          chosen={start + at === chosen}
        />
      ))}
      {pages > 1 && (
        <nav aria-label={`Pages of ${label.toLowerCase()}`}>
          <Pagination
            total={pages}
            value={start / PAGE + 1}
            onChange={(to) => onItem(String((to - 1) * PAGE + 1))}
            getItemProps={(to) => ({ 'aria-label': `${label}, page ${to}` })}
            getControlProps={(control) => ({ 'aria-label': `${label}, ${control} page` })}
          />
        </nav>
      )}
    </LoadTogether>
  );
}

/** The author's examples: inputs, and the outputs that the model gave for them. */
export function Examples(props: TabProps) {
  return (
    <Cases {...props} of="example">
      Examples show sample inputs with their outputs. To add some, declare <code>examples</code> when packing the model.
    </Cases>
  );
}

/** Tests that a loader can run to see that the model works. Where the model can run here, a press runs them. */
export function SelfTests(props: TabProps) {
  return (
    <Cases {...props} of="self-test">
      Self-tests are inputs that a loader can run, with the outputs they should give. To add some, declare{' '}
      <code>self_tests</code> when packing the model.
    </Cases>
  );
}
