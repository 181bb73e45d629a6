import { IconAlertOctagon, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useApp } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { contentBytes } from '../../state/verify-slice.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import type { CheckState } from './check-state.ts';
import classes from './dialog.module.css';
import { Line } from './line.tsx';

/** Files named; the Files tab has all. */
const MAX_LISTED = 8;

const TROUBLES = {
  mismatch: 'is not what MANIFEST says',
  unreadable: 'cannot be read',
  missing: 'is missing',
};

/** What checking the files that stay as they are would read. */
export function checkCost({ descriptor, package: content }: Opened): string {
  const remote = descriptor.kind === 'url' && !descriptor.whole;
  return remote ? `downloads ${formatBytes(content.size)}` : `reads ${formatBytes(contentBytes(content))}`;
}

/** How far the files that stay as they are were checked, and those that are wrong. */
export function Check({ state }: { state: CheckState }) {
  const verification = useApp(({ verification }) => verification);
  const { kind, listed, matching, linked, troubles } = state;
  const others =
    linked > 0
      ? ` ${formatNumberOf(linked, 'file')} ${linked === 1 ? 'is' : 'are'} linked to, and not checked here.`
      : '';
  const files = formatNumberOf(listed - linked, 'unchanged file');
  if (kind === 'right') {
    return (
      <Line tone="success" Icon={IconCircleCheck}>
        {listed === linked
          ? 'MANIFEST lists no unchanged file that is in the package.'
          : listed - linked === 1
            ? `The ${files} matches MANIFEST.`
            : `All ${files} match MANIFEST.`}
        {others}
      </Line>
    );
  }
  return (
    <>
      <Line
        tone={troubles.length > 0 ? 'error' : 'quiet'}
        Icon={troubles.length > 0 ? IconAlertOctagon : IconCircleDashed}
      >
        {formatCount(matching)} of {files} match MANIFEST
        {kind === 'open' ? ' so far' : ''}.{others}
        {verification.phase === 'failed' ? ` The check failed: ${visibleText(verification.error.message)}` : ''}
      </Line>
      <Troubles of={troubles} />
    </>
  );
}

/** Files that are known not to match MANIFEST. */
export function Troubles({ of }: { of: CheckState['troubles'] }) {
  if (of.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Files that do not match">
      {of.slice(0, MAX_LISTED).map(({ path, state }) => (
        <li key={path} data-path={path} data-tone="error">
          <IconAlertOctagon size={16} stroke={1.75} aria-hidden />
          <span>
            <NameText mono>{path}</NameText> {TROUBLES[state as keyof typeof TROUBLES]}
          </span>
        </li>
      ))}
      {of.length > MAX_LISTED && (
        <li className={classes.quiet}>and {formatNumberOf(of.length - MAX_LISTED, 'more file')}</li>
      )}
    </ul>
  );
}
