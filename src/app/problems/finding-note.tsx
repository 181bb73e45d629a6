import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { type Finding, findingEntry, type Severity } from '../../base/findings.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import classes from './finding-note.module.css';
import { FindingPlace } from './finding-place.tsx';

const LEVELS = {
  error: { word: 'Error', Icon: IconExclamationCircle },
  warning: { word: 'Warning', Icon: IconAlertTriangle },
  info: { word: 'Note', Icon: IconInfoCircle },
} as const satisfies Record<Severity, unknown>;

/** A finding, shown beside what it is about: its severity in a word, what is wrong, what to do. */
export function FindingNote({ finding }: { finding: Finding }) {
  const { word, Icon } = LEVELS[finding.severity];
  const { title, action } = findingEntry(finding.code);
  return (
    <div className={classes.root} data-code={finding.code} data-severity={finding.severity}>
      <Icon className={classes.icon} size={16} stroke={1.75} aria-hidden />
      <p className={classes.text}>
        <strong>
          {word}: {title}.
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
