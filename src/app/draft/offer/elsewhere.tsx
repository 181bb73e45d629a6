import { Button } from '@mantine/core';
import { IconBrowser } from '@tabler/icons-react';
import { useState } from 'react';
import { useActions, useApp, useAppReader, useWords } from '../../../state/hooks.ts';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { momentText } from '../../../widgets/time-ago.ts';
import { focusChosenTabSoon } from '../../focus.ts';
import { Confirm, RESTORE } from '../confirm.tsx';
import { useEditDialogs } from '../draft-dialogs.tsx';
import classes from './offer.module.css';

/** Says that another tab has the draft of the open package, and what can be done here. */
export default function DraftElsewhere() {
  const placeHref = usePlaceHref();
  const elsewhere = useApp((state) => state.draftElsewhere);
  const hasChanges = useApp((state) => state.draft?.changed === true);
  const { takeOverDraft } = useActions();
  const { one } = useWords();
  const read = useAppReader();
  const dialogs = useEditDialogs();
  const [asked, setAsked] = useState(false);
  if (!elsewhere) return null;
  const when = momentText(elsewhere.at);

  async function takeOver(): Promise<void> {
    const isResealed = elsewhere?.renew === 'reseal';
    setAsked(false);
    await takeOverDraft();
    const isHere = read().draft?.changed === true;
    if (isHere) window.location.hash = placeHref({ tab: 'edit' });
    focusChosenTabSoon();
    if (isHere && isResealed) dialogs.reseal();
  }

  return (
    <section className={classes.root} aria-label="Draft in another tab">
      <IconBrowser className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        <p className={classes.text} role="status">
          {elsewhere.isTaken
            ? `Another tab took over your changes to this ${one}, as of ${when}. This tab shows it without them.`
            : `Another tab has unsaved changes to this ${one}, as of ${when}. This tab shows it without them.`}
        </p>
        <p className={classes.text}>
          You can view it here. Changes you make here become a separate draft. Taking over moves the changes to this
          tab, and the other tab then shows the {one} without them.
        </p>
        {asked ? (
          <Confirm {...RESTORE} classes={classes} onNo={() => setAsked(false)} onYes={() => void takeOver()} />
        ) : (
          <div className={classes.actions}>
            <Button variant="default" onClick={() => (hasChanges ? setAsked(true) : void takeOver())}>
              Take over
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
