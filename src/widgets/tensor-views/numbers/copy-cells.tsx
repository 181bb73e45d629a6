import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { toErrorData } from '../../../base/errors.ts';
import { MAX_WINDOW_CELLS } from '../../../base/limits.ts';
import { CELL_TEXTS, type CellText, cellText } from '../../../tensor/cell-text.ts';
import type { DecodedDtype } from '../../../tensor/dtype.ts';
import { planePart, type TensorPlane } from '../../../tensor/mapping.ts';
import { clipText } from '../../clip-text.ts';
import type { TensorAccess } from '../view-props.ts';

/** Cells that are copied at once: about 2 MB of text. More are better saved, by the menu Export. */
const MAX_COPIED_CELLS = 100_000;

/** Milliseconds for which the button says what came of it. */
const SAID_MS = 4000;

interface Selected {
  dtype: DecodedDtype;
  plane: TensorPlane;
  access: TensorAccess;
}

/** Copies what is selected, and says what came of it. */
export interface CopyCells {
  copy(as: CellText): void;
  said: string | undefined;
}

/** A function that copies the cells of a plane as text. */
export function useCopyCells({ dtype, plane, access }: Selected): CopyCells {
  const clipboard = useClipboard({ timeout: SAID_MS });
  const [failed, setFailed] = useState<string>();
  const copy = async (as: CellText) => {
    setFailed(undefined);
    if (plane.rows * plane.columns > MAX_COPIED_CELLS)
      return setFailed(`At most ${formatNumberOf(MAX_COPIED_CELLS, 'cell')}`);
    try {
      const cells = await wholeCells(plane, access);
      clipboard.copy(clipText(cellText(as, dtype, cells, plane.columns), 'text').text);
    } catch (error) {
      setFailed(toErrorData(error).message);
    }
  };
  const said = failed ?? (clipboard.error ? 'Not allowed' : clipboard.copied ? 'Copied' : undefined);
  return { copy: (as) => void copy(as), said };
}

/** All cells of a plane, read a part at a time. */
async function wholeCells(plane: TensorPlane, access: TensorAccess): Promise<string[]> {
  const { signal } = new AbortController();
  const { rows, columns } = plane;
  const together = Math.max(1, Math.floor(MAX_WINDOW_CELLS / columns));
  const cells: string[] = [];
  for (let rowStart = 0; rowStart < rows; rowStart += together) {
    const rowEnd = Math.min(rows, rowStart + together);
    for (let columnStart = 0; columnStart < columns; columnStart += MAX_WINDOW_CELLS) {
      const columnEnd = Math.min(columns, columnStart + MAX_WINDOW_CELLS);
      cells.push(...(await access.cells(planePart(plane, { rowStart, rowEnd, columnStart, columnEnd }), signal)));
    }
  }
  return cells;
}

/** A menu of the ways to copy. */
export function CopyMenu({ of: { copy, said } }: { of: CopyCells }) {
  return (
    <Menu position="top-end" width={160}>
      <Menu.Target>
        <Button
          size="compact-sm"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          aria-label={said === undefined ? 'Copy selection' : `Copy selection: ${said}`}
        >
          {said ?? 'Copy'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CELL_TEXTS.map((as) => (
          <Menu.Item key={as} onClick={() => copy(as)}>
            {as}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
