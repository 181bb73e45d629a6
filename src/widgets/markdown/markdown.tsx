import { Button } from '@mantine/core';
import type { Root } from 'hast';
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { placeHref } from '../../model/place.ts';
import { formatBytes, formatNumberOf } from '../byte-size.ts';
import { visibleText } from '../name-text.tsx';
import { useOverflow } from '../overflow.ts';
import { type MarkdownAddress, readAddress } from './address.ts';
import classes from './markdown.module.css';
import { parseMarkdown } from './parse.ts';
import { Placeholder } from './placeholder.tsx';
import { cutTree, imageAddresses, type MarkdownProblem, type MarkdownResult, placeName, placeNames } from './tree.ts';

export interface MarkdownProps {
  children: string;
  /** Level of its highest headings: one below the heading that it stands under. */
  topLevel?: 3 | 4;
  /** Shows an image of the package. Keep it stable. */
  Image: ComponentType<{ path: string; alt: string }>;
  /** The text is being written: until it is laid out, what was there before stays. */
  isLive?: boolean;
  /** Path of the file that an address names in the way of the package's format; undefined of any other address. Keep it stable. */
  fileOf(address: string): string | undefined;
}

/** Characters laid out at first: more than any real description has, and a quarter of a second's work. */
const FIRST_TEXT = 64_000;

/** Nodes laid out at first, some 20 pages. */
const FIRST_NODES = 4_000;

/** Characters of plain text shown at first. */
const FIRST_CHARACTERS = 20_000;

const WHY_PLAIN: Record<MarkdownProblem, string> = {
  deep: 'It is shown as plain text: it is nested too deeply to lay out.',
  large: 'It is shown as plain text: it has too many parts to lay out.',
  slow: 'It is shown as plain text: laying it out takes too long.',
  broken: 'It is shown as plain text: it could not be laid out.',
};

interface Surroundings extends Pick<MarkdownProps, 'Image' | 'fileOf'> {
  /** Other hosts whose images the reader asked for. */
  remote: ReadonlySet<string>;
  /** Places in the text that it may lead to. */
  places: ReadonlySet<string>;
}

const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

function useAddress(address: string | undefined): [MarkdownAddress, Surroundings] {
  const around = useContext(SurroundingsContext);
  if (!around) throw new Error('A part of a Markdown text was rendered outside of one.');
  return [readAddress(address ?? '', around.fileOf), around];
}

/**
 * A stranger's GitHub-flavoured Markdown. Raw HTML is text; nothing is requested from another host before the reader asks; links open
 * apart and tell nobody where they came from. What is too large, too deep or too slow to lay out is shown as plain text.
 */
export default function Markdown({ children, topLevel = 3, Image, fileOf, isLive = false }: MarkdownProps) {
  const [state, setState] = useState<{ of: string; result: MarkdownResult }>();
  const [remote, setRemote] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<string>();
  const wanted = asked === children ? children : beginning(children);
  useEffect(() => {
    const controller = new AbortController();
    parseMarkdown(wanted, topLevel, controller.signal).then((result) => {
      if (!controller.signal.aborted) startTransition(() => setState({ of: wanted, result }));
    });
    return () => controller.abort();
  }, [wanted, topLevel]);
  // The beginning stays until the whole is there.
  const isBeginning = state !== undefined && children.startsWith(state.of);
  const result = isBeginning || isLive ? state?.result : undefined;
  const places = useMemo(() => (result?.ok ? placeNames(result.tree) : new Set<string>()), [result]);
  const around = useMemo(() => ({ Image, fileOf, remote, places }), [Image, fileOf, remote, places]);
  if (!result) return <div className={classes.waiting} aria-busy="true" />;
  if (!result.ok) return <PlainText note={WHY_PLAIN[result.problem]}>{children}</PlainText>;
  return (
    <SurroundingsContext value={around}>
      <RemoteImages tree={result.tree} onLoad={(hosts) => setRemote(new Set([...remote, ...hosts]))} />
      <Tree
        tree={result.tree}
        nodes={result.nodes}
        isWhole={state?.of === children || !isBeginning}
        isAsked={asked === children}
        characters={children.length}
        onAll={() => setAsked(children)}
      />
    </SurroundingsContext>
  );
}

/** The one button that fetches the images of other hosts, which it names. */
function RemoteImages({ tree, onLoad }: { tree: Root; onLoad(hosts: readonly string[]): void }) {
  const around = useContext(SurroundingsContext) as Surroundings;
  const images = useMemo(
    () =>
      imageAddresses(tree)
        .flatMap((address) => remoteImage(readAddress(address, around.fileOf)) ?? [])
        .filter(({ host }) => !around.remote.has(host)),
    [tree, around.fileOf, around.remote],
  );
  if (images.length === 0) return null;
  const hosts = [...new Set(images.map(({ host }) => host))];
  const named = hosts.length > 3 ? `${formatNumberOf(hosts.length, 'host')}` : hosts.join(', ');
  return (
    <div className={classes.remote}>
      <Button variant="default" size="xs" className={classes.load ?? ''} onClick={() => onLoad(hosts)}>
        Load {formatNumberOf(images.length, 'image')} from {named}
      </Button>
      <span>
        {hosts.length > 3 && <>These are {hosts.map(visibleText).join(', ')}. </>}
        Loading tells {hosts.length === 1 ? 'that host' : 'those hosts'} your network address.
      </span>
    </div>
  );
}

/** Only https: the page may fetch nothing over http. */
function remoteImage(address: MarkdownAddress): { href: string; host: string } | undefined {
  return address.kind === 'outside' && address.isSecure && address.host !== '' ? address : undefined;
}

/** The beginning of a long text, up to the end of a paragraph. */
function beginning(text: string): string {
  if (text.length <= FIRST_TEXT) return text;
  const end = text.lastIndexOf('\n\n', FIRST_TEXT);
  return text.slice(0, end > 0 ? end : FIRST_TEXT);
}

interface TreeProps {
  tree: Root;
  nodes: number;
  /** Whether the tree is of the whole text, and whether the reader asked for it. */
  isWhole: boolean;
  isAsked: boolean;
  characters: number;
  onAll(): void;
}

function Tree({ tree, nodes, isWhole, isAsked, characters, onAll }: TreeProps) {
  const isCut = !isAsked && nodes > FIRST_NODES;
  const content = useMemo(
    () =>
      toJsxRuntime(isCut ? cutTree(tree, FIRST_NODES) : tree, {
        Fragment,
        jsx,
        jsxs,
        components: COMPONENTS,
        ignoreInvalidStyle: true,
      }),
    [tree, isCut],
  );
  return (
    <>
      <div className={classes.text} dir="auto">
        {content}
      </div>
      {(isCut || !isWhole) && (
        <Button variant="default" loading={isAsked} onClick={() => startTransition(onAll)}>
          Show all {formatBytes(characters)}
        </Button>
      )}
    </>
  );
}

function PlainText({ children, note }: { children: string; note: string }) {
  const [whole, setWhole] = useState(children.length <= FIRST_CHARACTERS);
  return (
    <>
      <p className={classes.note}>{note}</p>
      <pre className={classes.plain}>{whole ? children : children.slice(0, FIRST_CHARACTERS)}</pre>
      {!whole && (
        <Button variant="default" onClick={() => setWhole(true)}>
          Show all {formatBytes(children.length)}
        </Button>
      )}
    </>
  );
}

function Link({ href, children, ...props }: { href?: string | undefined; children?: ReactNode; id?: string }) {
  const [address, { places }] = useAddress(href);
  switch (address.kind) {
    case 'outside':
      return (
        <a
          href={address.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerPolicy="no-referrer"
          title={visibleText(address.href)}
        >
          {children}
        </a>
      );
    case 'file':
      return <a href={placeHref({ tab: 'files', item: address.path })}>{children}</a>;
    case 'here':
      if (!places.has(address.id)) return children;
      return <HereLink {...props} target={address.id} label={children} />;
    case 'none':
      return (
        <>
          {children}
          <span className={classes.inert}>
            {' '}
            (link not followed: {visibleText((href ?? '').slice(0, 200)) || 'empty'})
          </span>
        </>
      );
  }
}

/** A link to a heading or a footnote. The address is the page's own and stays as it is. */
function HereLink({ target, label, id }: { target: string; label: ReactNode; id?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <button
      ref={button}
      type="button"
      id={id}
      className={classes.here}
      onClick={() => {
        const text = button.current?.closest(`.${classes.text}`);
        const found = [...(text?.querySelectorAll<HTMLElement>('[id]') ?? [])].find(
          (element) => placeName(element.id) === target,
        );
        found?.scrollIntoView({ block: 'nearest' });
        if (found && found.tabIndex < 0) found.tabIndex = -1;
        found?.focus({ preventScroll: true });
      }}
    >
      {label}
    </button>
  );
}

function Picture({ src, alt = '' }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  const [address, { Image, remote }] = useAddress(typeof src === 'string' ? src : '');
  if (address.kind === 'file') return <Image path={address.path} alt={alt} />;
  const from = remoteImage(address);
  if (!from) {
    const why =
      address.kind === 'outside' ? 'it is not on https' : 'it is neither in the package nor a complete https address';
    return <Placeholder alt={alt} note={`not shown: ${why}`} />;
  }
  if (!remote.has(from.host)) return <Placeholder alt={alt} note={`from ${from.host}, not loaded`} />;
  return <RemotePicture {...from} alt={alt} />;
}

function RemotePicture({ href, host, alt }: { href: string; host: string; alt: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Placeholder alt={alt} note={`${host} did not send it`} />;
  return <img src={href} alt={alt} referrerPolicy="no-referrer" loading="lazy" onError={() => setFailed(true)} />;
}

/** What is wide scrolls in its own box. */
function Scroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const reachable = useOverflow(box) ? { tabIndex: 0, role: 'region', 'aria-label': label } : {};
  return (
    <div ref={box} className={classes.scroll} {...reachable}>
      {children}
    </div>
  );
}

const COMPONENTS: Partial<Components> = {
  a: ({ href, children, id }) => (
    <Link href={href} {...(id === undefined ? {} : { id })}>
      {children}
    </Link>
  ),
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  // The only inputs are those of task lists.
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'Not done'} className={classes.task}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  table: ({ children }) => (
    <Scroll label="Table, scrollable">
      <table>{children}</table>
    </Scroll>
  ),
  pre: ({ children }) => (
    <Scroll label="Code, scrollable">
      <pre>{children}</pre>
    </Scroll>
  ),
};
