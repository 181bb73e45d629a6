import type { ReactNode } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { Severity } from '../../base/finding-entry.ts';
import type { Finding } from '../../base/findings.ts';
import { INVISIBLE } from '../../base/text.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { severityWord, ToneIcon } from '../../widgets/severity.tsx';
import classes from './form.module.css';

/** Most findings shown beside one field. */
const MAX_NOTES = 5;

/** One note about a field: an icon, a word, a sentence. */
export function Note({ severity, children }: { severity: Severity; children: ReactNode }) {
  return (
    <span className={classes.note} data-severity={severity}>
      <ToneIcon tone={severity} />
      <span>
        <span className={classes.word}>{severityWord(severity)}:</span> {children}
      </span>
    </span>
  );
}

/** What a finding says. The Problems tab has what it means and what to do. */
export function FindingText({ finding }: { finding: Finding }) {
  return (
    <span data-code={finding.code}>
      <Note severity={finding.severity}>
        <bdi>{visibleText(finding.message)}</bdi>
      </Note>
    </span>
  );
}

/** One note for each finding. */
export function FindingTexts({ findings }: { findings: readonly Finding[] }) {
  return findings.map((finding, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same.
    <FindingText key={i} finding={finding} />
  ));
}

interface About {
  findings?: readonly Finding[] | undefined;
  /** Why the typed text is not a valid value yet. */
  problem?: string | undefined;
  /** The typed text, where it may hold invisible characters. */
  text?: string | undefined;
  /** Always shown. */
  children?: ReactNode;
}

/**
 * Props with which a Mantine field shows notes about its value. Errors are separate, so that the field is marked as
 * invalid. Screen readers read all notes with the field.
 */
export function aboutField({ findings = [], problem, text = '', children }: About) {
  const errors = findings.filter(({ severity }) => severity === 'error').slice(0, MAX_NOTES);
  const others = findings.filter(({ severity }) => severity !== 'error').slice(0, MAX_NOTES);
  const hidden = hiddenCharacters(text);
  return {
    error: (problem !== undefined || errors.length > 0) && (
      <>
        {problem !== undefined && <Note severity="error">{problem}</Note>}
        <FindingTexts findings={errors} />
      </>
    ),
    description: (others.length > 0 || hidden > 0 || Boolean(children)) && (
      <>
        {children}
        {hidden > 0 && (
          <Note severity="warning">
            It has {formatNumberOf(hidden, 'invisible character')}:{' '}
            <bdi>{visibleText(text.slice(0, MAX_HIDDEN_SHOWN))}</bdi>
          </Note>
        )}
        <FindingTexts findings={others} />
      </>
    ),
  };
}

const MAX_HIDDEN_SHOWN = 200;

/** Most characters that are searched, which happens at every keystroke. */
const MAX_LOOKED_AT = 10_000;

const HIDDEN = new RegExp(`(?![\\n\\r\\t])(?:${INVISIBLE})`, 'gu');

function hiddenCharacters(text: string): number {
  return text.slice(0, MAX_LOOKED_AT).match(HIDDEN)?.length ?? 0;
}
