import { Anchor } from '@mantine/core';
import type { Finding } from '../../base/findings.ts';
import { placeHref } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { SEVERITIES, ToneIcon } from '../../widgets/severity.tsx';
import classes from './findings-summary.module.css';

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
        <ToneIcon tone={whole ? 'ok' : 'quiet'} />
        {whole ? 'No problems found' : 'No problems found so far'}
      </span>
    );
  }
  return (
    <Anchor href={placeHref({ tab: 'problems' })} className={classes.root}>
      {SEVERITIES.map(({ severity, word, words }) => {
        const count = countFindings(findings.filter((finding) => finding.severity === severity));
        if (count === 0) return null;
        return (
          <span key={severity} className={classes.level}>
            <ToneIcon tone={severity} />
            {formatNumberOf(count, word.toLowerCase(), words.toLowerCase())}
          </span>
        );
      })}
      <span aria-hidden>→</span>
    </Anchor>
  );
}
