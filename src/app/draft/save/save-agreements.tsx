import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { Finding } from '../../../base/findings.ts';
import type { ReviewedDraft } from '../../../model/draft.ts';
import { judgedErrors } from '../../../model/verdict.ts';
import { atStart, spoken } from '../../../model/words.ts';
import type { UnfinishedFields } from '../../../state/draft/editing.ts';
import { useApp, useOpenPackage } from '../../../state/hooks.ts';
import { Card } from '../../../widgets/card.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { takeFocus } from '../../focus.ts';
import classes from '../draft-dialog.module.css';
import { ErrorLists } from '../error-list.tsx';
import { Line, ShortList } from '../line.tsx';
import { DifferingFiles } from './reseal-lists.tsx';

/** Something that saving brings with it, and that the user must want. */
export interface Agreement {
  key: string;
  /** Of its checkbox. */
  label: string;
  /** Why it cannot be saved without, as sentences. */
  reason: string;
  /** What it is about. */
  content: ReactNode;
}

/**
 * What is to be agreed to before saving: fields that are left as they were, errors of the result, and what is replaced
 * although nobody edited it.
 *
 * @param errors of what saving would write
 * @param onGo called when the user follows the link to the place of an error
 */
export function useAgreements(review: ReviewedDraft, errors: readonly Finding[], onGo: () => void): Agreement[] {
  const { verdicts, words } = useOpenPackage();
  const unfinished = useApp((state) => state.unfinished);
  const { reader } = spoken(words);
  const isRefused = judgedErrors(errors, verdicts).refused.length > 0;
  const agreements: Agreement[] = (review.asks ?? []).map(({ note, agree, of }) => ({
    key: note,
    label: agree,
    reason: 'Some data is replaced for good. Confirm above to save.',
    content: (
      <>
        <Line tone="warning">{visibleText(note)}</Line>
        {of === 'reseal' && <DifferingFiles files={review.reseal?.differing ?? []} />}
      </>
    ),
  }));
  if (errors.length > 0)
    agreements.unshift({
      key: 'errors',
      label: isRefused ? `Save even though ${reader} will reject it` : 'Save even though it has errors',
      reason: `${isRefused ? `${atStart(reader)} will reject it.` : 'It has errors.'} Confirm above to save it.`,
      content: <ErrorLists findings={errors} onGo={onGo} />,
    });
  if (unfinished.size > 0)
    agreements.unshift({
      key: 'unfinished',
      label: unfinished.size === 1 ? 'Save without this entry' : 'Save without these entries',
      reason: 'Some fields are unfinished. Confirm above to save without them.',
      content: <Unfinished fields={unfinished} />,
    });
  return agreements;
}

interface Props {
  agreements: readonly Agreement[];
  /** Keys of those that the user agrees to. */
  agreed: ReadonlySet<string>;
  onChange(agreed: ReadonlySet<string>): void;
  /** Whether it asks now: the first checkbox then gets the focus. */
  asks: boolean;
}

/** A checkbox for each agreement, below what it is about. */
export function Agreements({ agreements, agreed, onChange, asks }: Props) {
  return agreements.map(({ key, label, content }, index) => (
    <Card key={key} className={classes.box}>
      {content}
      <Checkbox
        ref={asks && index === 0 ? takeFocus : undefined}
        data-autofocus={index === 0 || undefined}
        label={label}
        checked={agreed.has(key)}
        onChange={(event) => {
          const next = new Set(agreed);
          if (event.currentTarget.checked) next.add(key);
          else next.delete(key);
          onChange(next);
        }}
      />
    </Card>
  ));
}

/** Unfinished fields listed. */
const MAX_UNFINISHED = 8;

/** Fields whose text is not a value, and why. */
function Unfinished({ fields }: { fields: UnfinishedFields }) {
  return (
    <>
      <Line tone="warning">
        {fields.size === 1 ? 'A field is' : 'Fields are'} unfinished. The saved file has the previous value.
      </Line>
      <ShortList
        label="Unfinished fields"
        items={[...fields.values()]}
        max={MAX_UNFINISHED}
        more={(count) => formatNumberOf(count, 'more field')}
      >
        {({ key, label, problem }) => (
          <li key={key}>
            <span>
              <strong>{visibleText(label)}</strong>: {visibleText(problem)}
            </span>
          </li>
        )}
      </ShortList>
    </>
  );
}
