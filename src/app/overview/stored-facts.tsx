import { Button } from '@mantine/core';
import { useState } from 'react';
import { shortened, visibleProse } from '../../base/text.ts';
import type { Fact } from '../../model/package.ts';
import { formatCount } from '../../widgets/byte-size.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';
import classes from './facts.module.css';

/** Facts shown before a click. A trainer writes sixty. */
const FIRST_FACTS = 12;

/** Characters shown of a value before a click, and in all. A value may have millions. */
const FIRST_CHARACTERS = 200;
const MOST_CHARACTERS = 20_000;

/** Facts whose names are the package's own: what its author wrote beside the model. */
export function StoredFacts({ facts }: { facts: readonly Fact[] }) {
  const [limit, setLimit] = useState(FIRST_FACTS);
  if (facts.length === 0) return null;
  return (
    <Section title="Metadata">
      <FactList>
        {facts.slice(0, limit).map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of a model may have one name, and the list never changes.
          <FactRow key={index} label={<NameText mono>{shortened(label)}</NameText>}>
            <StoredValue label={label} value={value} />
          </FactRow>
        ))}
      </FactList>
      {facts.length > limit && (
        <Button mt={8} size="compact-sm" variant="default" onClick={() => setLimit(limit + 100)}>
          Show more of {formatCount(facts.length)}
        </Button>
      )}
    </Section>
  );
}

function StoredValue({ label, value }: { label: string; value: string }) {
  const [open, setOpen] = useState(false);
  const isLong = value.length > FIRST_CHARACTERS;
  const shown = value.slice(0, open ? MOST_CHARACTERS : FIRST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return (
    <>
      <bdi className={classes.stored}>{visibleProse(shown)}</bdi>
      {shown.length < value.length && <span className={classes.note}> … {formatCount(value.length)} characters</span>}
      {isLong && (
        <span className={classes.long}>
          <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show more'}
          </Button>
          <CopyButton value={value} label={`Copy ${shortened(label)}`} kind="text" />
        </span>
      )}
    </>
  );
}
