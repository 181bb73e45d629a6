import { IconChevronRight, IconExclamationCircle } from '@tabler/icons-react';
import { formatNumberOf } from '../../base/amounts.ts';
import { countFindings, failureOf, judgedErrors } from '../../model/verdict.ts';
import { atStart } from '../../model/words.ts';
import { useFindings, usePackagePart, useWords } from '../../state/hooks.ts';
import { usePlaceHref } from '../../widgets/place-href.ts';
import classes from './error-line.module.css';

/** Says above the tabs that the package has errors, and leads to them. Nothing where it has none. */
export function ErrorLine() {
  const placeHref = usePlaceHref();
  const findings = useFindings();
  const verdicts = usePackagePart((pkg) => pkg.verdicts);
  const calls = usePackagePart((pkg) => pkg.runs?.weight === 'error');
  const { reader, one } = useWords();
  const { errors, refused, harmful } = judgedErrors(findings, verdicts);
  if (errors.length === 0) return null;
  const failure = failureOf(findings, verdicts);
  const meaning =
    harmful.length > 0
      ? `${calls ? `Loading this ${one}` : 'Loading a file in it'} can do harm.`
      : refused.length > 0
        ? `${atStart(reader)} rejects this ${one}.`
        : failure !== undefined
          ? `Will not load: ${failure}.`
          : `Loading this ${one} may fail.`;
  return (
    <a className={classes.root} href={placeHref({ tab: 'problems' })}>
      <IconExclamationCircle size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <span>
        <strong className={classes.count}>{formatNumberOf(countFindings(errors), 'error')}</strong> {meaning}
      </span>
      <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.end} />
    </a>
  );
}
