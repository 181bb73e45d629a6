import {
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconFolder,
  IconFolderOpen,
  IconPencil,
} from '@tabler/icons-react';
import type { Finding } from '../../base/findings.ts';
import type { HashState, PackageFile } from '../../model/package.ts';
import { formatBytes, formatCount, formatNumberOf } from '../byte-size.ts';
import { FileStatus } from '../files/file-status.tsx';
import { NameText, visibleText } from '../name-text.tsx';
import { ChangeMark } from './change-mark.tsx';
import type { Choice } from './choice.ts';
import { FileIcon } from './file-icon.tsx';
import classes from './file-tree.module.css';
import { NameInput } from './name-input.tsx';
import type { ShownRow, TreeEditing, TreeFolder, TreeRow } from './rows.ts';

/** Columns beside Name, in their order. */
export const FILE_COLUMNS = ['size', 'status', 'stored', 'ratio', 'storage', 'hash'] as const;
export type FileColumn = (typeof FILE_COLUMNS)[number];

export const FILE_COLUMN_LABELS: Readonly<Record<FileColumn, string>> = {
  size: 'Size',
  status: 'Status',
  stored: 'Stored size',
  ratio: 'Ratio',
  storage: 'Method',
  hash: 'Hash',
};

/** Explicit roles: in some browsers a table loses its own when CSS lays it out as a grid. */
export const ROLE = {
  grid: { role: 'treegrid' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'gridcell' },
} as const;

interface RowProps {
  shown: ShownRow;
  index: number;
  findings: readonly Finding[] | undefined;
  /** Of a file that was opened as a package: its problems, in words. */
  inside: string | undefined;
  /** Of a file: what is known of its bytes so far. */
  state: HashState | undefined;
  /** What the package calls its hash list. */
  hashList: string;
  top: number;
  height: number;
  template: string | undefined;
  columns: readonly FileColumn[];
  selected: boolean;
  stop: boolean;
  /** Whether it is chosen together with others. */
  choice: Choice;
  editing: TreeEditing | undefined;
  onPress(row: TreeRow, keys: PressedKeys): void;
  onChoose(row: TreeRow, keys: PressedKeys): void;
  onFocus(key: string): void;
}

/** Keys that were held at a click. */
export type PressedKeys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Levels of indentation, at most, so that a name always has room. */
const MAX_INDENT = 12;

/** One row of the tree grid. */
export function FileTreeRow(props: RowProps) {
  const {
    shown,
    index,
    findings,
    inside,
    state,
    hashList,
    top,
    height,
    template,
    columns,
    selected,
    stop,
    choice,
    editing,
    onPress,
    onChoose,
    onFocus,
  } = props;
  const { row, open, position, siblings } = shown;
  const file = row.kind === 'file' ? row.file : undefined;
  const change = row.kind === 'file' ? row.change : undefined;
  const isRenamed = editing?.renaming === row.key;
  const canDrag = editing?.onDrag !== undefined && !isRenamed && editing.canChange(row);
  const indent = 16 * Math.min(row.depth - 1, MAX_INDENT);
  const style = { height, transform: `translateY(${top}px)`, gridTemplateColumns: template, '--indent': `${indent}px` };
  return (
    <tr
      {...ROLE.row}
      className={classes.row}
      aria-level={row.depth}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-rowindex={index + 2}
      aria-expanded={row.kind === 'folder' ? open : undefined}
      aria-selected={file ? selected : undefined}
      tabIndex={stop ? 0 : -1}
      data-path={file?.path}
      data-hash={state}
      data-change={change?.kind}
      data-folder={row.kind === 'folder' ? row.path : undefined}
      data-drop={(row.kind === 'folder' && editing?.dropFolder === row.path) || undefined}
      draggable={canDrag || undefined}
      onDragStart={canDrag ? (event) => editing.onDrag?.(row, event.dataTransfer) : undefined}
      onContextMenu={
        editing?.onMenu &&
        ((event) => {
          event.preventDefault();
          editing.onMenu?.(row, { x: event.clientX, y: event.clientY });
        })
      }
      style={style}
      // The browser would mark the texts in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => onPress(row, event)}
      onFocus={() => onFocus(row.key)}
    >
      <td {...ROLE.cell} className={classes.name} title={visibleText(file?.path ?? `${(row as TreeFolder).path}/`)}>
        <RowIcon row={row} open={open} />
        {isRenamed ? (
          <NameInput
            label={`${editing.typesPaths ? 'New path' : 'Name'} of ${visibleText(row.name)}`}
            name={editing.typesPaths ? pathOf(row) : row.name}
            noteOf={(name) => editing?.noteOf(row, name)}
            onDone={(name) => editing?.onRenamed(row, name)}
          />
        ) : (
          <RowLabel row={row} inside={inside} />
        )}
        {change && !columns.includes('status') && <ChangeMark mark={change} wasLinked={file?.link !== undefined} />}
        {editing && !isRenamed && <More row={row} editing={editing} stop={stop} />}
        <Check row={row} choice={choice} onChoose={onChoose} />
      </td>
      {columns.map((column) => (
        <Cell key={column} column={column} row={row} findings={findings} state={state} hashList={hashList} />
      ))}
    </tr>
  );
}

/** The name of a row, and what more there is to say of it. */
function RowLabel({ row, inside }: { row: TreeRow; inside: string | undefined }) {
  const file = row.kind === 'file' ? row.file : undefined;
  const from = row.kind === 'file' ? row.change?.from : undefined;
  return (
    <span className={classes.label}>
      <span className={classes.text}>
        <NameText>{row.name}</NameText>
      </span>{' '}
      {row.kind === 'folder' && <span className={classes.aside}>{folderText(row)}</span>}
      {inside !== undefined && <span className={classes.aside}>{inside}</span>}
      {from !== undefined && (
        <span className={classes.aside}>
          was <NameText>{from.startsWith(folderStart(row)) ? from.slice(folderStart(row).length) : from}</NameText>
        </span>
      )}
      {file?.kind === 'symlink' && (
        <span className={classes.aside}>
          → <NameText>{file.target ?? file.linkText ?? 'unknown'}</NameText>
        </span>
      )}
    </span>
  );
}

function pathOf(row: TreeRow): string {
  return row.kind === 'file' ? row.file.path : row.path;
}

/** The path of a row's folder, with its slash. */
function folderStart({ parent }: TreeRow): string {
  return parent?.path ? `${parent.path}/` : '';
}

function folderText({ count, changed }: TreeFolder): string {
  return changed === 0
    ? formatNumberOf(count, 'file')
    : `${formatNumberOf(count, 'file')}, ${formatCount(changed)} changed`;
}

/**
 * Shows what can be done with a row: the menu key does the same from the row. Where there is no menu, it lets people type
 * the row's name, as F2 does. That is always in sight, and Tab reaches it from the row.
 */
function More({ row, editing, stop }: { row: TreeRow; editing: TreeEditing; stop: boolean }) {
  const { onMenu } = editing;
  if (!onMenu && !editing.canChange(row)) return null;
  if (!onMenu)
    return (
      <button
        type="button"
        className={`${classes.more} ${classes.rename}`}
        tabIndex={stop ? 0 : -1}
        title={editing.typesPaths ? 'Change where it goes (F2)' : 'Rename (F2)'}
        aria-label={`${editing.typesPaths ? 'Change where it goes' : 'Rename'}: ${visibleText(row.name)}`}
        onClick={(event) => {
          event.stopPropagation();
          editing.onKey(row, 'rename');
        }}
      >
        <IconPencil size={16} stroke={1.75} aria-hidden />
      </button>
    );
  return (
    <button
      type="button"
      className={classes.more}
      tabIndex={-1}
      aria-label={`Actions for ${visibleText(row.name)}`}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        onMenu(row, { x: left, y: bottom });
      }}
    >
      <IconDots size={16} stroke={1.75} aria-hidden />
    </button>
  );
}

function Check({ row, choice, onChoose }: Pick<RowProps, 'choice' | 'onChoose'> & { row: TreeRow }) {
  if (choice === 'none') return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Space chooses the row.
    <label className={classes.check} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={`Choose ${visibleText(row.name)}`}
        // The row is the tab stop, and Space chooses it.
        tabIndex={-1}
        checked={choice === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = choice === 'some';
        }}
        onChange={(event) => onChoose(row, event.nativeEvent as unknown as MouseEvent)}
      />
    </label>
  );
}

function RowIcon({ row, open }: { row: TreeRow; open: boolean }) {
  const shared = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  if (row.kind === 'folder')
    return (
      <>
        {open ? (
          <IconChevronDown className={classes.chevron} {...shared} />
        ) : (
          <IconChevronRight className={classes.chevron} {...shared} />
        )}
        {open ? (
          <IconFolderOpen className={classes.icon} {...shared} />
        ) : (
          <IconFolder className={classes.icon} {...shared} />
        )}
      </>
    );
  return (
    <>
      <span className={classes.chevron} />
      <FileIcon file={row.file} className={classes.icon} />
    </>
  );
}

interface CellProps {
  column: FileColumn;
  row: TreeRow;
  findings: readonly Finding[] | undefined;
  /** Of a file: what is known of its bytes so far. */
  state: HashState | undefined;
  /** What the package calls its hash list. */
  hashList: string;
}

function Cell({ column, row, findings, state, hashList }: CellProps) {
  const numeric = column === 'size' || column === 'stored' || column === 'ratio';
  return (
    <td {...ROLE.cell} className={classes.cell} data-column={column} data-numeric={numeric || undefined}>
      {row.kind === 'folder' ? (
        folderCell(column, row)
      ) : column === 'status' && row.change ? (
        <ChangeMark mark={row.change} wasLinked={row.file.link !== undefined} />
      ) : (
        fileCell(column, row.file, findings, state ?? row.file.hash, hashList)
      )}
    </td>
  );
}

function folderCell(column: FileColumn, row: TreeFolder) {
  switch (column) {
    case 'size':
      return row.unstated === row.count ? null : `${row.unstated > 0 ? '≥ ' : ''}${formatBytes(row.size)}`;
    case 'stored':
      return formatBytes(row.storedSize);
    case 'ratio':
      return ratio(row.storedSize, row.size);
    case 'status':
      return row.troubled > 0 ? (
        <span className={classes.dimmed}>{formatCount(row.troubled)} with problems</span>
      ) : null;
    default:
      return null;
  }
}

function fileCell(
  column: FileColumn,
  file: PackageFile,
  findings: readonly Finding[] | undefined,
  state: HashState,
  hashList: string,
) {
  switch (column) {
    case 'size':
      return file.size === undefined ? <span className={classes.dimmed}>unknown</span> : formatBytes(file.size);
    case 'stored':
      return file.storedSize === undefined ? null : formatBytes(file.storedSize);
    case 'ratio':
      return file.size === undefined || file.storedSize === undefined ? null : ratio(file.storedSize, file.size);
    case 'storage':
      return file.storage ?? null;
    case 'hash':
      return file.sha256 === undefined ? null : <span className={classes.hash}>{file.sha256}</span>;
    case 'status':
      return <FileStatus file={file} findings={findings} state={state} hashList={hashList} />;
  }
}

/** Stored bytes as a percentage of the file's size: "41 %". */
function ratio(stored: number, size: number): string | null {
  if (size === 0) return null;
  const share = (100 * stored) / size;
  return share > 0 && share < 1 ? '<1 %' : `${Math.round(share)} %`;
}
