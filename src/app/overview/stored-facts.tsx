import { formatCount } from '../../base/amounts.ts';
import { shortened } from '../../base/text.ts';
import type { Fact } from '../../model/package.ts';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { useFirst } from '../../widgets/first.tsx';
import { LongText } from '../../widgets/long-text.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';

/** Facts shown before a click. A trainer writes sixty. */
const FIRST_FACTS = 12;

/** Facts whose names are the package's own: what its author wrote beside the model. */
export function StoredFacts({ facts }: { facts: readonly Fact[] }) {
  const [shown, more] = useFirst(facts, FIRST_FACTS, `Show more of ${formatCount(facts.length)}`, { step: 100 });
  if (facts.length === 0) return null;
  return (
    <Section title="Metadata">
      <FactList>
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
