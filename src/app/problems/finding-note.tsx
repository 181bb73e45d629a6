import { type Finding, findingEntry } from '../../base/findings.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { severityWord, ToneIcon } from '../../widgets/severity.tsx';
import { useAdvice } from './advice.ts';
import classes from './finding-note.module.css';
import { FindingPlace } from './finding-place.tsx';

/** The severity, title and message of a finding. */
export function FindingText({ finding: { severity, code, message } }: { finding: Finding }) {
  return (
    <>
      <strong>
        {severityWord(severity)}: {findingEntry(code).title}.
      </strong>{' '}
      <bdi>{visibleText(message)}</bdi>
    </>
  );
}

/** A finding, shown beside what it is about: its severity in a word, what is wrong, what to do. */
export function FindingNote({ finding }: { finding: Finding }) {
  const action = useAdvice(finding.code);
  return (
    <div className={classes.root} data-code={finding.code} data-severity={finding.severity}>
      <ToneIcon tone={finding.severity} />
      <p className={classes.text}>
        <FindingText finding={finding} /> <span className={classes.action}>{action}</span>
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
