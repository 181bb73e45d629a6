import type { RunsHere } from '../../model/run/run-interface.ts';
import { CodeBlock } from '../../widgets/code-block.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ToneMark } from '../../widgets/severity.tsx';
import classes from './run-card.module.css';

/** Why the model does not run here, and what runs it where it can. */
export function RunsElsewhere({ runs: { why, command } }: { runs: RunsHere & { can: false } }) {
  return (
    <div className={classes.root}>
      <ToneMark tone="quiet" />
      <div className={classes.words}>
        <p className={classes.title}>This model does not run here</p>
        <p className={classes.note}>{visibleText(why)}</p>
      </div>
      {command !== undefined && (
        <div className={classes.command}>
          <CodeBlock label="installation" text={command} language="shellscript" />
          <p className={classes.note}>
            Then run the code under <PlaceLink to={{ tab: 'overview' }}>Use it</PlaceLink> on the Overview, and compare
            what comes below.
          </p>
        </div>
      )}
    </div>
  );
}
