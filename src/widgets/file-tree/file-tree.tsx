import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PackageFile } from '../../model/package.ts';
import { useKeptScroll } from '../kept-state.ts';
import { ROLE } from '../table-rows.ts';
import classes from './file-tree.module.css';
import { COLUMNS, type FileColumn, FileTreeRow, type PressedKeys, type TreeParts } from './row.tsx';
import type { FileMarks, ShownRow, TreeRow } from './rows.ts';
import { TreeHead } from './tree-head.tsx';
import { keyAct } from './tree-keys.ts';
import { useTreeChoice } from './use-tree-choice.ts';
import { useTreeRows } from './use-tree-rows.ts';

const NAME_WIDTH = 224;
const HEADER_HEIGHT = 33;

export interface FileTreeHandle {
  /** Focuses the row that was used last, or the one with this key, once it is there. */
  focus(key?: string): void;
}

interface Props extends TreeParts {
  files: readonly PackageFile[];
  /** Files with a problem. The folders above them are marked. */
  troubled: ReadonlySet<PackageFile>;
  /** What unsaved changes make of files. Keep it stable. */
  marks: FileMarks;
  /** Only these files are shown, with the folders above them; undefined shows all. */
  matching: ReadonlySet<PackageFile> | undefined;
  selected: PackageFile | undefined;
  onSelect(file: PackageFile): void;
  /** Paths of the files that are chosen together. */
  chosen: ReadonlySet<string>;
  onChosen(chosen: ReadonlySet<string>): void;
  /** Whether a file may be chosen. Keep it stable. */
  canChoose(file: PackageFile): boolean;
  /** The boxes to choose with are always there, and not only once something is chosen. */
  choosing?: boolean;
  narrow: boolean;
  /** Rows are tall enough for fingers. */
  touch: boolean;
  /** Shown instead of the rows when there are none. */
  empty: string;
  /** By which closed folders, order and place are kept while it is not shown. By default they are not. */
  kept?: string;
  ref?: Ref<FileTreeHandle>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The files of a package as a tree grid. Only the rows in view are in the document. Keys are those of the ARIA pattern;
 * Enter or a click opens a file. Space, Ctrl or Shift with a click, and Shift with an arrow choose several; Ctrl+A
 * chooses all that are shown, and Escape none. With `editing`, F2 renames, Delete removes, and the menu key shows what
 * else.
 */
export function FileTree({
  files,
  troubled,
  marks,
  matching,
  selected,
  onSelect,
  chosen,
  onChosen,
  canChoose,
  choosing = false,
  narrow,
  touch,
  empty,
  kept,
  ref,
  ...parts
}: Props) {
  const { editing } = parts;
  const columns: readonly FileColumn[] = narrow ? ['size', 'status'] : parts.columns;
  const box = useRef<HTMLDivElement>(null);
  const place = useKeptScroll(kept, box);
  const { root, rows, indexes, sort, setSort, toggle, openAbove } = useTreeRows({
    files,
    marks,
    troubled,
    matching,
    kept,
  });
  const [active, setActive] = useState<string>();
  /** Set while a row is to get the focus: the one with this key, or else the tab stop. */
  const focusWanted = useRef<{ key: string | undefined }>(undefined);

  const selectedKey = useMemo(
    () => rows.find(({ row }) => selected && row.file === selected)?.row.key,
    [rows, selected],
  );
  const stop = [active, selectedKey].find((key) => key !== undefined && indexes.has(key)) ?? rows[0]?.row.key;
  const stopIndex = stop === undefined ? -1 : (indexes.get(stop) ?? -1);

  const choice = useTreeChoice({ root, rows, indexes, matching, chosen, onChosen, canChoose });
  const { choose, choiceOf } = choice;

  const height = touch ? 44 : 36;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.row.key ?? index,
    overscan: 10,
    initialOffset: place,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    // The row that holds the focus stays in the document, or the focus would be lost.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      if (stopIndex < 0 || seen.includes(stopIndex)) return seen;
      return stopIndex < (seen[0] ?? 0) ? [stopIndex, ...seen] : [...seen, stopIndex];
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured again when their estimate changes.
  useEffect(() => virtualizer.measure(), [height]);

  // Rows appear only once the box has a height. Until then, the wish for focus waits.
  function focusStop(): void {
    const row = box.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]');
    const { current: wanted } = focusWanted;
    if (!wanted || !row || (wanted.key ?? stop) !== stop) return;
    focusWanted.current = undefined;
    virtualizer.scrollToIndex(stopIndex);
    row.focus({ preventScroll: true });
  }
  useLayoutEffect(focusStop);

  // The row that has the focus may go, as that of an added file which is removed: the one in its place gets it.
  const hasFocus = useRef(false);
  const lastIndex = useRef(0);
  useLayoutEffect(() => {
    const isGone = active !== undefined && !indexes.has(active) && focusWanted.current?.key === undefined;
    if (!isGone) lastIndex.current = Math.max(0, stopIndex);
    const next = rows[Math.min(rows.length - 1, lastIndex.current)];
    if (!isGone || !next || !hasFocus.current || document.activeElement !== document.body) return;
    focusWanted.current = { key: undefined };
    setActive(next.row.key);
  });
  useImperativeHandle(ref, () => ({
    focus(key) {
      focusWanted.current = { key };
      if (key !== undefined) setActive(key);
      focusStop();
    },
  }));

  // A file that is chosen from elsewhere (by the address) comes into view. Closed folders above it open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choice changes, not whenever rows do.
  useEffect(() => {
    if (!selected) return;
    const index = rows.findIndex(({ row }) => row.file === selected);
    if (index >= 0) virtualizer.scrollToIndex(index);
    else openAbove(selected.path);
  }, [selected]);

  /** Opens a row. With Ctrl, Cmd or Shift, chooses it together with others. */
  function press(row: TreeRow, keys?: PressedKeys): void {
    setActive(row.key);
    if (keys?.shiftKey) choice.extend(row);
    else if (keys?.ctrlKey || keys?.metaKey) choose(row);
    else {
      choice.begin(row);
      if (row.file) onSelect(row.file);
      else toggle(row);
    }
  }

  /** The row that is left and the one that is reached are chosen. */
  function extendTo(index: number): void {
    const to = Math.min(rows.length - 1, Math.max(0, index));
    choice.chooseBetween(stopIndex, to);
    moveTo(to);
  }

  function moveTo(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]?.row;
    if (!row || row.key === stop) return;
    focusWanted.current = { key: undefined };
    setActive(row.key);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = rows[stopIndex]?.row;
    if (!row || !isRow(event.target)) return;
    const did = keyAct(event, {
      rows,
      at: stopIndex,
      page: Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEADER_HEIGHT) / height) - 1),
      indexOf: ({ key }) => indexes.get(key),
      canChange: () => editing?.canChange(row) === true,
      hasMenu: editing?.onMenu !== undefined,
      hasChoice: chosen.size > 0,
    });
    if (!did) return;
    event.preventDefault();
    if (did.act === 'move') moveTo(did.to);
    else if (did.act === 'extend') extendTo(did.to);
    else if (did.act === 'rename' || did.act === 'remove') editing?.onKey(row, did.act);
    else if (did.act === 'menu') {
      const { left, bottom } = event.target.getBoundingClientRect();
      editing?.onMenu?.(row, { x: left + 40, y: bottom });
    } else if (did.act === 'toggle' && !row.file) toggle(row);
    else if (did.act === 'press') press(row);
    else if (did.act === 'choose') choose(row);
    else if (did.act === 'choose-all') choice.chooseBetween(0, rows.length - 1);
    else if (did.act === 'choose-none') onChosen(NONE);
  }

  const template = `minmax(${NAME_WIDTH}px, 1fr) ${columns.map((column) => `${COLUMNS[column].width}px`).join(' ')}`;
  const width = NAME_WIDTH + columns.reduce((sum, column) => sum + COLUMNS[column].width, 0);
  const layout = narrow ? undefined : { gridTemplateColumns: template, minWidth: width };

  return (
    <div ref={box} className={classes.box} data-drop={editing?.dropFolder === '' || undefined}>
      <table
        {...ROLE.tree}
        aria-label="Files"
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        className={classes.grid}
        data-narrow={narrow || undefined}
        data-choosing={choosing || touch || chosen.size > 0 || undefined}
        onKeyDown={onKeyDown}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          // Of a row that goes, nothing else gets the focus.
          if (relatedTarget) hasFocus.current = false;
        }}
      >
        <TreeHead columns={columns} layout={layout} sort={sort} onSort={setSort} />
        <tbody {...ROLE.group} className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const shown = rows[item.index] as ShownRow;
            return (
              <FileTreeRow
                key={item.key}
                shown={shown}
                index={item.index}
                style={{
                  height,
                  transform: `translateY(${item.start - HEADER_HEIGHT}px)`,
                  gridTemplateColumns: layout?.gridTemplateColumns,
                }}
                selected={shown.row.key === selectedKey}
                stop={item.index === stopIndex}
                choice={choiceOf(shown.row)}
                tree={{ ...parts, columns }}
                onPress={press}
                onChoose={choose}
                onFocus={setActive}
              />
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p className={classes.empty}>{empty}</p>}
    </div>
  );
}

function isRow(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.getAttribute('role') === 'row';
}
