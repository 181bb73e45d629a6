import { Popover } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Finding } from '../../../base/findings.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useActions, useApp, useWords } from '../../../state/hooks.ts';
import { IconButton } from '../../../widgets/icon-button.tsx';
import { type Job, useJob } from '../../../widgets/loading/job.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import { CompareField } from '../../package/hash-compare.tsx';
import classes from './file-hash.module.css';
import { HashLine } from './hash-line.tsx';
import { FailedLine, shownElsewhere } from './job-lines.tsx';

interface Props {
  file: PackageFile;
  /** What its listed hash is called. */
  label: string;
  /** Whether the package holds the bytes that the hash is of. */
  canCheck: boolean;
  /** The findings that the page shows below. */
  known: readonly Finding[];
}

/** How many digits of a hash tell it from others at a glance. */
const SHORT = 8;

/** The SHA-256 of a file, short. A press shows all of it, checks the content, and compares it with another hash. */
export function FileHash({ file, label, canCheck, known }: Props) {
  const { path } = file;
  const listed = file.sha256?.toLowerCase();
  // It goes on while the popover is closed.
  const job = useJob();
  const [digested, setDigested] = useState<string>();
  const found = useApp(
    ({ verdicts }) => verdicts.sha256(path) ?? (verdicts.get(path) === 'verified' ? listed : undefined),
  );
  const content = canCheck ? (digested ?? found) : undefined;
  const hash = listed ?? content;
  if (hash === undefined && !canCheck) return null;
  return (
    <Popover position="bottom-start" width={560} trapFocus returnFocus withRoles>
      <Popover.Target>
        <button type="button" className={classes.short} title={hash ?? 'Compute its SHA-256'}>
          {hash === undefined ? 'SHA-256' : `${hash.slice(0, SHORT)}…`}
          <span className="visually-hidden"> Hash of the file</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Hash of the file">
        <div className={classes.root}>
          {listed !== undefined && <HashLine label={label} hash={listed} copyLabel="Copy hash" />}
          {content !== undefined && content !== listed && (
            <HashLine label="SHA-256 of the content" hash={content} copyLabel="Copy hash of the content" />
          )}
          <p role="status" aria-label="Hash of this file" className={classes.outcome}>
            {content !== undefined && listed !== undefined && <Outcome isRight={content === listed} />}
          </p>
          {canCheck && (
            <CheckFile job={job} path={path} isListed={listed !== undefined} known={known} onDigest={setDigested} />
          )}
          {hash !== undefined && (
            <CompareField
              hash={content ?? hash}
              label="Verify hash"
              outcome="Comparison of this file"
              same="this is the file with that hash"
              different="this is a different file, or a different version of it"
            />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Outcome({ isRight }: { isRight: boolean }) {
  const { hashList } = useWords();
  return (
    <>
      <ToneIcon tone={isRight ? 'ok' : 'error'} />
      The content {isRight ? 'matches' : 'does not match'} the SHA-256 in {hashList}.
    </>
  );
}

interface CheckProps {
  job: Job;
  path: string;
  /** Whether a hash list has its hash. */
  isListed: boolean;
  known: readonly Finding[];
  onDigest(sha256: string): void;
}

/** Reads the file to compute its hash, and in its place how far that is, and why it failed. */
function CheckFile({ job, path, isListed, known, onDigest }: CheckProps) {
  const { digestFile } = useActions();
  const { state, run, cancel } = job;
  return (
    <>
      {state.status === 'running' ? (
        <RunningJob what="Computing the SHA-256" progress={state.progress} onCancel={cancel} />
      ) : (
        <IconButton
          Icon={IconShieldCheck}
          onClick={() => void run(async (options) => onDigest(await digestFile(path, options)))}
        >
          {isListed ? 'Check this file' : 'Compute SHA-256'}
        </IconButton>
      )}
      {state.status === 'failed' && (
        <FailedLine error={state.error} what="No SHA-256." why={shownElsewhere(known, job, 'below')} />
      )}
    </>
  );
}
