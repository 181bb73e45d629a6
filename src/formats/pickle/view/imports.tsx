import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { shortened } from '../../../base/text.ts';
import { importText } from '../../../pickle/import.ts';
import type { Standing } from '../../../pickle/standing.ts';
import { useOpenPackage } from '../../../state/hooks.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { Section } from '../../../widgets/section.tsx';
import { type Tone, ToneLine } from '../../../widgets/severity.tsx';
import type { PickleOwn, ShownImport } from '../core/own.ts';

const STANDINGS: Readonly<Record<Standing, { tone: Tone; word: string; rank: number }>> = {
  dangerous: { tone: 'error', word: 'Dangerous', rank: 0 },
  unknown: { tone: 'warning', word: 'Unknown', rank: 1 },
  harmless: { tone: 'ok', word: 'Harmless', rank: 2 },
};

/** Characters of what a name is called with. "What would run" has more of them. */
const MAX_CALL = 80;

/** Characters of a name. One has at most 1,025. */
const MAX_NAME = 300;

/** Rows above which one looks for a name. */
const FILTERED_FROM = 10;

/** Every name that loading the pickles imports, with what it is called with. */
export function Imports() {
  const { imports, moreImports } = useOpenPackage().own as PickleOwn;
  const placeHref = usePlaceHref();
  const columns = useMemo((): readonly DataColumn<ShownImport>[] => {
    const hasFiles = new Set(imports.map(({ path }) => path)).size > 1;
    if (!hasFiles) return COLUMNS;
    const file: DataColumn<ShownImport> = {
      id: 'file',
      header: 'File',
      value: ({ path }) => path,
      cell: ({ path }, stop) => (
        <Anchor inherit underline="always" tabIndex={stop ? 0 : -1} href={placeHref({ tab: 'files', item: path })}>
          <NameText mono>{path}</NameText>
        </Anchor>
      ),
    };
    return [...COLUMNS, file];
  }, [imports, placeHref]);
  if (imports.length === 0) return null;
  const all = imports.length + moreImports;
  return (
    <Section
      title="Imports"
      aside={
        moreImports > 0 ? `${formatCount(imports.length)} of ${formatCount(all)} names` : formatNumberOf(all, 'name')
      }
    >
      <DataTable
        label="Imports"
        columns={columns}
        rows={imports}
        rowKey={(_, index) => String(index)}
        rowAttributes={(item) => ({ 'data-import': importText(item), 'data-standing': item.standing })}
        {...(imports.length > FILTERED_FROM ? { filterLabel: 'Filter imports' } : {})}
      />
    </Section>
  );
}

const COLUMNS: readonly DataColumn<ShownImport>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '36%',
    value: importText,
    cell: (item) => <NameText mono>{shortened(importText(item), MAX_NAME)}</NameText>,
  },
  {
    id: 'standing',
    header: 'Standing',
    width: '140px',
    narrow: 'end',
    value: ({ standing }) => STANDINGS[standing].rank,
    text: ({ standing }) => STANDINGS[standing].word,
    cell: ({ standing }) => (
      <ToneLine as="span" tone={STANDINGS[standing].tone}>
        {STANDINGS[standing].word}
      </ToneLine>
    ),
  },
  {
    id: 'calls',
    header: 'Calls',
    value: ({ calls }) => calls,
    text: ({ calledWith }) => calledWith,
    cell: ({ calls, calledWith }) => (
      <>
        {calls === 0 ? 'not called' : calls === 1 ? 'called once' : `called ${formatCount(calls)} times`}
        {calledWith !== undefined && (
          <>
            {calls === 1 ? ' with ' : ', first with '}
            <NameText mono>{shortened(calledWith, MAX_CALL)}</NameText>
          </>
        )}
      </>
    ),
  },
  {
    id: 'byte',
    header: 'First at',
    numeric: true,
    width: '120px',
    value: ({ offset }) => offset,
    cell: ({ offset }) => <NameText mono>{`byte ${formatCount(offset)}`}</NameText>,
  },
];
