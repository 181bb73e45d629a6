import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Severity } from '../base/finding-entry.ts';
import type { Finding } from '../base/findings.ts';
import classes from './severity.module.css';

/** How something is: a severity, nothing wrong with it, or not known yet. tokens.css has the colors of each. */
export type Tone = Severity | 'ok' | 'quiet';

const TONE_ICONS: Readonly<Record<Tone, TablerIcon>> = {
  error: IconAlertOctagon,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  ok: IconCircleCheck,
  quiet: IconCircleDashed,
};

/** The severities, worst first, with their words: "Error" stands before one finding, "Errors" over several. */
const SEVERITIES: readonly { severity: Severity; word: string; words: string }[] = [
  { severity: 'error', word: 'Error', words: 'Errors' },
  { severity: 'warning', word: 'Warning', words: 'Warnings' },
  { severity: 'info', word: 'Note', words: 'Notes' },
];

/** Findings by severity, the worst first, without severities that none has. */
export function bySeverity(findings: readonly Finding[]) {
  return SEVERITIES.flatMap((entry) => {
    const found = findings.filter(({ severity }) => severity === entry.severity);
    return found.length === 0 ? [] : [{ ...entry, found }];
  });
}

/** The word for one finding: "Error", "Warning" or "Note". */
export function severityWord(severity: Severity): string {
  return SEVERITIES.find((entry) => entry.severity === severity)?.word ?? severity;
}

interface IconProps {
  tone: Tone;
  /** Another icon, in the tone's color. */
  Icon?: TablerIcon;
  /** In px. */
  size?: number;
  className?: string | undefined;
}

/** The icon of a tone in its color, as high as a line of text. A word must stand beside it. */
export function ToneIcon({ tone, Icon = TONE_ICONS[tone], size = 16, className = classes.icon }: IconProps) {
  return (
    <span className={className} data-tone={tone}>
      <Icon size={size} stroke={1.75} aria-hidden />
    </span>
  );
}

/** The icon of a tone on a small square of its surface. A word must stand beside it. */
export function ToneMark(props: IconProps) {
  return <ToneIcon {...props} className={classes.mark} />;
}

interface LineProps extends ComponentProps<'p'> {
  tone: Tone;
  /** Another icon, in the tone's color. */
  Icon?: TablerIcon | undefined;
  /** What it is in the document. Default `p`. */
  as?: 'p' | 'div' | 'li' | 'span';
}

/** A sentence with the icon of its tone before it. Its words say the tone, too. */
export function ToneLine({ tone, Icon, as: Tag = 'p', className, children, ...props }: LineProps) {
  // The props of all these elements that a line is given are the same.
  const Element = Tag as 'p';
  return (
    <Element
      {...props}
      className={className === undefined ? classes.line : `${classes.line} ${className}`}
      data-tone={tone}
    >
      <ToneIcon tone={tone} Icon={Icon} />
      <span className={classes.sentence}>{children}</span>
    </Element>
  );
}

interface SurfaceProps {
  tone: Tone;
  /** Another icon, in the tone's color. */
  Icon?: TablerIcon;
  /** Says the tone in words, because the icon is hidden from screen readers: "2 errors", "Not checked". */
  title?: ReactNode;
  children?: ReactNode;
  /** A button or a link at the end. */
  action?: ReactNode;
  className?: string | undefined;
}

/** A block on the surface of its tone: icon, title, what there is to say, and what can be done. */
export function ToneSurface({ tone, Icon, title, children, action, className }: SurfaceProps) {
  return (
    <div className={className === undefined ? classes.surface : `${classes.surface} ${className}`} data-tone={tone}>
      <ToneIcon tone={tone} Icon={Icon} />
      <div className={classes.body}>
        {title === undefined ? null : <p className={classes.title}>{title}</p>}
        {children}
      </div>
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </div>
  );
}
