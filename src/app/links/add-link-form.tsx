import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { percentDecoded } from '../../base/address.ts';
import { baseName } from '../../model/file/file-name.ts';
import { fileNameProblem } from '../../model/file/name-problem.ts';
import { linkUrlCaveat, linkUrlProblem } from '../../model/link/link-url.ts';
import { useWords } from '../../state/hooks.ts';
import { DialogActions } from '../../widgets/dialog-actions.tsx';
import { pathIn, takenNames } from '../files/changes/file-paths.ts';
import { useFileSteps } from '../files/changes/use-file-steps.ts';
import { useContentFetch } from './content-fetch.ts';
import { FetchState } from './fetching.tsx';
import classes from './link-form.module.css';

interface Props {
  /** Where the file goes by default; empty for the top. */
  folder: string;
  /** The paths that files have now. */
  taken: readonly string[];
  /** Gets the path of the new file, if one was added. */
  onClose(path?: string): void;
}

/** Asks for the URL of a file that is not in the package, and fetches it from there to learn its hash. */
export function AddLinkForm({ folder, taken, onClose }: Props) {
  const { linkList, hashList } = useWords();
  const { change } = useFileSteps();
  const [url, setUrl] = useState('');
  const [typed, setTyped] = useState<string>();
  const [isTried, setTried] = useState(false);
  const path = typed ?? pathIn(folder, nameAt(url));
  const fetching = useContentFetch({ ...NEW, path }, true);
  const urlProblem = linkUrlProblem(url);
  const pathProblem = fileNameProblem(path, takenNames(taken));
  const isWrong = urlProblem !== undefined || pathProblem?.severity === 'error';

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (isWrong || fetching.state?.phase === 'running') return;
    void fetching.run([url], async (kept) => {
      if (!kept) return;
      const put = { kind: 'put', path, ...kept } as const;
      await change([put, { kind: 'link', path, urls: [url] }], `Add a link to ${baseName(path)}`);
      onClose(path);
    });
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p className={classes.text}>
        The file stays on its host: {linkList} gets its URL, and {hashList} its SHA-256. Boxcutter downloads it once to
        compute that.
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
        error={isTried && urlProblem}
        description={urlProblem === undefined ? linkUrlCaveat(url) : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Path"
        description="In the package, from the top folder."
        spellCheck={false}
        autoComplete="off"
        data-undoes=""
        value={path}
        error={(isTried || typed !== undefined) && pathProblem?.text}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FetchState
        of={fetching}
        cancelled="Canceled. Nothing has changed."
        failed="Nothing could be downloaded from this URL."
      />
      <DialogActions onCancel={() => onClose()}>
        <Button variant="filled" type="submit" disabled={fetching.state?.phase === 'running'}>
          Add link
        </Button>
      </DialogActions>
    </form>
  );
}

/** A file of which nothing is known yet. */
const NEW = { sha256: undefined, size: undefined, urls: [], openUrls: [], blob: undefined, isFetched: false } as const;

/** The name that a URL gives its file. */
function nameAt(url: string): string {
  if (!URL.canParse(url)) return '';
  return percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '');
}
