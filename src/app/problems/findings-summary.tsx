import { Anchor } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconExclamationCircle,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { Finding, Severity } from '../../base/findings.ts';
import { placeHref } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import classes from './findings-summary.module.css';

const LEVELS = [
  { severity: 'error', one: 'error', many: 'errors', Icon: IconExclamationCircle },
  { severity: 'warning', one: 'warning', many: 'warnings', Icon: IconAlertTriangle },
  { severity: 'info', one: 'note', many: 'notes', Icon: IconInfoCircle },
] as const satisfies readonly { severity: Severity; one: string; many: string; Icon: unknown }[];

interface Props {
  findings: readonly Finding[];
  /** Whether the package itself was checked. If only its directory was, a lack of findings says nothing. */
  sound: boolean;
  /** Whether the contents of the files were verified, too. */
  whole: boolean;
}

/** The number of findings of each severity, as a link to the list. */
export function FindingsSummary({ findings, sound, whole }: Props) {
  if (findings.length === 0) {
    if (!sound) return null;
    return (
      <span className={classes.level}>
        {whole ? (
          <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.success} />
        ) : (
          <IconCircleDashed size={16} stroke={1.75} aria-hidden />
        )}
        {whole ? 'No problems found' : 'No problems found so far'}
      </span>
    );
  }
  return (
    <Anchor href={placeHref({ tab: 'problems' })} className={classes.root}>
      {LEVELS.map(({ severity, one, many, Icon }) => {
        const count = countFindings(findings.filter((finding) => finding.severity === severity));
        if (count === 0) return null;
        return (
          <span key={severity} className={classes.level}>
            <Icon size={16} stroke={1.75} aria-hidden className={classes[severity]} />
            {formatNumberOf(count, one, many)}
          </span>
        );
      })}
      <span aria-hidden>→</span>
    </Anchor>
  );
}
