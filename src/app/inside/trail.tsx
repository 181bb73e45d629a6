import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { type Inside, placeHref } from '../../model/place.ts';
import { NameText } from '../../widgets/name-text.tsx';

interface Props {
  inside: Inside;
  /** Where the outermost package came from, and its name: the text of the first link. */
  from: ReactNode;
  name: string;
}

/**
 * Where an inner package lies: a link for each package around it, the outermost first. Each leads to the file that was
 * opened there.
 */
export function Trail({ inside, from, name }: Props) {
  return (
    <>
      {from}
      {inside.map((path, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level has no other name.
        <Fragment key={level}>
          <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: path }, inside.slice(0, level))}>
            <NameText mono>{level === 0 ? name : (inside[level - 1] as string)}</NameText>
          </Anchor>
          <span aria-hidden>›</span>
        </Fragment>
      ))}
      <span aria-current="page">
        <NameText mono>{inside.at(-1) as string}</NameText>
      </span>
    </>
  );
}
