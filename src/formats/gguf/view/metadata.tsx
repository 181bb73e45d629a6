import { useMemo } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { shortened } from '../../../base/text.ts';
import { usePackage } from '../../../state/hooks.ts';
import { FactList, FactRow } from '../../../widgets/fact-list.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { MoreLink } from '../../../widgets/place-link.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { GgufOwn } from '../core/own.ts';
import { lineText, tellingPairs } from '../core/telling.ts';
import { goToKeyValues, isFolded, KEY_VALUES } from './key-values.tsx';
import classes from './metadata.module.css';

/** Pairs shown beside the facts. */
const FIRST_PAIRS = 5;

/** What the header says of the model besides the facts, and the way to all of it. Nothing where all is shown anyway. */
export function Metadata() {
  const own = usePackage().own as GgufOwn;
  const pairs = useMemo(() => tellingPairs(own.keyValues).slice(0, FIRST_PAIRS), [own]);
  if (!isFolded(own)) return null;
  return (
    <Section title="Metadata">
      {pairs.length > 0 && (
        <FactList stacked>
          {pairs.map((pair) => (
            <FactRow key={pair.start} label={<NameText mono>{shortened(pair.key)}</NameText>}>
              <NameText>{lineText(pair)}</NameText>
            </FactRow>
          ))}
        </FactList>
      )}
      <MoreLink
        to={{ tab: 'overview', item: KEY_VALUES }}
        className={classes.all ?? ''}
        // The address may name them already: then it does not change, and nothing else unfolds them.
        onClick={goToKeyValues}
      >
        All {formatCount(own.keyValues.length)} keys
      </MoreLink>
    </Section>
  );
}
