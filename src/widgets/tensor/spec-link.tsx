import { Fragment, type ReactNode } from 'react';
import { addressTitle, shownAddress } from '../../base/address.ts';
import { NameText, visibleText } from '../name-text.tsx';
import classes from './spec-link.module.css';

/**
 * A link to a stranger's web address. Its text is `label`, or the address without `https://`. What the address hides is
 * left out, and said. It opens in a new tab and sends no referrer. A text that is not a web address stays text.
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
          <bdi dir="ltr">{brokenAtSlashes(address.text.replace(/^https:\/\/|\/$/g, ''))}</bdi>
        ) : (
          <bdi>{visibleText(label)}</bdi>
        )}
      </a>
      {address.note !== undefined && ` (${address.note})`}
    </>
  );
}

/** Parts of an address that may begin a line. Of a stranger's with more, the rest stays whole. */
const MAX_PARTS = 20;

/** An address that goes on in the next line after a slash, rather than within a word. Its text stays the same. */
function brokenAtSlashes(text: string): ReactNode {
  return text.split(/(?<=\/)/, MAX_PARTS).map((part, index, parts) => {
    const isLast = index === MAX_PARTS - 1;
    const before = parts.slice(0, index).join('').length;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position.
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {isLast ? text.slice(before) : part}
      </Fragment>
    );
  });
}
