import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Place } from '../model/place.ts';
import { NameText } from './name-text.tsx';
import { usePlaceHref } from './place-href.ts';

interface Props extends AnchorProps {
  to: Place;
  /** The name of the place's item if it is left out. */
  children?: ReactNode;
  onClick?: (() => void) | undefined;
  tabIndex?: number;
  /** Its accessible name, where that says more than what it shows. */
  label?: string;
}

/** A link to a place in the package that is shown, in the type of the text around it. */
export function PlaceLink({ to, children = <NameText mono>{to.item ?? ''}</NameText>, label, ...props }: Props) {
  return (
    <Anchor inherit underline="always" href={usePlaceHref()(to)} aria-label={label} {...props}>
      {children}
    </Anchor>
  );
}

/** A line below the first items of a list, which leads to all of them. */
export function MoreLink({ className, ...link }: Props) {
  return (
    <p className={className}>
      <PlaceLink underline="never" {...link} />
    </p>
  );
}
