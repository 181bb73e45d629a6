import { Anchor, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatBytes, formatNumberOf } from '../../../widgets/byte-size.ts';
import { Card } from '../../../widgets/card.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
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
  const [limit, setLimit] = useState(FIRST_FILES);
  const byPath = useMemo(() => functionsByPath(functions), [functions]);
  return (
    <Section title="Generated code">
      <Card as="ul" rows aria-label="Generated code">
        {sources.slice(0, limit).map((source) => (
          <SourceRow key={source.path} source={source} functions={byPath.get(source.path) ?? []} />
        ))}
      </Card>
      {sources.length > limit && (
        <Button mt={8} size="compact-sm" variant="default" onClick={() => setLimit(sources.length)}>
          Show all {formatNumberOf(sources.length, 'file')}
        </Button>
      )}
    </Section>
  );
}

function functionsByPath(functions: readonly ShownFunction[]): Map<string, ShownFunction[]> {
  const byPath = new Map<string, ShownFunction[]>();
  for (const item of functions) {
    const known = byPath.get(item.path);
    if (known) known.push(item);
    else byPath.set(item.path, [item]);
  }
  for (const list of byPath.values()) list.sort((a, b) => a.line - b.line);
  return byPath;
}

function SourceRow({ source, functions }: { source: ShownSource; functions: readonly ShownFunction[] }) {
  const placeHref = usePlaceHref();
  const [limit, setLimit] = useState(FIRST_FUNCTIONS);
  const { path, size, kind } = source;
  return (
    <li className={classes.row} data-source={path}>
      <div className={classes.head}>
        <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: path })}>
          <NameText mono>{path}</NameText>
        </Anchor>
        <span className={classes.note}>
          {KINDS[kind]}, {formatBytes(size)}
        </span>
      </div>
      {functions.length > 0 && (
        <ul className={classes.functions} aria-label={`Functions of ${path}`}>
          {functions.slice(0, limit).map((item) => (
            <FunctionRow key={item.name} of={item} href={placeHref({ tab: 'files', item: path, line: item.line })} />
          ))}
        </ul>
      )}
      {functions.length > limit && (
        <Button size="compact-sm" variant="subtle" onClick={() => setLimit(functions.length)}>
          Show all {formatNumberOf(functions.length, 'function')}
        </Button>
      )}
    </li>
  );
}

/** A function in its signature, as far as this is known. Its name leads to its line. */
function FunctionRow({ of: { name, signature }, href }: { of: ShownFunction; href: string }) {
  return (
    <li>
      {signature && <NameText mono>{signature.before}</NameText>}
      {signature && ' '}
      <Anchor inherit underline="always" href={href}>
        <NameText mono>{name}</NameText>
      </Anchor>
      {signature && <NameText mono>{signature.after}</NameText>}
    </li>
  );
}
