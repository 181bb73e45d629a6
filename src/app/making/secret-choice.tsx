import { Button } from '@mantine/core';
import { useId, useRef } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { MAX_SEARCHED_BYTES } from '../../model/secret/secret-search.ts';
import { MAX_SECRET_BYTES } from '../../model/secret/secrets.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { NamedPaths } from '../draft/line.tsx';
import { type SecretFile, SecretRows } from '../files/changes/secret-rows.tsx';
import type { Making } from './making.ts';
import classes from './new-package.module.css';

/** Asks about each file that may contain a secret, and says which ones were not looked into. */
export function SecretChoice({ making }: { making: Making }) {
  const { secretSearch: search, secrets: files, taken, answer, isRunning } = making;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  if (!search) return <p className={classes.text}>Looking for keys and passwords in the files…</p>;
  const unread = taken.flatMap(({ path }) => (search.unread.has(path) ? path : []));
  const open = files.flatMap((file) => (file.answer === undefined ? file.path : []));
  if (files.length === 0) return <Searched unread={unread} count={taken.length} />;
  return (
    <section ref={section} aria-labelledby={id} tabIndex={-1}>
      <div className={classes.head}>
        <h3 id={id} className={classes.heading}>
          Files that may contain secrets
        </h3>
        {open.length > 1 && !isRunning && (
          <Button
            size="compact-sm"
            onClick={() => {
              answer(open, 'leave-out');
              // The button goes.
              section.current?.focus({ preventScroll: true });
            }}
          >
            Leave out the rest
          </Button>
        )}
      </div>
      <Standing files={files} />
      <SecretRows files={files} onAnswer={(path, said) => answer([path], said)} disabled={isRunning} />
      <Searched unread={unread} />
    </section>
  );
}

/** What follows from the answers. */
function Standing({ files }: { files: readonly SecretFile[] }) {
  const kept = files.filter(({ answer }) => answer === 'keep').length;
  const isOpen = files.some(({ answer }) => answer === undefined);
  const text = isOpen
    ? 'Everyone who gets the package could use the secrets. Choose for each file whether it goes in.'
    : kept === 0
      ? 'They are left out.'
      : `${kept === 1 ? '1 of them goes' : `${kept} of them go`} in. Everyone who gets the package could use the secrets.`;
  return (
    <ToneLine role="status" tone={isOpen || kept > 0 ? 'warning' : 'ok'} className={classes.standing}>
      {text}
    </ToneLine>
  );
}

const LIMITS = `Boxcutter searches files of up to ${MAX_SECRET_BYTES >> 20} MiB on this computer, ${MAX_SEARCHED_BYTES >> 20} MiB in all.`;

/** @param count how many files were searched, where nothing was found */
function Searched({ unread, count }: { unread: readonly string[]; count?: number }) {
  const looked = count === undefined ? 0 : count - unread.length;
  if (unread.length === 0 && looked === 0) return null;
  return (
    <p className={classes.text}>
      {looked > 0 && `Boxcutter found no keys or passwords in ${formatNumberOf(looked, 'file')}. `}
      {unread.length > 0 && (
        <>
          Not searched{looked > 0 ? '' : ' for keys and passwords'}: <NamedPaths paths={unread} />. {LIMITS}
        </>
      )}
    </p>
  );
}
