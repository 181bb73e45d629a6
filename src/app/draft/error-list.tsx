import { Fragment } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { Finding } from '../../base/findings.ts';
import { countFindings, judgedErrors } from '../../model/verdict.ts';
import { atStart, spoken } from '../../model/words.ts';
import { usePackage } from '../../state/hooks.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { FindingPlace } from '../problems/finding-place.tsx';
import { Line, ShortList } from './line.tsx';

/** Errors listed here; the Problems tab has them all. */
const MAX_LISTED = 8;

interface Props {
  findings: readonly Finding[];
  /** Called when the user follows the link to the place of an error. */
  onGo(): void;
}

/** The errors of what is saved: first those for which the format's reader refuses it, then those it may not notice. */
export function ErrorLists({ findings, onGo }: Props) {
  const { words, verdicts } = usePackage();
  const { refused, doubtful } = judgedErrors(findings, verdicts);
  const { one, reader } = spoken(words);
  const title = atStart(reader);
  const isRefused = refused.length > 0;
  const but = isRefused ? 'It also has these errors:' : `${title} may load this ${one}, but it has errors:`;
  const kinds = [
    { label: 'Errors', list: refused, says: `${title} will reject this ${one}:` },
    { label: isRefused ? 'Other errors' : 'Errors', list: doubtful, says: but },
  ];
  return kinds.map(({ label, list, says }) =>
    list.length === 0 ? null : (
      <Fragment key={says}>
        <Line tone="error">{says}</Line>
        <ShortList
          label={label}
          items={list}
          max={MAX_LISTED}
          total={countFindings(list)}
          more={(count) => `${formatCount(count)} more, under Problems`}
        >
          {(finding, index) => (
            // By their places: two may be alike.
            <li key={index} data-code={finding.code}>
              <span>
                {visibleText(finding.message)} <FindingPlace finding={finding} onGo={onGo} />
              </span>
            </li>
          )}
        </ShortList>
      </Fragment>
    ),
  );
}
