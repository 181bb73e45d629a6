import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatBytes } from '../../../base/amounts.ts';
import { DTYPES, isNumericDtype } from '../../../tensor/dtype.ts';
import { type Cell, cellIndex, planePart } from '../../../tensor/mapping.ts';
import { selectionOf, TensorGrid } from '../../tensor-grid/tensor-grid.tsx';
import { NUMBER_NOTATIONS, type NumberNotation } from '../../tensor-grid/text.ts';
import type { LoadCells } from '../../tensor-grid/tiles.ts';
import { settingOf } from '../checked-settings.ts';
import type { TensorViewProps, ViewSettings } from '../view-props.ts';
import { useCellColors } from './cell-colors.ts';
import { CellDetail } from './cell-detail.tsx';
import { useCopyCells } from './copy-cells.tsx';
import { GoTo } from './go-to.tsx';
import classes from './numbers.module.css';
import { SelectionFacts } from './selection-facts.tsx';

const NOTATION_WORDS: Readonly<Record<NumberNotation, string>> = {
  auto: 'Auto',
  fixed: 'Fixed',
  scientific: 'Scientific',
  hex: 'Hex',
  bits: 'Bits',
};

const FIRST_CELL: Cell = { row: 0, column: 0 };

/** The values of a plane in a grid, and what is chosen or selected of them. */
export function Numbers(props: TensorViewProps) {
  const { name, dtype, shape, mapping, plane, cell = FIRST_CELL, onCell, access, settings, onSettings } = props;
  const notations = notationsOf(props);
  const notation = notationOf(settings, notations);
  const isStored = notation === 'hex' || notation === 'bits';
  const load = useCallback<LoadCells>((part, signal) => access.cells(part, signal), [access]);
  const loadBits = useCallback<LoadCells>((part, signal) => access.cells(part, signal, 'bits'), [access]);
  const [anchor, setAnchor] = useState<{ of: object; cell: Cell }>();
  const anchorCell = anchor?.of === plane ? anchor.cell : undefined;
  const choose = (to: Cell, isExtending: boolean) => {
    setAnchor(isExtending ? { of: plane, cell: anchorCell ?? cell } : undefined);
    onCell(to);
  };
  const headOf = useMemo(() => {
    const along = (dimension: number | undefined) => {
      const { start, step } = (dimension === undefined ? undefined : mapping.steps[dimension]) ?? { start: 0, step: 1 };
      return (at: number) => start + at * step;
    };
    return { row: along(mapping.rows), column: along(mapping.columns) };
  }, [mapping]);
  const selected = planePart(plane, selectionOf(cell, anchorCell));
  const canColor = isNumericDtype(dtype) && dtype !== 'bool' && plane.rows * plane.columns > 1;
  const isColored = canColor && settings.color === true;
  const colors = useCellColors(props, isColored);
  const copy = useCopyCells({ dtype, plane: selected, access });
  return (
    <TensorGrid
      name={name}
      dtype={dtype}
      plane={plane}
      headOf={headOf}
      hasColumns={mapping.columns !== undefined}
      scalar={shape.length === 0}
      load={load}
      loadBits={isStored ? loadBits : undefined}
      notation={notation}
      colorOf={colors.colorOf}
      cell={cell}
      anchor={anchorCell}
      onCell={choose}
      onSelectAll={() => {
        setAnchor({ of: plane, cell: { row: plane.rows - 1, column: plane.columns - 1 } });
        onCell({ row: 0, column: 0 });
      }}
      onCopy={(exact) => copy.copy('TSV', anchorCell ? undefined : exact)}
    >
      {(at, exact) => (
        <>
          {anchorCell && selected.rows * selected.columns > 1 ? (
            <SelectionFacts dtype={dtype} plane={selected} access={access} copy={copy} />
          ) : (
            <CellDetail dtype={dtype} mapping={mapping} plane={plane} cell={at} exact={exact} access={access} />
          )}
          <div className={classes.acts}>
            {plane.rows * plane.columns > 1 && <GoTo {...props} index={cellIndex(mapping, at)} />}
            {colors.asks !== undefined && (
              <Button size="compact-sm" onClick={colors.ask}>
                Read {formatBytes(colors.asks)} for colors
              </Button>
            )}
            {canColor && (
              <Tooltip label="Color by value">
                <ActionIcon
                  variant={isColored ? 'light' : 'subtle'}
                  aria-label="Color by value"
                  aria-pressed={isColored}
                  onClick={() => onSettings({ color: !isColored || undefined })}
                >
                  <IconPalette size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
            {notations.length > 1 && (
              <NativeSelect
                size="xs"
                aria-label="Notation"
                value={notation}
                onChange={({ currentTarget }) => onSettings({ notation: currentTarget.value })}
                data={notations.map((value) => ({ value, label: NOTATION_WORDS[value] }))}
              />
            )}
          </div>
        </>
      )}
    </TensorGrid>
  );
}

/** The notations that numbers of a tensor have. Strings have one. */
function notationsOf({ dtype, access }: TensorViewProps): readonly NumberNotation[] {
  const { kind } = DTYPES[dtype];
  if (kind === 'string') return ['auto'];
  const stored: readonly NumberNotation[] = access.hasBits ? ['hex', 'bits'] : [];
  return kind === 'bool' ? ['auto', ...stored] : [...NUMBER_NOTATIONS.slice(0, 3), ...stored];
}

function notationOf({ notation }: ViewSettings, notations: readonly NumberNotation[]): NumberNotation {
  return settingOf(notations, notation) ?? 'auto';
}
