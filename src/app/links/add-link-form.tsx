import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { percentDecoded } from '../../base/address.ts';
import { formatBytes } from '../../base/amounts.ts';
import { baseName } from '../../model/file/file-name.ts';
import { fileNameProblem } from '../../model/file/name-problem.ts';
import { useWords } from '../../state/hooks.ts';
import { DialogActions } from '../../widgets/dialog-actions.tsx';
import { pathIn, takenNames } from '../files/changes/file-paths.ts';
import { useFileSteps } from '../files/changes/use-file-steps.ts';
import classes from './link-form.module.css';
import { MirrorLine, MirrorState, mirrorsAct, useMirrors } from './mirrors.tsx';
import { UrlRows, useUrlRows } from './url-rows.tsx';

interface Props {
  /** Where the file goes by default; empty for the top. */
  folder: string;
  /** The paths that files have now. */
  taken: readonly string[];
  /** Gets the path of the new file, if one was added. */
  onClose(path?: string): void;
}

/** The first URL before one is typed. */
const NONE = [''];

/**
 * Asks for the URLs and the SHA-256 of a file that is not in the package. Where nobody knows the hash, it is looked up:
 * the file is downloaded from each URL, and nothing of it is kept.
 */
export function AddLinkForm({ folder, taken, onClose }: Props) {
  const { linkList, hashList } = useWords();
  const { change } = useFileSteps();
  const of = useUrlRows(NONE);
  const { urls } = of;
  const [typed, setTyped] = useState<string>();
  const [hash, setHash] = useState('');
  const [size, setSize] = useState<number>();
  const [isTried, setTried] = useState(false);
  const path = typed ?? pathIn(folder, nameAt(urls[0] ?? ''));
  const mirrors = useMirrors(path);
  const { isRunning } = mirrors;
  const pathProblem = fileNameProblem(path, takenNames(taken));
  const sha256 = hash
    .trim()
    .toLowerCase()
    .replace(/^sha256[:-]/, '');
  const hashProblem =
    sha256 === '' || /^[0-9a-f]{64}$/.test(sha256) ? undefined : 'A SHA-256 has 64 hexadecimal digits.';
  const urlsWrong = of.problems.some((problem) => problem !== undefined);
  const isWrong = urlsWrong || hashProblem !== undefined || pathProblem?.severity === 'error';

  async function add(file: { sha256: string; size?: number | undefined }): Promise<void> {
    const isCompared = mirrors.haveSent(urls, file.sha256) || undefined;
    const link = { kind: 'link', path, urls, sha256: file.sha256, size: file.size, isCompared } as const;
    await change([link], `Add a link to ${baseName(path)}`);
    onClose(path);
  }

  /** Tries all URLs. Where nobody typed the hash, it is that of the file that all of them send. */
  const lookUp = (andAdd: boolean) =>
    mirrors.ask(
      urls,
      async () => ({ sha256: sha256 || undefined, size: undefined }),
      async ({ kind, file }) => {
        if (!file || kind !== 'same') return;
        setHash(file.sha256);
        setSize(file.size);
        if (andAdd) await add(file);
      },
    );

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (isWrong || isRunning) return;
    void (sha256 === '' ? lookUp(true) : add({ sha256, size }));
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p className={classes.text}>
        The file stays on its host: {linkList} gets its URLs, and {hashList} its SHA-256. Without a SHA-256, Boxcutter
        downloads the file once to compute it.
      </p>
      <UrlRows
        of={of}
        showsProblems={isTried}
        isList={false}
        addWord="Add mirror"
        below={(url) => <MirrorLine mirrors={mirrors} url={url} />}
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
      <div className={classes.row}>
        <TextInput
          className={classes.field ?? ''}
          classNames={{ input: classes.input ?? '' }}
          label="SHA-256"
          description={size === undefined ? 'Of the whole file.' : `Of the whole file, which has ${formatBytes(size)}.`}
          placeholder="64 hexadecimal digits"
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          spellCheck={false}
          autoComplete="off"
          data-undoes=""
          value={hash}
          error={hashProblem}
          onChange={(event) => {
            setHash(event.currentTarget.value);
            setSize(undefined);
          }}
        />
        <div className={classes.buttons}>
          <Button disabled={isRunning || urlsWrong || hashProblem !== undefined} onClick={() => void lookUp(false)}>
            {mirrorsAct(urls.length, sha256 === '' ? 'Look up' : 'Check')}
          </Button>
        </div>
      </div>
      <MirrorState mirrors={mirrors} urls={urls} />
      <DialogActions onCancel={() => onClose()}>
        <Button variant="filled" type="submit" disabled={isRunning}>
          Add link
        </Button>
      </DialogActions>
    </form>
  );
}

/** The name that a URL gives its file. */
function nameAt(url: string): string {
  if (!URL.canParse(url)) return '';
  return percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '');
}
