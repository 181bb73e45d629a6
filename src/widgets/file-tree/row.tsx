import {
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconFolder,
  IconFolderOpen,
  IconPencil,
} from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { Finding } from '../../base/findings.ts';
import type { HashState, PackageFile } from '../../model/package.ts';
import { ClippedName } from '../clipped-name.tsx';
import { FileStatus } from '../files/file-status.tsx';
import { NameText, visibleText } from '../name-text.tsx';
import { ROLE } from '../table-rows.ts';
import { ChangeMark } from './change-mark.tsx';
import type { Choice } from './choice.ts';
import { FileIcon } from './file-icon.tsx';
import classes from './file-tree.module.css';
import { NameInput } from './name-input.tsx';
import type { ShownRow, TreeEditing, TreeFile, TreeFolder, TreeRow } from './rows.ts';

export type FileColumn = 'size' | 'status' | 'stored' | 'ratio' | 'storage' | 'hash';

/** Columns beside Name, in their order, with their widths in pixels. */
export const COLUMNS: Readonly<Record<FileColumn, { label: string; width: number; numeric?: true }>> = {
  size: { label: 'Size', width: 84, numeric: true },
  status: { label: 'Status', width: 148 },
  stored: { label: 'Stored size', width: 92, numeric: true },
  ratio: { label: 'Ratio', width: 64, numeric: true },
  storage: { label: 'Method', width: 88 },
  hash: { label: 'Hash', width: 112 },
};
export const FILE_COLUMNS = Object.keys(COLUMNS) as FileColumn[];

/** What the rows of a tree have in common. */
export interface TreeParts {
  findings: ReadonlyMap<string, readonly Finding[]>;
  /** Problems inside files that were opened as packages, in words, by path. */
  inside: ReadonlyMap<string, string>;
  /** What is known of a file's bytes so far. */
  stateOf(file: PackageFile): HashState;
  /** What the package calls its hash list. */
  hashList: string;
  /** Columns besides Name. In a narrow tree they are Size and Status. */
  columns: readonly FileColumn[];
  /** Undefined where the package's files cannot be changed. */
  editing?: TreeEditing | undefined;
}

interface RowProps {
  shown: ShownRow;
  index: number;
  style: CSSProperties;
  selected: boolean;
  stop: boolean;
  /** Whether it is chosen together with others. */
  choice: Choice;
  tree: TreeParts;
  onPress(row: TreeRow, keys: PressedKeys): void;
  onChoose(row: TreeRow, keys: PressedKeys): void;
  onFocus(key: string): void;
}

/** Keys that were held at a click. */
export type PressedKeys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Levels of indentation, at most, so that a name always has room. */
const MAX_INDENT = 12;

/** One row of the tree grid. */
export function FileTreeRow({
  shown: { row, open, position, siblings },
  index,
  style,
  selected,
  stop,
  choice,
  tree,
  onPress,
  onChoose,
  onFocus,
}: RowProps) {
  const { columns, editing } = tree;
  const { file, change } = row;
  const inside = file && tree.inside.get(row.path);
  const isRenamed = editing?.renaming === row.key;
  const canDrag = editing?.onDrag !== undefined && !isRenamed && editing.canChange(row);
  const indent = 16 * Math.min(row.depth - 1, MAX_INDENT);
  return (
    <tr
      {...ROLE.row}
      className={classes.row}
      aria-level={row.depth}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-rowindex={index + 2}
      aria-expanded={file ? undefined : open}
      aria-selected={file ? selected : undefined}
      tabIndex={stop ? 0 : -1}
      data-path={file?.path}
      data-hash={file && tree.stateOf(file)}
      data-change={change?.kind}
      data-folder={file ? undefined : row.path}
      data-drop={(!file && editing?.dropFolder === row.path) || undefined}
      draggable={canDrag || undefined}
      onDragStart={canDrag ? (event) => editing.onDrag?.(row, event.dataTransfer) : undefined}
      onContextMenu={
        editing?.onMenu &&
        ((event) => {
          event.preventDefault();
          editing.onMenu?.(row, { x: event.clientX, y: event.clientY });
        })
      }
      style={{ ...style, '--indent': `${indent}px` } as CSSProperties}
      // The browser would mark the texts in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => onPress(row, event)}
      onFocus={() => onFocus(row.key)}
    >
      <td {...ROLE.treeCell} className={classes.name} title={visibleText(file ? row.path : `${row.path}/`)}>
        <RowIcon row={row} open={open} />
        {isRenamed ? (
          <NameInput
            label={`${editing.typesPaths ? 'New path' : 'Name'} of ${visibleText(row.name)}`}
            name={editing.typesPaths ? row.path : row.name}
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
        <Cell key={column} column={column} row={row} tree={tree} />
      ))}
    </tr>
  );
}

/** The name of a row, and what more there is to say of it. */
function RowLabel({ row, inside }: { row: TreeRow; inside: string | undefined }) {
  const { file } = row;
  const from = row.change?.from;
  return (
    <span className={classes.label}>
      <span className={classes.text}>
        <ClippedName>{row.name}</ClippedName>
      </span>{' '}
      {!row.file && <span className={classes.aside}>{folderText(row)}</span>}
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
  const act = onMenu ? 'Actions for' : editing.typesPaths ? 'Change where it goes' : 'Rename';
  const Icon = onMenu ? IconDots : IconPencil;
  return (
    <button
      type="button"
      className={onMenu ? classes.more : `${classes.more} ${classes.rename}`}
      tabIndex={!onMenu && stop ? 0 : -1}
      title={onMenu ? undefined : `${act} (F2)`}
      aria-label={`${act}${onMenu ? '' : ':'} ${visibleText(row.name)}`}
      aria-haspopup={onMenu && 'menu'}
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        if (onMenu) onMenu(row, { x: left, y: bottom });
        else editing.onKey(row, 'rename');
      }}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
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
  if (row.file)
    return (
      <>
        <span className={classes.chevron} />
        <FileIcon file={row.file} className={classes.icon} />
      </>
    );
  const shared = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  const [Chevron, Folder] = open ? [IconChevronDown, IconFolderOpen] : [IconChevronRight, IconFolder];
  return (
    <>
      <Chevron className={classes.chevron} {...shared} />
      <Folder className={classes.icon} {...shared} />
    </>
  );
}

function Cell({ column, row, tree }: { column: FileColumn; row: TreeRow; tree: TreeParts }) {
  return (
    <td {...ROLE.treeCell} className={classes.cell} data-column={column} data-numeric={COLUMNS[column].numeric}>
      {row.file ? fileCell(column, row, tree) : folderCell(column, row)}
    </td>
  );
}

function folderCell(column: FileColumn, row: TreeFolder): ReactNode {
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

function fileCell(column: FileColumn, { file, change }: TreeFile, tree: TreeParts): ReactNode {
  const { path, size, storedSize, storage, sha256 } = file;
  switch (column) {
    case 'size':
      return size === undefined ? <span className={classes.dimmed}>unknown</span> : formatBytes(size);
    case 'stored':
      return storedSize === undefined ? null : formatBytes(storedSize);
    case 'ratio':
      return size === undefined || storedSize === undefined ? null : ratio(storedSize, size);
    case 'storage':
      return storage;
    case 'hash':
      return sha256 === undefined ? null : <span className={classes.hash}>{sha256}</span>;
    case 'status':
      if (change) return <ChangeMark mark={change} wasLinked={file.link !== undefined} />;
      return (
        <FileStatus
          file={file}
          findings={tree.findings.get(path)}
          state={tree.stateOf(file)}
          hashList={tree.hashList}
        />
      );
  }
}

/** Stored bytes as a percentage of the file's size: "41 %". Only all is "100 %". */
function ratio(stored: number, size: number): string | null {
  if (size === 0) return null;
  const share = (100 * stored) / size;
  if (share > 0 && share < 1) return '<1 %';
  return share >= 99.5 && share < 100 ? 'over 99 %' : `${Math.round(share)} %`;
}
