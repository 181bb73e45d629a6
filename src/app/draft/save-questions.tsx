import { Checkbox } from '@mantine/core';
import type { Ref } from 'react';
import type { ReviewedDraft } from '../../model/draft.ts';
import { Card } from '../../widgets/card.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import classes from './draft-dialog.module.css';
import { Line } from './line.tsx';
import { DifferingFiles } from './reseal-lists.tsx';

interface Props {
  review: ReviewedDraft;
  /** The notes of the questions that were answered with yes. */
  agreed: ReadonlySet<string>;
  onChange(agreed: ReadonlySet<string>): void;
  /** Of the first checkbox, if it gets the focus. */
  first: Ref<HTMLInputElement> | undefined;
  autofocus: boolean;
}

/** What the saved file replaces although nobody edited it: a checkbox for each. */
export function Questions({ review, agreed, onChange, first, autofocus }: Props) {
  return (review.asks ?? []).map(({ note, agree, of }, index) => (
    <Card key={note} className={classes.box}>
      <Line tone="warning">{visibleText(note)}</Line>
      {of === 'reseal' && <DifferingFiles files={review.reseal?.differing ?? []} />}
      <Checkbox
        {...(index === 0 && first ? { ref: first } : {})}
        data-autofocus={index === 0 && autofocus ? true : undefined}
        label={agree}
        checked={agreed.has(note)}
        onChange={(event) => {
          const next = new Set(agreed);
          if (event.currentTarget.checked) next.add(note);
          else next.delete(note);
          onChange(next);
        }}
      />
    </Card>
  ));
}
