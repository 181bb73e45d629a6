import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { baseName } from '../../model/file/file-name.ts';
import { linkUrlCaveat, linkUrlProblem } from '../../model/link/link-url.ts';
import { useWords } from '../../state/hooks.ts';
import { DialogActions } from '../../widgets/dialog-actions.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { useFileSteps } from '../files/changes/use-file-steps.ts';
import { LinkAddresses } from './addresses.tsx';
import { useContentFetch } from './content-fetch.ts';
import { FetchState } from './fetching.tsx';
import type { LinkSubject } from './link-acts.ts';
import classes from './link-form.module.css';

/** Asks for the URL of a file, fetches it from there, and makes the file a link if it is the same. */
export function MakeLinkForm({ subject, onClose }: { subject: LinkSubject; onClose(): void }) {
  const { path } = subject;
  const { linkList } = useWords();
  const { change } = useFileSteps();
  const fetching = useContentFetch(subject, false);
  const [url, setUrl] = useState('');
  const [isTried, setTried] = useState(false);
  const [asked, setAsked] = useState<string>();
  const problem = linkUrlProblem(url);
  const isRunning = fetching.state?.phase === 'running';

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined || isRunning) return;
    setAsked(url);
    void fetching.run([url], async () => {
      await change([{ kind: 'link', path, urls: [url], isCompared: true }], `Make ${baseName(path)} a link`);
      onClose();
    });
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p className={classes.text}>
        <NameText mono>{path}</NameText> leaves the package, and {linkList} gets its URL. Boxcutter first downloads the
        file from there and compares its SHA-256. Nothing changes if it differs.
      </p>
      <TextInput
        label="URL"
        type="url"
        placeholder="https://…"
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        data-undoes=""
        value={url}
        error={isTried && problem}
        description={problem === undefined ? linkUrlCaveat(url) : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <FetchState
        of={fetching}
        cancelled="Canceled. Nothing has changed."
        failed="This URL does not have the file. Nothing has changed."
      />
      {asked !== undefined && asked === url && fetching.state?.phase === 'failed' && !fetching.state.error && (
        <LinkAddresses urls={[asked]} fetching={fetching.state} titled={false} />
      )}
      <DialogActions onCancel={isRunning ? undefined : onClose}>
        <Button variant="filled" type="submit" disabled={isRunning || (isTried && problem !== undefined)}>
          Make it a link
        </Button>
      </DialogActions>
    </form>
  );
}
