import { useId } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { MakerAbout } from '../../model/maker.ts';
import type { LeftBehind } from '../../model/package.ts';
import { Card } from '../../widgets/card.tsx';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { NamedPaths } from '../draft/line.tsx';
import type { Making } from './making.ts';
import classes from './new-package.module.css';

/** Characters of a description that a line has room for. */
const MAX_LINE = 140;

/** What the new package gets of what it is made of, and what it does not get, before it is saved. */
export function TakenOver({ making: { about, left } }: { making: Making }) {
  const heading = useId();
  const rows = about ? rowsOf(about) : [];
  if (rows.length + left.length === 0) return null;
  return (
    <>
      {rows.length > 0 && (
        <section aria-labelledby={heading}>
          <h3 id={heading} className={classes.heading}>
            What comes along
          </h3>
          <FactList>
            {rows.map(([label, value]) => (
              <FactRow key={label} label={label}>
                {value}
              </FactRow>
            ))}
          </FactList>
          {about?.notes?.map((note) => (
            <ToneLine key={note} tone="info" className={classes.note}>
              {visibleText(note)}
            </ToneLine>
          ))}
        </section>
      )}
      {left.length > 0 && <LeftBehindList of={left} />}
    </>
  );
}

function LeftBehindList({ of }: { of: readonly LeftBehind[] }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        Left behind
      </h3>
      <Card as="ul" rows aria-label="Left behind" className={classes.behind}>
        {of.map(({ what, names, why }) => (
          <li key={what + why}>
            {visibleText(what)}
            {names.length > 0 && (
              <>
                : <NamedPaths paths={names} />
              </>
            )}
            . {why}
          </li>
        ))}
      </Card>
    </section>
  );
}

/** What was found, by the words of the form. */
function rowsOf(about: MakerAbout): [label: string, value: string][] {
  const { summary, description, license, repository, homepage, tags = [], inputs, outputs } = about;
  const specs = (of: typeof inputs, what: string) =>
    of.length === 0
      ? []
      : [`${formatNumberOf(of.length, what)} (${of.map(({ name }) => name ?? 'unnamed').join(', ')})`];
  const rows: Record<string, string | undefined> = {
    Summary: summary,
    Description: description,
    License: license,
    Tags: tags.join(', '),
    Repository: repository,
    Homepage: homepage,
    Schema: [...specs(inputs, 'input'), ...specs(outputs, 'output')].join(', '),
  };
  return Object.entries(rows).flatMap(([label, value]): [string, string][] => {
    const line = visibleText(value?.replace(/\s+/g, ' ').trim() ?? '');
    return line === '' ? [] : [[label, line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line]];
  });
}
