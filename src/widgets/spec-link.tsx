import { NameText, visibleText } from './name-text.tsx';
import classes from './spec-link.module.css';

/**
 * A link to a stranger's web address. Its text is `label`, or the address without `https://`. It opens in a new tab and
 * sends no referrer. A text that is no web address stays text.
 */
export function WebLink({ children, label }: { children: string; label?: string }) {
  const url = URL.canParse(children) ? new URL(children) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return <NameText>{children}</NameText>;
  return (
    <a
      className={classes.link}
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
    >
      <bdi>{visibleText(label ?? children.replace(/^https:\/\/|\/$/g, ''))}</bdi>
    </a>
  );
}
