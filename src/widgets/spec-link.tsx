import { addressTitle, shownAddress } from '../base/address.ts';
import { NameText, visibleText } from './name-text.tsx';
import classes from './spec-link.module.css';

/**
 * A link to a stranger's web address. Its text is `label`, or the address without `https://`. What the address hides is
 * left out, and said. It opens in a new tab and sends no referrer. A text that is no web address stays text.
 */
export function WebLink({ children, label }: { children: string; label?: string }) {
  const address = shownAddress(children);
  if (!address) return <NameText>{children}</NameText>;
  return (
    <>
      <a
        className={classes.link}
        href={address.href}
        title={addressTitle(children)}
        target="_blank"
        rel="noopener noreferrer nofollow"
        referrerPolicy="no-referrer"
      >
        {label === undefined ? (
          <bdi dir="ltr">{address.text.replace(/^https:\/\/|\/$/g, '')}</bdi>
        ) : (
          <bdi>{visibleText(label)}</bdi>
        )}
      </a>
      {address.note !== undefined && ` (${address.note})`}
    </>
  );
}
