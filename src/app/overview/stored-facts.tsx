import { formatCount } from '../../base/amounts.ts';
import { shortened } from '../../base/text.ts';
import type { Fact } from '../../model/package.ts';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { useFirst } from '../../widgets/first.tsx';
import { LongText } from '../../widgets/long-text.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';

/** Facts shown before a click. A trainer writes sixty. */
const FIRST_FACTS = 6;

/** Facts that one click shows. A hostile header has a hundred thousand. */
const MOST_AT_ONCE = 500;

/** Facts whose names are the package's own: what its author wrote beside the model. */
export function StoredFacts({ facts }: { facts: readonly Fact[] }) {
  const count = formatCount(facts.length);
  const words = facts.length > MOST_AT_ONCE ? `Show more of ${count}` : `All ${count} keys`;
  const [shown, more] = useFirst(facts, FIRST_FACTS, words, { step: MOST_AT_ONCE });
  if (facts.length === 0) return null;
  return (
    <Section title="Metadata">
      <FactList stacked>
        {shown.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of a model may have one name, and the list never changes.
          <FactRow key={index} label={<NameText mono>{shortened(label)}</NameText>}>
            <LongText text={value} name={label} />
          </FactRow>
        ))}
      </FactList>
      {more}
    </Section>
  );
}
