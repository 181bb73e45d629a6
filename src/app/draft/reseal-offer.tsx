import { Button } from '@mantine/core';
import { useApp, useOpenPackage, useWords } from '../../state/hooks.ts';
import { useEditDialogs } from './draft-dialogs.tsx';
import classes from './edit-tab.module.css';
import { RESEAL } from './reseal-name.ts';

/** Below the form: the way to compute all hashes anew, or a note that the draft has them. */
export function ResealOffer() {
  const { can } = useOpenPackage();
  const { hashList } = useWords();
  const isDone = useApp(({ draft }) => draft?.current.renew === 'reseal');
  const dialogs = useEditDialogs();
  if (!can.reseal) return null;
  return (
    <section className={classes.reseal} aria-labelledby="reseal-title">
      <h2 id="reseal-title" className={classes.title}>
        Hashes
      </h2>
      <p className={classes.note}>
        {isDone
          ? `Saving writes ${hashList} with the hash of every file as it is. Undo takes that back.`
          : `Saving takes the hashes of files that stay as they are from ${hashList}. If you have changed files of it elsewhere, compute them anew.`}
      </p>
      {!isDone && (
        <Button variant="default" onClick={dialogs.reseal}>
          {RESEAL}
        </Button>
      )}
    </section>
  );
}
