import { useMemo } from 'react';
import { formatBytes, formatNumberOf } from '../../../base/amounts.ts';
import { groupBy } from '../../../base/group-by.ts';
import { Card } from '../../../widgets/card.tsx';
import { useFirst } from '../../../widgets/first.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { MlfOwn, ShownFunction, ShownSource } from '../core/own.ts';
import classes from './source-list.module.css';

/** Files that are listed before a click. */
const FIRST_FILES = 10;

/** Functions of one file that are listed before a click. */
const FIRST_FUNCTIONS = 12;

const KINDS = { source: 'source', header: 'header', library: 'compiled' } as const;

/** The files of generated code. Each leads to its file, and each function to its line. */
export function SourceList({ own: { sources, functions } }: { own: MlfOwn }) {
  const [shown, more] = useFirst(sources, FIRST_FILES, `Show all ${formatNumberOf(sources.length, 'file')}`);
  const byPath = useMemo(
    () =>
      groupBy(
        functions.toSorted((a, b) => a.line - b.line),
        ({ path }) => path,
      ),
    [functions],
  );
  return (
    <Section title="Generated code">
      <Card as="ul" rows aria-label="Generated code">
        {shown.map((source) => (
          <SourceRow key={source.path} source={source} functions={byPath.get(source.path) ?? []} />
        ))}
      </Card>
      {more}
    </Section>
  );
}

function SourceRow({ source, functions }: { source: ShownSource; functions: readonly ShownFunction[] }) {
  const words = `Show all ${formatNumberOf(functions.length, 'function')}`;
  const [shown, more] = useFirst(functions, FIRST_FUNCTIONS, words, { variant: 'subtle', mt: 0 });
  const { path, size, kind } = source;
  return (
    <li className={classes.row} data-source={path}>
      <div className={classes.head}>
        <PlaceLink to={{ tab: 'files', item: path }} />
        <span className={classes.note}>
          {KINDS[kind]}, {formatBytes(size)}
        </span>
      </div>
      {functions.length > 0 && (
        <ul className={classes.functions} aria-label={`Functions of ${path}`}>
          {shown.map((item) => (
            <FunctionRow key={item.name} of={item} />
          ))}
        </ul>
      )}
      {more}
    </li>
  );
}

/** A function in its signature, as far as this is known. Its name leads to its line. */
function FunctionRow({ of: { name, path, line, signature } }: { of: ShownFunction }) {
  return (
    <li>
      {signature && <NameText mono>{signature.before}</NameText>}
      {signature && ' '}
      <PlaceLink to={{ tab: 'files', item: path, line }}>
        <NameText mono>{name}</NameText>
      </PlaceLink>
      {signature && <NameText mono>{signature.after}</NameText>}
    </li>
  );
}
