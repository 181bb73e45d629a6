import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { TensorSpec } from '../../model/package.ts';
import { specIndex } from '../../model/tensor/tensor-use.ts';
import { usePackage } from '../../state/hooks.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { Section } from '../../widgets/section.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { ProseText } from '../../widgets/tensor/spec-prose.tsx';
import { formatShape, shapeSymbols } from '../../widgets/tensor/spec-shape.ts';
import type { TabProps } from '../package/tab.ts';
import { UnreadNote } from '../package/unread-note.tsx';
import classes from './schema-tab.module.css';

/** The model's inputs and outputs. Choosing a symbol in a shape marks its other uses, which must have the same size. */
export default function Schema({ item }: TabProps) {
  const pkg = usePackage();
  const { inputs, outputs } = pkg;
  const [symbol, setSymbol] = useState<string>();
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) setSymbol(undefined);
  });
  const columns = useMemo(
    () => columnsFor(symbol, (chosen) => setSymbol((now) => (now === chosen ? undefined : chosen))),
    [symbol],
  );
  const hasSymbols = useMemo(
    () => [...inputs, ...outputs].some(({ shape }) => shape !== undefined && shapeSymbols(shape).length > 0),
    [inputs, outputs],
  );

  if (pkg.unread) return <UnreadNote>It would list the inputs and outputs.</UnreadNote>;
  if (inputs.length === 0 && outputs.length === 0)
    return (
      <EmptyState title="No schema">
        A schema gives the names, types and shapes of inputs and outputs.
        {pkg.can.edit && (
          <>
            {' '}
            <PlaceLink to={{ tab: 'edit', item: 'inputs' }}>Add inputs</PlaceLink>
          </>
        )}
      </EmptyState>
    );
  const chosen = (
    <div className={classes.chosen} role="status">
      {symbol === undefined ? (
        hasSymbols && <span>Select a symbol in a shape to see where else it is used.</span>
      ) : (
        <>
          <span>
            <NameText mono>{symbol}</NameText> {usesText(symbol, [...inputs, ...outputs])}
          </span>
          <Button size="compact-sm" onClick={() => setSymbol(undefined)}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
  return (
    <div className={classes.root}>
      <Specs title="Inputs" specs={inputs} columns={columns} wanted={specIndex('inputs', item)} aside={chosen} />
      <Specs title="Outputs" specs={outputs} columns={columns} wanted={specIndex('outputs', item)} />
    </div>
  );
}

/** Says how often a symbol is the size of one dimension (`["n", 3]`), and how often it is a whole shape (`"n"`). */
function usesText(symbol: string, specs: readonly TensorSpec[]): string {
  let whole = 0;
  let sizes = 0;
  for (const { shape } of specs) {
    if (typeof shape === 'string') whole += shape === symbol ? 1 : 0;
    else sizes += (shape ?? []).filter((size) => size === symbol).length;
  }
  const parts = [
    sizes > 0 && `the size of ${formatNumberOf(sizes, 'dimension')}`,
    whole > 0 && `a whole shape in ${formatNumberOf(whole, 'place')}`,
  ].filter(Boolean);
  const same = sizes + whole > 1 && parts.length === 1 ? ', the same in all' : '';
  return `is ${parts.join(' and ')}${same}`;
}

interface SpecsProps {
  title: string;
  specs: readonly TensorSpec[];
  columns: readonly DataColumn<TensorSpec>[];
  /** The row that the address names: it is marked, and scrolled to. */
  wanted: number | undefined;
  /** Stands at the end of the heading's line. */
  aside?: ReactNode;
}

/** Tables with at least this many rows have a filter. */
const FILTER_FROM = 4;

function Specs({ title, specs, columns, wanted, aside }: SpecsProps) {
  const noun = title.toLowerCase();
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = wanted === undefined ? undefined : region.current?.querySelector<HTMLElement>('tr[data-wanted]');
    if (!row) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'center' });
  }, [wanted]);
  return (
    <Section ref={region} title={title} aside={aside} className={classes.specs}>
      {specs.length === 0 ? (
        <p className={classes.note}>None declared.</p>
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={specs}
          rowKey={(_, index) => String(index)}
          rowAttributes={(spec) => ({
            'data-name': spec.name,
            'data-wanted': wanted !== undefined && spec === specs[wanted] ? '' : undefined,
          })}
          selectedKey={wanted === undefined ? undefined : String(wanted)}
          filterLabel={specs.length >= FILTER_FROM ? `Filter ${noun}` : undefined}
        />
      )}
    </Section>
  );
}

/** Shown for a missing or wrong value. The Problems tab says which it is. */
function NoneValid() {
  return <span className={classes.note}>None valid</span>;
}

function columnsFor(chosen: string | undefined, onSymbol: (symbol: string) => void): DataColumn<TensorSpec>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: '20%',
      cell: ({ name }) =>
        name === undefined ? (
          <NoneValid />
        ) : (
          <span className={classes.name}>
            <NameText mono>{name}</NameText>
          </span>
        ),
      value: ({ name }) => name,
    },
    {
      id: 'dtype',
      header: 'Type',
      width: '104px',
      narrow: 'end',
      cell: ({ dtype }) => (dtype === undefined ? <NoneValid /> : <span className={classes.mono}>{dtype}</span>),
      value: ({ dtype }) => dtype,
    },
    {
      id: 'shape',
      header: 'Shape',
      width: '26%',
      cell: ({ shape, shapeless }) =>
        shape === undefined ? (
          !shapeless && <NoneValid />
        ) : (
          <ShapeText shape={shape} chosen={chosen} onSymbol={onSymbol} />
        ),
      value: ({ shape }) => shape && formatShape(shape),
    },
    {
      id: 'description',
      header: 'Description',
      optional: true,
      narrow: 'line',
      cell: ({ description }) => (description ? <ProseText>{description}</ProseText> : ''),
      value: ({ description }) => description,
    },
    {
      id: 'internal-name',
      header: 'Internal name',
      optional: true,
      width: '18%',
      narrow: 'hidden',
      cell: ({ internalName }) => (internalName === undefined ? '' : <NameText mono>{internalName}</NameText>),
      value: ({ internalName }) => internalName,
    },
  ];
}
