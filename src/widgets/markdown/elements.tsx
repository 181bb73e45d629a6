import { type ReactNode, useRef, useState } from 'react';
import type { Components } from 'react-markdown';
import { addressTitle } from '../../base/address.ts';
import { hostText } from '../../base/host.ts';
import { visibleText } from '../name-text.tsx';
import { useOverflow } from '../overflow.ts';
import { usePlaceHref } from '../place-href.ts';
import classes from './markdown.module.css';
import { namesAnotherHost, readAddress, remoteImage } from './markdown-address.ts';
import { useMarkdownContext } from './markdown-context.ts';
import { Placeholder } from './placeholder.tsx';
import { anchorName, textOf } from './tree.ts';

/** Characters shown of an address that is not followed. */
const MAX_REFUSED_CHARACTERS = 200;

/** What react-markdown renders instead of the HTML elements of these names. */
export const ELEMENTS: Components = {
  a: ({ href, children, id, node }) => (
    <Link href={href ?? ''} id={id} text={node ? textOf(node) : ''}>
      {children}
    </Link>
  ),
  img: ({ src, alt }) => <Picture src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  // Markdown has no other inputs than the check boxes of task lists.
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'Not done'} className={classes.task}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  table: ({ children }) => (
    <ScrollBox label="Table, scrollable">
      <table>{children}</table>
    </ScrollBox>
  ),
  pre: ({ children }) => (
    <ScrollBox label="Code, scrollable">
      <pre>{children}</pre>
    </ScrollBox>
  ),
};

interface LinkProps {
  href: string;
  id: string | undefined;
  /** What `children` shows. */
  text: string;
  children: ReactNode;
}

function Link({ href, id, text, children }: LinkProps) {
  const placeHref = usePlaceHref();
  const { fileOf, anchors } = useMarkdownContext();
  const address = readAddress(href, fileOf);
  switch (address.kind) {
    case 'outside':
      return (
        <>
          <a
            href={address.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
            title={addressTitle(href)}
          >
            {children}
          </a>
          {namesAnotherHost(text, address.host) && (
            <span className={classes.inert}> (leads to {hostText(address.host) || 'a mail program'})</span>
          )}
        </>
      );
    case 'file':
      return <a href={placeHref({ tab: 'files', item: address.path })}>{children}</a>;
    case 'here':
      if (!anchors.has(address.id)) return children;
      return (
        <AnchorButton anchor={address.id} id={id}>
          {children}
        </AnchorButton>
      );
    case 'none':
      return (
        <>
          {children}
          <span className={classes.inert}>
            {' '}
            (link not followed: {visibleText(href.slice(0, MAX_REFUSED_CHARACTERS)) || 'empty'})
          </span>
        </>
      );
  }
}

/** Leads to a heading or a footnote of the same text. A button, so that the page's own address stays as it is. */
function AnchorButton({ anchor, id, children }: { anchor: string; id: string | undefined; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const goThere = () => {
    const text = button.current?.closest(`.${classes.text}`);
    const withIds = [...(text?.querySelectorAll<HTMLElement>('[id]') ?? [])];
    const target = withIds.find((element) => anchorName(element.id) === anchor);
    if (!target) return;
    target.scrollIntoView({ block: 'nearest' });
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  return (
    <button ref={button} type="button" id={id} className={classes.here} onClick={goThere}>
      {children}
    </button>
  );
}

function Picture({ src, alt }: { src: string; alt: string }) {
  const { Image, fileOf, loadedHosts } = useMarkdownContext();
  const address = readAddress(src, fileOf);
  if (address.kind === 'file') return <Image path={address.path} alt={alt} />;
  const remote = remoteImage(address);
  if (!remote) {
    const why = address.kind === 'outside' ? 'it is not on https' : 'it is neither in the package nor a full https URL';
    return <Placeholder alt={alt} note={`not shown: ${why}`} />;
  }
  if (!loadedHosts.has(remote.host))
    return <Placeholder alt={alt} note={`from ${hostText(remote.host)}, not loaded`} />;
  return <RemotePicture href={remote.href} host={remote.host} alt={alt} />;
}

function RemotePicture({ href, host, alt }: { href: string; host: string; alt: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Placeholder alt={alt} note={`${hostText(host)} did not send it`} />;
  return (
    <img
      src={href}
      alt={visibleText(alt)}
      referrerPolicy="no-referrer"
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}

/** Scrolls sideways what is wider than the text. */
function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const reachable = useOverflow(box) ? { tabIndex: 0, role: 'region', 'aria-label': label } : {};
  return (
    <div ref={box} className={classes.scroll} {...reachable}>
      {children}
    </div>
  );
}
