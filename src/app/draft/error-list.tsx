import type { Finding } from '../../base/findings.ts';
import { countFindings, judgedErrors } from '../../model/verdict.ts';
import { atStart, spoken } from '../../model/words.ts';
import { usePackage } from '../../state/hooks.ts';
import { formatCount } from '../../widgets/byte-size.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { FindingPlace } from '../problems/finding-place.tsx';
import classes from './draft-dialog.module.css';
import { Line } from './line.tsx';

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
  return (
    <>
      {refused.length > 0 && (
        <>
          <Line tone="error">
            {atStart(reader)} will reject this {one}:
          </Line>
          <ErrorList label="Errors" findings={refused} onGo={onGo} />
        </>
      )}
      {doubtful.length > 0 && (
        <>
          <Line tone="error">
            {refused.length > 0
              ? 'It also has these errors:'
              : `${atStart(reader)} may load this ${one}, but it has errors:`}
          </Line>
          <ErrorList label={refused.length > 0 ? 'Other errors' : 'Errors'} findings={doubtful} onGo={onGo} />
        </>
      )}
    </>
  );
}

/** Errors, each with a link to its place. */
function ErrorList({ label, findings, onGo }: Props & { label: string }) {
  const count = countFindings(findings);
  const listed = findings.slice(0, MAX_LISTED);
  return (
    <ul className={classes.list} aria-label={label}>
      {listed.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
        <li key={index} data-code={finding.code}>
          <span>
            {visibleText(finding.message)} <FindingPlace finding={finding} onGo={onGo} />
          </span>
        </li>
      ))}
      {count > listed.length && (
        <li className={classes.quiet}>and {formatCount(count - listed.length)} more, under Problems</li>
      )}
    </ul>
  );
}
