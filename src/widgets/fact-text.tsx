import { hostText } from '../base/host.ts';
import type { FactPart, FactText as Text } from '../model/run-facts.ts';
import { NameText } from './name-text.tsx';
import { PlaceLink } from './place-link.tsx';

/** A fact: our words, and a stranger's names and hosts as such. A name of a file leads to it. */
export function FactText({ children }: { children: Text }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts can be equal, and are never moved.
  return children.map((part, i) => <Part key={i} part={part} />);
}

function Part({ part }: { part: FactPart }) {
  if (typeof part === 'string') return part;
  if ('host' in part) return <NameText mono>{hostText(part.host)}</NameText>;
  const { name, path, line } = part;
  if (path === undefined) return <NameText mono>{name}</NameText>;
  return (
    <PlaceLink to={{ tab: 'files', item: path, line }} underline="never">
      <NameText mono>{name}</NameText>
    </PlaceLink>
  );
}
