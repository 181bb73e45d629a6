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
          ? `Saving writes ${hashList} with the current hash of every file. Undo takes this back.`
          : can.save
            ? `Saving keeps the hashes in ${hashList} for unchanged files. If you changed files with another tool, recompute the hashes.`
            : `Saving needs the hash of every file, and ${hashList} does not give them.`}
      </p>
      {!isDone && (
        <Button variant="default" onClick={dialogs.reseal}>
          {RESEAL}
        </Button>
      )}
    </section>
  );
}
