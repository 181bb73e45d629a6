import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { toErrorData } from '../../base/errors.ts';
import { type DecodedDtype, DTYPES } from '../../tensor/dtype.ts';
import { type GridSize, gridSize } from '../../tensor/reader.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { shortestFloat } from '../../tensor/short-float.ts';
import { CopyButton } from '../copy-button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorNote } from '../error-note.tsx';
import { TensorGridLead } from '../tensor-grid/lead.tsx';
import { type Cell, TensorGrid } from '../tensor-grid/tensor-grid.tsx';
import type { LoadWindow } from '../tensor-grid/tiles.ts';
import { ExactValue } from './exact-value.tsx';
import { StringText } from './string-text.tsx';
import { type LoadBytes, PictureAs, TensorPicture, usePictureLayout } from './tensor-picture.tsx';
import classes from './tensor-values.module.css';

/** Characters of one string shown whole below the grid; longer ones can be copied. */
const WHOLE_STRING = 20_000;

interface Props {
  name: string;
  dtype: DecodedDtype;
  shape: Shape;
  /** What the schema states for its shape. Keep it stable. */
  stated?: ShapeSpec | undefined;
  /** Keep it stable. */
  load: LoadWindow;
  /**
   * Reads the tensor's bytes, so that a tensor that looks like a picture can be shown as one. Undefined where they
   * cannot be read. Keep it stable.
   */
  loadBytes?: LoadBytes | undefined;
}

/** The values of a tensor: indices for its leading dimensions, a grid of the last two, and the chosen value exactly. */
export function TensorValues({ name, dtype, shape, stated, load, loadBytes }: Props) {
  const size = useMemo(() => sizeOf(shape), [shape]);
  const [lead, setLead] = useState<readonly number[]>(() => ('lead' in size ? size.lead.map(() => 0) : []));
  const choice = usePictureLayout(dtype, shape, stated);
  const { layout } = choice;
  const [view, setView] = useState('Numbers');
  if (!('lead' in size)) return <ErrorNote error={size} />;
  if (shape.some((count) => count === 0n)) {
    return <EmptyState title="No values">One dimension of this tensor is 0, so it has no elements.</EmptyState>;
  }
  const last = shape.length - 1;
  const picture = layout && loadBytes && view === 'Picture';
  const chosen = picture ? layout.lead : size.lead;
  const controls = (
    <>
      {layout && loadBytes && (
        <SegmentedControl
          className={classes.kind ?? ''}
          aria-label="Show as"
          size="xs"
          value={view}
          onChange={setView}
          data={['Numbers', 'Picture']}
        />
      )}
      {picture && <PictureAs of={choice} />}
      {chosen.some((count) => count > 1) && (
        <TensorGridLead
          sizes={chosen}
          lead={lead.slice(0, chosen.length)}
          onLead={(next) => setLead([...next, ...lead.slice(next.length)])}
        />
      )}
    </>
  );
  if (picture)
    return (
      <div className={classes.root}>
        <div className={classes.controls}>{controls}</div>
        <div className={classes.picture}>
          <TensorPicture name={name} layout={layout} lead={lead} load={loadBytes} />
        </div>
      </div>
    );
  return (
    <TensorGrid
      key={name}
      name={name}
      dtype={dtype}
      rows={size.rows}
      columns={size.columns}
      lead={lead}
      scalar={shape.length === 0}
      load={load}
      controls={controls}
    >
      {(cell, exact) => (
        <>
          <Detail dtype={dtype} index={indexOf(shape, lead, cell)} exact={exact} />
          {shape.length > 1 && (
            <p className={classes.caption}>
              Rows are dimension {last - 1} ({formatCount(size.rows)}), columns dimension {last} (
              {formatCount(size.columns)}).
            </p>
          )}
        </>
      )}
    </TensorGrid>
  );
}

function sizeOf(shape: Shape): GridSize | ReturnType<typeof toErrorData> {
  try {
    return gridSize(shape);
  } catch (error) {
    return toErrorData(error);
  }
}

function indexOf(shape: Shape, lead: readonly number[], { row, column }: Cell): number[] {
  if (shape.length === 0) return [];
  return shape.length === 1 ? [row] : [...lead, row, column];
}

interface DetailProps {
  dtype: DecodedDtype;
  index: readonly number[];
  exact: string | undefined;
}

/** The chosen element whole, where the grid shows it in short. */
function Detail({ dtype, index, exact }: DetailProps) {
  const isText = dtype === 'string';
  return (
    <div className={classes.detail} data-text={isText || undefined}>
      {index.length > 0 && <span className={classes.index}>[{index.join(', ')}]</span>}
      <span className={classes.exact}>
        {exact === undefined ? (
          '…'
        ) : isText ? (
          <StringText multiline>{exact.slice(0, WHOLE_STRING)}</StringText>
        ) : (
          <ExactValue exact={exact} short={DTYPES[dtype].kind === 'float' ? shortestFloat(dtype, exact) : exact} />
        )}
      </span>
      {exact !== undefined && exact.length > WHOLE_STRING && (
        <span className={classes.note}>… and {formatCount(exact.length - WHOLE_STRING)} more characters</span>
      )}
      {exact !== undefined && <CopyButton value={exact} label="Copy value" kind="text" />}
    </div>
  );
}
