import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { baseName } from '../../model/file/file-name.ts';
import { useActions, useOpenPackage, useWords } from '../../state/hooks.ts';
import { DialogActions } from '../../widgets/dialog-actions.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { useFileSteps } from '../files/changes/use-file-steps.ts';
import type { LinkSubject } from './link-acts.ts';
import classes from './link-form.module.css';
import { MirrorLine, MirrorState, mirrorsAct, useMirrors } from './mirrors.tsx';
import { UrlRows, useUrlRows } from './url-rows.tsx';

/** The URLs of a linked file, to be edited, added, removed, checked and compared. */
export function AddressesForm({ subject, onClose }: { subject: LinkSubject; onClose(): void }) {
  const { path, urls, openUrls, sha256, size, blob } = subject;
  const { change, putBack } = useFileSteps();
  const { digestBlob } = useActions();
  const of = useUrlRows(urls);
  const mirrors = useMirrors(path);
  const [isTried, setTried] = useState(false);
  const after = of.urls;
  const isSame = after.join('\n') === urls.join('\n');
  const refused = of.problems.some((problem) => problem !== undefined);
  // The draft may have a file whose hash nobody has computed yet.
  const wanted = async (signal: AbortSignal) => ({
    sha256: sha256 ?? (blob && (await digestBlob(blob, { signal })).sha256),
    size,
  });

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (refused || isSame) return;
    const name = `Change the URLs of ${baseName(path)}`;
    const isBack = openUrls.length > 0 && blob === undefined && after.join('\n') === openUrls.join('\n');
    const isCompared = mirrors.haveSent(after, sha256) || undefined;
    const link = { kind: 'link', path, urls: after, isCompared } as const;
    void (isBack ? putBack(path, name) : change([link], name)).then(onClose);
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <Shared subject={subject} />
      <UrlRows
        of={of}
        showsProblems={isTried}
        isList
        addWord="Add URL"
        button={(url, number, isWrong) => (
          <Button
            aria-label={`Check URL ${number}`}
            disabled={mirrors.isRunning || url === '' || isWrong}
            onClick={() => void mirrors.ask([url], wanted)}
          >
            Check
          </Button>
        )}
        below={(url) => <MirrorLine mirrors={mirrors} url={url} isRight="This URL has the file" />}
      />
      {after.length === 0 && (
        <ToneLine tone="warning">Without a URL, this file is missing: nobody can load the package.</ToneLine>
      )}
      {after.length > 1 && (
        <div>
          <Button
            size="compact-sm"
            disabled={mirrors.isRunning || refused}
            onClick={() => void mirrors.ask(after, wanted)}
          >
            {mirrorsAct(after.length, '')}
          </Button>
        </div>
      )}
      <MirrorState mirrors={mirrors} urls={after} />
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" disabled={isSame || (isTried && refused)}>
          Change URLs
        </Button>
      </DialogActions>
    </form>
  );
}

/** Says which other files have the same URLs, because they have the same content. */
function Shared({ subject: { path, sha256 } }: { subject: LinkSubject }) {
  const { files } = useOpenPackage();
  const { linkList } = useWords();
  const others = files.filter((file) => file.link && file.path !== path && file.sha256 === sha256);
  const [first] = others;
  return (
    <p className={classes.text}>
      The URLs that {linkList} has. Some readers try only the first one.
      {first &&
        ` ${visibleText(first.path)}${others.length > 1 ? ` and ${formatNumberOf(others.length - 1, 'more file')}` : ''} with the same content ${others.length > 1 ? 'have' : 'has'} the same URLs.`}
    </p>
  );
}
