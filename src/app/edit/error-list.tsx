import type { Finding } from '../../base/findings.ts';
import { formatCount } from '../../widgets/byte-size.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { FindingPlace } from '../package/finding-place.tsx';
import { errorsOf } from './changes.ts';
import classes from './dialog.module.css';

/** Errors named; Problems has all. */
const MAX_LISTED = 8;

interface Props {
  findings: readonly Finding[];
  /** Called when somebody goes to the place of one. */
  onGo(): void;
}

/** For what the reference reader refuses a carton, each with a link to its place. */
export function ErrorList({ findings, onGo }: Props) {
  const { errors, count } = errorsOf(findings);
  const listed = errors.slice(0, MAX_LISTED);
  return (
    <ul className={classes.list} aria-label="Errors">
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
