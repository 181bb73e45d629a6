import { type ReactNode, useMemo } from 'react';
import { baseName } from '../../../model/file/file-name.ts';
import { useFileBytes } from '../../../state/hooks.ts';
import { readCsv } from '../../../widgets/csv-table/csv.ts';
import { readJson } from '../../../widgets/json-tree/json-value.ts';
import { lateView } from '../../../widgets/loading/late-view.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import classes from './file-content.module.css';
import { decodePart } from './text-part.ts';

const JsonTree = lateView(async () => ({
  default: (await import('../../../widgets/json-tree/json-tree.tsx')).JsonTree,
}));
const CsvTable = lateView(async () => ({
  default: (await import('../../../widgets/csv-table/csv-table.tsx')).CsvTable,
}));

interface Props {
  path: string;
  /** Of the file, in bytes. At most `MAX_TEXT_BYTES`. */
  size: number;
  as: 'tree' | 'table';
  /** The plain text, shown if it cannot be parsed. */
  text: ReactNode;
}

/** A text that has a form of its own: JSON as a tree, separated values as a table. */
export function FileLayout({ path, size, as, text }: Props) {
  const bytes = useFileBytes(path, 0, size);
  const Layout = as === 'tree' ? Tree : Table;
  return (
    <LoadingView of={bytes} what="the text">
      {(value) => <Layout bytes={value} name={baseName(path)} text={text} />}
    </LoadingView>
  );
}

interface LayoutProps extends Pick<Props, 'text'> {
  bytes: Uint8Array;
  name: string;
}

function Tree({ bytes, name, text }: LayoutProps) {
  const read = useMemo(() => readJson(decodePart(bytes, true).text), [bytes]);
  if ('value' in read) return <JsonTree plain value={read.value} label={`Values of ${name}`} />;
  return (
    <>
      <p className={classes.more}>
        {read.kind === 'too-deep' ? 'No tree' : 'Invalid JSON'}: {read.problem}, in line {read.line}, column{' '}
        {read.column}.
      </p>
      {text}
    </>
  );
}

function Table({ bytes, name }: LayoutProps) {
  const table = useMemo(() => readCsv(decodePart(bytes, true).text), [bytes]);
  return (
    <>
      {table.isCut && <p className={classes.more}>Only the first rows and columns are shown.</p>}
      <CsvTable table={table} label={`Rows of ${name}`} />
    </>
  );
}
