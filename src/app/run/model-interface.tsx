import { useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { InterfaceItem } from '../../model/run/run-interface.ts';
import { useApp, useLoading } from '../../state/hooks.ts';
import { modelKey } from '../../state/run-slice.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import classes from './model-interface.module.css';

interface Row extends InterfaceItem {
  key: string;
  way: 'imports' | 'exports';
}

/** What the model asks for and offers, read when it is unfolded. */
export function ModelInterface() {
  const [isOpen, setOpen] = useState(false);
  const key = useApp(modelKey);
  const loading = useLoading(isOpen ? `interface ${key}` : undefined, ({ runInterface }, options) =>
    runInterface(options),
  );
  return (
    <details className={classes.root} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>What the model imports and exports</summary>
      {isOpen && (
        <LoadingView of={loading} what="the model’s interface">
          {({ imports, exports, more = 0, problem }) => (
            <>
              {problem !== undefined && (
                <ToneLine tone="warning" className={classes.problem ?? ''}>
                  {visibleText(problem)}
                </ToneLine>
              )}
              <DataTable
                label="Imports and exports"
                name={null}
                fills
                menuIn={null}
                columns={COLUMNS}
                rows={[...rowsOf('imports', imports), ...rowsOf('exports', exports)]}
                rowKey={({ key }) => key}
              />
              {more > 0 && (
                <p className={classes.problem}>
                  {formatCount(more)} more {more === 1 ? 'is' : 'are'} not listed.
                </p>
              )}
            </>
          )}
        </LoadingView>
      )}
    </details>
  );
}

function rowsOf(way: Row['way'], items: readonly InterfaceItem[]): Row[] {
  return items.map((item, at) => ({ ...item, way, key: `${way} ${at}` }));
}

const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'way', header: 'Way', width: '90px', narrow: 'end', cell: ({ way }) => way },
  { id: 'name', header: 'Name', width: '28%', narrow: 'title', cell: ({ name }) => <NameText mono>{name}</NameText> },
  { id: 'kind', header: 'Kind', width: '100px', cell: ({ kind }) => kind },
  {
    id: 'type',
    header: 'Type',
    narrow: 'line',
    text: ({ type }) => type,
    optional: true,
    cell: ({ type }) => type !== undefined && <NameText mono>{type}</NameText>,
  },
];
