import { Button, Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
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
  /** `exact`: the only cell that is selected, where it is known. */
  copy(as: CellText, exact?: string): void;
  said: string | undefined;
}

/** A function that copies the cells of a plane as text. */
export function useCopyCells({ dtype, plane, access }: Selected): CopyCells {
  const [said, setSaid] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (words: string) => {
    clearTimeout(timer.current);
    setSaid(words);
    timer.current = setTimeout(() => setSaid(undefined), SAID_MS);
  };
  const copy = (as: CellText, exact?: string) => {
    if (plane.rows * plane.columns > MAX_COPIED_CELLS)
      return say(`At most ${formatNumberOf(MAX_COPIED_CELLS, 'cell')}`);
    const write = (cells: readonly string[]) => clipText(cellText(as, dtype, cells, plane.columns), 'text').text;
    const text = exact === undefined ? wholeCells(plane, access).then(write) : write([exact]);
    writeClipboard(text).then(
      () => say('Copied'),
      // What cannot be read is told, else that the browser does not let the page copy.
      () =>
        Promise.resolve(text).then(
          () => say('Not allowed'),
          (error: unknown) => say(toErrorData(error).message),
        ),
    );
  };
  return { copy, said };
}

/**
 * Writes a text to the clipboard once it is there. The promise is given to the browser at once: some let a page copy
 * only in the moment of a press.
 */
async function writeClipboard(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator;
  if (typeof text === 'string') return clipboard.writeText(text);
  if (typeof ClipboardItem === 'undefined') return clipboard.writeText(await text);
  const blob = text.then((written) => new Blob([written], { type: 'text/plain' }));
  return clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
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
