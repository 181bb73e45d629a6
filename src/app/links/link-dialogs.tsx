import { visibleText } from '../../base/text.ts';
import { baseName } from '../../model/file/file-name.ts';
import { Dialog } from '../dialog.tsx';
import { AddressesForm } from './addresses-form.tsx';
import { BringInForm } from './bring-in-form.tsx';
import type { LinkAsk } from './link-acts.ts';
import { MakeLinkForm } from './make-link-form.tsx';

interface Props {
  /** Undefined while no dialog is open. */
  ask: LinkAsk | undefined;
  onClose(): void;
}

/** The dialogs about the URLs of a file. Each ends in one step of the draft, or in none. */
export function LinkDialogs({ ask, onClose }: Props) {
  return (
    <Dialog opened={ask !== undefined} onClose={onClose} title={ask ? titleOf(ask) : 'Links'} size={640}>
      {ask?.act === 'link' && <MakeLinkForm subject={ask.subject} onClose={onClose} />}
      {ask?.act === 'bring-in' && <BringInForm subject={ask.subject} onClose={onClose} />}
      {ask?.act === 'addresses' && <AddressesForm subject={ask.subject} onClose={onClose} />}
    </Dialog>
  );
}

function titleOf({ act, subject }: LinkAsk): string {
  const name = visibleText(baseName(subject.path));
  if (act === 'addresses') return `URLs of ${name}`;
  return act === 'link' ? `Make ${name} a link` : `Bring ${name} in`;
}
