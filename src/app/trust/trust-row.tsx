import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ToneIcon, ToneMark } from '../../widgets/severity.tsx';
import classes from './trust-card.module.css';
import type { TrustText } from './trust-text.ts';

export type TrustShape = 'card' | 'line' | 'bar';

export interface TrustRowProps extends TrustText {
  /** Another icon than the tone's. */
  Icon?: TablerIcon | undefined;
  /** Makes the text a live region of this name, with these attributes. */
  status?: { name: string; [attribute: `data-${string}`]: string | boolean };
  /** Where the icon leads in the bar, and an error in the line. */
  href: string;
  /** `card`: all of it. `line`: icon and brief. `bar`: the icon, as a link. Screen readers get the text in each. */
  shape: TrustShape;
  /** The progress of a running job. It replaces the detail, which then is for screen readers alone. */
  progress?: ReactNode;
  /** Buttons and links, in the shape of a card. */
  children?: ReactNode;
}

/** A row of the trust card: an icon on the surface of its color, a sentence, a detail, and what can be done. */
export function TrustRow({ tone, brief, Icon, status, href, shape, progress, children, ...text }: TrustRowProps) {
  const { name, ...data } = status ?? {};
  const Mark = shape === 'line' ? ToneIcon : ToneMark;
  const mark = <Mark tone={tone} Icon={Icon} />;
  const short = (
    <>
      {shape === 'line' && (
        <span className={classes.brief} aria-hidden>
          {brief}
        </span>
      )}
      <Words {...text} hidden={shape !== 'card'} progress={progress} />
    </>
  );
  return (
    <li className={classes.row} data-tone={tone}>
      <div className={classes.text} {...(name !== undefined && { role: 'status', 'aria-label': name, ...data })}>
        {shape === 'bar' ? (
          <a className={classes.only} href={href} title={text.sentence}>
            {mark}
            {short}
          </a>
        ) : (
          <>
            {mark}
            {shape === 'line' && tone === 'error' ? (
              <a className={classes.lead} href={href}>
                {short}
              </a>
            ) : (
              short
            )}
          </>
        )}
      </div>
      {shape === 'card' && <div className={classes.action}>{children}</div>}
    </li>
  );
}

interface WordsProps extends Pick<TrustText, 'sentence' | 'detail'> {
  hidden: boolean;
  progress: ReactNode;
}

function Words({ sentence, detail, hidden, progress }: WordsProps) {
  const isRunning = Boolean(progress) && !hidden;
  return (
    <div className={hidden ? 'visually-hidden' : classes.words}>
      <span className={classes.sentence}>{sentence}</span>
      {detail && <span className={isRunning ? 'visually-hidden' : classes.detail}> {detail}</span>}
      {isRunning && progress}
    </div>
  );
}
