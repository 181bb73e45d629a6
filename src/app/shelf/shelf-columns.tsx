import { Checkbox, VisuallyHidden } from '@mantine/core';
import {
  IconAlertOctagon,
  IconBraces,
  IconClipboardCheck,
  IconCube,
  IconFile,
  IconFileZip,
  IconFingerprint,
  IconGridDots,
  IconPackage,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react';
import { formatBytes, formatCount, formatNumberOf, shortCount } from '../../base/amounts.ts';
import { capitalized } from '../../base/text.ts';
import { ALL_FORMATS } from '../../formats/list.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { ToneIcon } from '../../widgets/severity.tsx';
import { timeAgo } from '../../widgets/time-ago.ts';
import classes from './shelf.module.css';
import { dateOf, type ListKind, type ShownItem, sizeOf, weightOf } from './shelf-rows.ts';
import { Watched } from './watched.tsx';

const ICONS: Readonly<Record<ListKind, TablerIcon>> = {
  weights: IconCube,
  packages: IconPackage,
  pickles: IconBraces,
  arrays: IconGridDots,
  archives: IconFileZip,
  other: IconFile,
};

const LABELS = new Map(ALL_FORMATS.map(({ id, label }) => [id, label]));

/** What the format of a row is called. Of one that is not read yet, by its name. */
export function formatText({ item, row }: ShownItem): string | undefined {
  const name = row ? capitalized(row.formatName.replace(/^An? /, '')) : LABELS.get(item.format ?? '');
  return name !== undefined && item.files > 1 ? `${name}, ${formatNumberOf(item.files, 'file')}` : name;
}

/** What a row's model is for, or else its architecture. */
export function taskText({ row }: ShownItem): string | undefined {
  return row?.task ?? row?.architecture;
}

/** The icon of a row's kind, or of harm. */
export function KindIcon({ shown }: { shown: ShownItem }) {
  const Icon = shown.isDangerous ? IconAlertOctagon : ICONS[shown.kind];
  return <Icon className={classes.icon ?? ''} size={16} stroke={1.75} aria-hidden />;
}

/** The three marks of trust, each with an icon of its own: the color is that of what was found. */
const MARKS = [
  { of: 'Intact', key: 'intact', Icon: IconFingerprint },
  { of: 'Runs', key: 'runs', Icon: IconTerminal2 },
  { of: 'Problems', key: 'problems', Icon: IconClipboardCheck },
] as const;

/** What matters most of a row, and the three marks before it. */
export function Marks({ shown: { row, most } }: { shown: ShownItem }) {
  return (
    <span className={classes.marks}>
      {row &&
        MARKS.map(({ of, key, Icon }) => (
          <span key={of} className={classes.mark} title={`${of}: ${visibleText(row[key].says)}`}>
            <ToneIcon tone={row[key].tone} Icon={Icon} />
            <VisuallyHidden>{`${of}: ${visibleText(row[key].says)}.`}</VisuallyHidden>
          </span>
        ))}
      <span className={classes.most} data-tone={most.tone} title={visibleText(most.says)}>
        {visibleText(most.says)}
      </span>
    </span>
  );
}

/** What is done with the rows that are chosen to be compared. */
export interface Choice {
  readonly chosen: readonly string[];
  toggle(shown: ShownItem): void;
}

const column = (
  id: string,
  header: string,
  text: (shown: ShownItem) => string | undefined,
  more: Partial<DataColumn<ShownItem>> = {},
): DataColumn<ShownItem> => ({
  id,
  header,
  value: text,
  cell: (shown) => {
    const said = text(shown);
    return said === undefined ? null : (
      <span className={classes.text} title={visibleText(said)}>
        <NameText>{said}</NameText>
      </span>
    );
  },
  ...more,
});

/** The columns of the table. `choice` is asked for at each row, so that the columns stay the same. */
export function shelfColumns(now: number, choice: () => Choice): readonly DataColumn<ShownItem>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: '23%',
      value: ({ title }) => title,
      text: ({ title, item }) => `${title}\n${item.path}`,
      cell: (shown) => (
        <Watched item={shown.item} className={classes.name}>
          <KindIcon shown={shown} />
          <span className={classes.names}>
            <span className={classes.title}>
              <NameText>{shown.title}</NameText>
            </span>
            <span className={classes.path}>
              <NameText mono>{shown.item.path}</NameText>
            </span>
          </span>
        </Watched>
      ),
    },
    column('format', 'Format', formatText, { width: '12%' }),
    column('task', 'Task', taskText, { width: '104px', optional: true, narrow: 'hidden' }),
    {
      id: 'parameters',
      header: 'Parameters',
      numeric: true,
      optional: true,
      width: '112px',
      value: ({ row }) => row?.parameters,
      text: () => undefined,
      cell: ({ row }) =>
        row?.parameters === undefined ? null : (
          <span title={formatCount(row.parameters)}>{shortCount(row.parameters)}</span>
        ),
    },
    column('type', 'Type', ({ row }) => row?.type, { width: '80px', optional: true }),
    {
      id: 'size',
      header: 'Size',
      numeric: true,
      narrow: 'end',
      width: '88px',
      value: sizeOf,
      text: () => undefined,
      cell: (shown) => {
        const size = sizeOf(shown);
        return size === undefined ? null : formatBytes(size);
      },
    },
    column('license', 'License', ({ row }) => row?.license, { width: '88px', optional: true, narrow: 'hidden' }),
    {
      id: 'date',
      header: 'Changed',
      width: '112px',
      extra: true,
      narrow: 'hidden',
      value: dateOf,
      text: () => undefined,
      cell: (shown) => {
        const date = dateOf(shown);
        return date === undefined ? null : timeAgo(date, now);
      },
    },
    {
      id: 'worst',
      header: 'Trust',
      width: '26%',
      narrow: 'line',
      // The worst come first in ascending order.
      value: (shown) => -weightOf(shown),
      text: ({ most }) => most.says,
      cell: (shown) => <Marks shown={shown} />,
    },
    {
      id: 'compare',
      header: 'Compare',
      numeric: true,
      narrow: 'end',
      text: () => undefined,
      cell: (shown, stop) => <ChooseBox shown={shown} choice={choice()} tabIndex={stop ? 0 : -1} />,
    },
  ];
}

/** Chooses a row to be compared with another one. */
export function ChooseBox({ shown, choice, tabIndex }: { shown: ShownItem; choice: Choice; tabIndex?: number }) {
  return (
    <Checkbox
      className={classes.choose ?? ''}
      size="xs"
      aria-label={`Compare ${visibleText(shown.item.path)}`}
      tabIndex={tabIndex ?? 0}
      checked={choice.chosen.includes(shown.key)}
      onChange={() => choice.toggle(shown)}
    />
  );
}
