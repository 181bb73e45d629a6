import { Button } from '@mantine/core';
import { hostText } from '../../base/host.ts';
import { AddressText } from '../../widgets/address-text.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import classes from '../draft/draft-dialog.module.css';

/** Asks before a file of the reader's own network is read because a link says so. Nothing has been asked there yet. */
export default function PrivateHostDialog({ url, onOpen, onClose }: { url: string; onOpen(): void; onClose(): void }) {
  return (
    <Dialog opened onClose={onClose} title="Open a file from your own network?" size={480}>
      <p className={classes.text}>
        This link asks to read a file from <NameText mono>{hostText(new URL(url).host)}</NameText>, which is this
        computer or in your own network. Whoever made the link cannot see the file. Open it only if you expect it there.
      </p>
      <p className={classes.text}>
        <AddressText>{url}</AddressText>
      </p>
      <div className={classes.actions}>
        <Button variant="filled" onClick={onClose} data-autofocus>
          Don’t open
        </Button>
        <Button onClick={onOpen}>Open</Button>
      </div>
    </Dialog>
  );
}
