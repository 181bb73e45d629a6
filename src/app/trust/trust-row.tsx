import type { TablerIcon } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { ToneIcon, ToneMark } from '../../widgets/severity.tsx';
import classes from './trust-card.module.css';
import type { TrustText } from './trust-text.ts';

/**
 * How the rows are drawn. `card`: all of them. `line`: icons and a word or two. `bar`: the icons, each a button that
 * opens the card. Screen readers get the text in each.
 */
export type TrustShape = 'card' | 'line' | 'bar';

interface TrustPlace {
  shape: TrustShape;
  /** Whether the rows are the page's live texts on trust, as opposed to the card that opens over them. */
  isLive: boolean;
  /** In the bar: whether the card is open, and what opens and closes it. */
  isOpen?: boolean;
  onToggle?(): void;
}

const Place = createContext<TrustPlace>({ shape: 'card', isLive: true });

/** Where the rows in it are shown. */
export const TrustPlaceProvider = Place.Provider;

export function useTrustPlace(): TrustPlace {
  return useContext(Place);
}

export interface TrustRowProps extends TrustText {
  /** Another icon than the tone's. */
  Icon?: TablerIcon | undefined;
  /** Makes the text a live region of this name, with these attributes. */
  status?: { name: string; [attribute: `data-${string}`]: string | boolean };
  /** Where an error in the line leads. */
  href: string;
  /** The progress of a running job. It replaces the detail, which then is for screen readers alone. */
  progress?: ReactNode;
  /** How much of the job is done, from 0 to 1. */
  done?: number | undefined;
  /** Buttons and links, in the shape of a card. */
  children?: ReactNode;
}

/** A row of the trust card: an icon on the surface of its color, a sentence, a detail, and what can be done. */
export function TrustRow({ tone, brief, Icon, status, href, progress, done, children, ...text }: TrustRowProps) {
  const { shape, isLive, isOpen, onToggle } = useTrustPlace();
  const { name, ...data } = (isLive ? status : undefined) ?? {};
  const Mark = shape === 'line' ? ToneIcon : ToneMark;
  const mark = <Mark tone={tone} Icon={Icon} />;
  const short = (
    <>
      {shape === 'line' && (
        <span className={classes.brief} aria-hidden>
          {brief}
        </span>
      )}
      {/* A button has no links in it. */}
      <Words
        {...text}
        detail={shape === 'bar' && typeof text.detail !== 'string' ? undefined : text.detail}
        hidden={shape !== 'card'}
        progress={progress}
      />
    </>
  );
  return (
    <li className={classes.row} data-tone={tone}>
      <div className={classes.text} {...(name !== undefined && { role: 'status', 'aria-label': name, ...data })}>
        {shape === 'bar' ? (
          <button
            type="button"
            className={classes.only}
            title={text.sentence}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            {mark}
            {short}
            {done !== undefined && <span className={classes.done} style={{ scale: `${done} 1` }} />}
          </button>
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
