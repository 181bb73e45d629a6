import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { baseName } from '../../model/file/file-name.ts';
import { useWords } from '../../state/hooks.ts';
import { DialogActions } from '../../widgets/dialog-actions.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { useFileSteps } from '../files/changes/use-file-steps.ts';
import { LinkAddresses } from './addresses.tsx';
import { useContentFetch } from './content-fetch.ts';
import { FetchState } from './fetching.tsx';
import type { LinkSubject } from './link-acts.ts';
import classes from './link-form.module.css';
import { PrivateHosts, privateHostsOf } from './private-hosts.tsx';

/**
 * Fetches a linked file, and puts it into the package if its hash is right. Begins at once, but where a host is in the
 * reader's own network: the click that opened it has not named the host.
 */
export function BringInForm({ subject, onClose }: { subject: LinkSubject; onClose(): void }) {
  const { path, urls } = subject;
  const { hashList } = useWords();
  const { change } = useFileSteps();
  const fetching = useContentFetch(subject, true);
  const phase = fetching.state?.phase;

  const begin = () =>
    fetching.run(urls, async (kept) => {
      if (kept) await change([{ kind: 'put', path, ...kept }], `Bring ${baseName(path)} in`);
      onClose();
    });

  // Opening the dialog is the click that asks the host.
  const first = useRef(privateHostsOf(urls).length === 0 ? begin : undefined);
  useEffect(() => void first.current?.(), []);

  return (
    <div className={classes.form}>
      <p className={classes.text}>
        Boxcutter downloads <NameText mono>{path}</NameText>, compares its SHA-256 with {hashList}, and puts it into the
        package.
      </p>
      <PrivateHosts urls={urls} />
      <FetchState
        of={fetching}
        cancelled="Canceled. Nothing has changed."
        failed="No URL has the file. Nothing has changed."
      />
      <LinkAddresses urls={urls} fetching={fetching.state} />
      <DialogActions onCancel={onClose} word="Close">
        {phase === 'running' || phase === 'done' ? null : (
          <Button variant="filled" data-autofocus onClick={() => void begin()}>
            {phase === undefined ? 'Fetch it' : 'Try again'}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
