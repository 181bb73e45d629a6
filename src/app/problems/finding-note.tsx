import { type Finding, findingEntry } from '../../base/findings.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { severityWord, ToneIcon } from '../../widgets/severity.tsx';
import { useAdvice } from './advice.ts';
import classes from './finding-note.module.css';
import { FindingPlace } from './finding-place.tsx';

/** A finding, shown beside what it is about: its severity in a word, what is wrong, what to do. */
export function FindingNote({ finding }: { finding: Finding }) {
  const { title } = findingEntry(finding.code);
  const action = useAdvice(finding.code);
  return (
    <div className={classes.root} data-code={finding.code} data-severity={finding.severity}>
      <ToneIcon tone={finding.severity} />
      <p className={classes.text}>
        <strong>
          {severityWord(finding.severity)}: {title}.
        </strong>{' '}
        <bdi>{visibleText(finding.message)}</bdi> <span className={classes.action}>{action}</span>
        {finding.line !== undefined && (
          <>
            {' '}
            <FindingPlace finding={finding} />
          </>
        )}
      </p>
    </div>
  );
}
