import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { DataColumn } from '../data-table/data-column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { NameText, visibleText } from '../name-text.tsx';
import { TextDiff } from '../text-diff/text-diff.tsx';
import { readStructure, type StructureChange, structureChanges } from './structure.ts';
import classes from './structure-diff.module.css';
import type { Syntax } from './syntax.ts';

interface Props {
  before: string;
  after: string;
  syntax: Syntax;
  /** What tells the two texts apart, as headings. */
  words: readonly [string, string];
  /** Names it, as "Difference of a.toml". */
  label: string;
}

/**
 * What differs between two texts by the paths of their values, or line by line. Where one of them cannot be read, line
 * by line, with the reason.
 */
export function StructureDiff({ before, after, syntax, words, label }: Props) {
  const [mode, setMode] = useState('Structure');
  const [a, b] = useMemo(() => [readStructure(before, syntax), readStructure(after, syntax)], [before, after, syntax]);
  const text = <TextDiff before={before} after={after} label={label} />;
  const wrong = 'problem' in a ? { word: words[0], ...a } : 'problem' in b ? { word: words[1], ...b } : undefined;
  if (wrong)
    return (
      <>
        <p className={classes.note}>
          <bdi>{wrong.word}</bdi>: the file {visibleText(wrong.problem)}. So its lines are compared.
        </p>
        {text}
      </>
    );
  return (
    <div className={classes.root}>
      <SegmentedControl
        className={classes.modes ?? ''}
        aria-label="Compare by"
        size="xs"
        value={mode}
        onChange={setMode}
        data={['Structure', 'Text']}
      />
      {mode === 'Text' || !('values' in a) || !('values' in b) ? (
        text
      ) : (
        <Changes before={a.values} after={b.values} words={words} label={label} />
      )}
    </div>
  );
}

type Values = Parameters<typeof structureChanges>[0];

interface ChangesProps extends Pick<Props, 'words' | 'label'> {
  before: Values;
  after: Values;
}

function Changes({ before, after, words: [first, second], label }: ChangesProps) {
  const changes = useMemo(() => structureChanges(before, after), [before, after]);
  const columns = useMemo(() => columnsOf(first, second), [first, second]);
  if (changes.length === 0) return <p className={classes.note}>No value differs.</p>;
  return (
    <>
      <p className={classes.note}>{formatNumberOf(changes.length, 'difference')}</p>
      <DataTable
        label={label}
        name="structure"
        columns={columns}
        rows={changes}
        rowKey={({ path, kind }) => `${kind} ${path}`}
        rowAttributes={({ path, kind }) => ({ 'data-path': path, 'data-diff': kind })}
      />
    </>
  );
}

function columnsOf(first: string, second: string): DataColumn<StructureChange>[] {
  return [
    {
      id: 'path',
      header: 'Path',
      width: '30%',
      value: ({ path }) => path,
      cell: (change) => (
        <>
          {change.path === '' ? 'The whole file' : <NameText mono>{change.path}</NameText>}
          {WORDS[change.kind]}
        </>
      ),
    },
    {
      id: 'before',
      header: first,
      width: '35%',
      narrow: 'line',
      cell: ({ before }) => <Value word={first} side="before" value={before} />,
    },
    {
      id: 'after',
      header: second,
      narrow: 'line',
      cell: ({ after }) => <Value word={second} side="after" value={after} />,
    },
  ];
}

/** What is said of a change whose two values are not values of the path. */
const WORDS: Readonly<Partial<Record<StructureChange['kind'], string>>> = { moved: ', order', renamed: ', name' };

function Value({ word, side, value }: { word: string; side: 'before' | 'after'; value: string | undefined }) {
  return (
    <>
      <bdi className={classes.side}>{word}</bdi>
      {value === undefined ? (
        <span className={classes.none}>{side === 'before' ? 'not there' : 'removed'}</span>
      ) : (
        <bdi className={classes.value} data-side={side}>
          {visibleText(value)}
        </bdi>
      )}
    </>
  );
}
