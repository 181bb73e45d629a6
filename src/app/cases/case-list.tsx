import { Pagination } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { BindingPlace, Finding } from '../../base/findings.ts';
import { groupBy } from '../../base/group-by.ts';
import { useFindings } from '../../state/hooks.ts';
import { LoadTogether } from '../../widgets/loading/load-together.tsx';
import classes from './case-list.module.css';

/** Cases on one page. Few, because each can hold pictures and sounds. */
const PAGE = 20;

interface Props {
  of: BindingPlace['of'];
  /** Part of the names of the page buttons: "Examples, page 2". */
  label: string;
  count: number;
  /** The number of the chosen case, from 1, as the address has it. */
  item: string | undefined;
  onItem(item: string | undefined): void;
  children(index: number, findings: readonly Finding[], chosen: boolean): ReactNode;
}

/** Examples or self-tests, one page at a time: the page of the chosen one. */
export function CaseList({ of, label, count, item, onItem, children }: Props) {
  const findings = useFindings();
  const byIndex = useMemo(
    () =>
      groupBy(
        findings.filter(({ binding }) => binding?.of === of),
        ({ binding }) => binding?.index,
      ),
    [findings, of],
  );
  const number = /^[1-9]\d{0,8}$/.test(item ?? '') ? Number(item) : undefined;
  const chosen = number !== undefined && number <= count ? number - 1 : undefined;
  const page = Math.floor((chosen ?? 0) / PAGE);
  const pages = Math.ceil(count / PAGE);
  return (
    <LoadTogether className={classes.root}>
      {Array.from({ length: Math.min(PAGE, count - page * PAGE) }, (_, at) => {
        const index = page * PAGE + at;
        return children(index, byIndex.get(index) ?? NONE, index === chosen);
      })}
      {pages > 1 && (
        <nav aria-label={`Pages of ${label.toLowerCase()}`}>
          <Pagination
            total={pages}
            value={page + 1}
            onChange={(to) => onItem(String((to - 1) * PAGE + 1))}
            getItemProps={(to) => ({ 'aria-label': `${label}, page ${to}` })}
            getControlProps={(control) => ({ 'aria-label': `${label}, ${control} page` })}
          />
        </nav>
      )}
    </LoadTogether>
  );
}

const NONE: readonly Finding[] = [];
