import { visibleText } from '../../base/text.ts';
import { baseName } from '../../model/file/file-name.ts';
import { AddressesForm } from './addresses-form.tsx';
import { BringInForm } from './bring-in-form.tsx';
import type { LinkAsk } from './link-acts.ts';
import { MakeLinkForm } from './make-link-form.tsx';

/** The dialog about the URLs of a file. It ends in one step of the draft, or in none. */
export function LinkForm({ ask: { act, subject }, onClose }: { ask: LinkAsk; onClose(): void }) {
  if (act === 'link') return <MakeLinkForm subject={subject} onClose={onClose} />;
  if (act === 'bring-in') return <BringInForm subject={subject} onClose={onClose} />;
  return <AddressesForm subject={subject} onClose={onClose} />;
}

export function linkTitle({ act, subject }: LinkAsk): string {
  const name = visibleText(baseName(subject.path));
  if (act === 'addresses') return `URLs of ${name}`;
  return act === 'link' ? `Make ${name} a link` : `Bring ${name} in`;
}
