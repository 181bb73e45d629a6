import { Button } from '@mantine/core';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import { visibleProse } from '../../base/text.ts';
import { useReading } from '../loading/load-together.tsx';
import classes from './markdown.module.css';
import { type MarkdownContext, MarkdownContextProvider } from './markdown-context.ts';
import { parseMarkdown } from './parse-queue.ts';
import { RemoteImages } from './remote-images.tsx';
import { anchorNames, type MarkdownProblem, type MarkdownResult } from './tree.ts';
import { TreeView } from './tree-view.tsx';

/** Keep `Image` and `fileOf` stable. */
export interface MarkdownProps extends Pick<MarkdownContext, 'Image' | 'fileOf'> {
  children: string;
  /** The text is being written: until the new text is laid out, the old one stays. */
  isLive?: boolean;
}

/** Characters laid out at first: more than any real description has, and a quarter of a second's work. */
const FIRST_TEXT = 64_000;

/** Nodes shown at first, some 20 pages. */
const FIRST_NODES = 4_000;

/** Characters of plain text shown at first. */
const FIRST_CHARACTERS = 20_000;

const WHY_PLAIN: Record<MarkdownProblem, string> = {
  deep: 'It is shown as plain text: it is nested too deeply.',
  large: 'It is shown as plain text: it has too many parts.',
  slow: 'It is shown as plain text: rendering it takes too long.',
  broken: 'It is shown as plain text: it could not be rendered.',
};

/**
 * Shows GitHub-flavored Markdown that a stranger wrote.
 *
 * A worker parses the text (`parser.ts`), and react-markdown shows the tree that comes back (`tree-view.tsx`). Raw HTML
 * is shown as text. Nothing is requested from another host before the reader asks. Links open in a new tab and send no
 * referrer. A text that is too large, too deep or too slow to lay out is shown as plain text.
 */
export default function Markdown({ children, Image, fileOf, isLive = false }: MarkdownProps) {
  const [laidOut, setLaidOut] = useState<{ text: string; result: MarkdownResult }>();
  const [loadedHosts, setLoadedHosts] = useState<ReadonlySet<string>>(new Set());
  // The text that the reader asked to see whole, which another text is not.
  const [wholeText, setWholeText] = useState<string>();
  const isWholeWanted = wholeText === children;
  const wanted = isWholeWanted ? children : beginning(children);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    parseMarkdown(wanted, { signal, isWanted: isWholeWanted }).then(
      (result) => startTransition(() => setLaidOut({ text: wanted, result })),
      () => {
        // Aborted: another text is wanted.
      },
    );
    return () => controller.abort();
  }, [wanted, isWholeWanted]);
  // The beginning of a text stays until the whole is laid out.
  const isOfThisText = laidOut !== undefined && children.startsWith(laidOut.text);
  const result = isOfThisText || isLive ? laidOut?.result : undefined;
  const anchors = useMemo(() => (result?.ok ? anchorNames(result.tree) : new Set<string>()), [result]);
  const context = useMemo(() => ({ Image, fileOf, loadedHosts, anchors }), [Image, fileOf, loadedHosts, anchors]);
  useReading(!result);
  if (!result) return <div className={classes.waiting} aria-busy="true" />;
  if (!result.ok) return <PlainText note={WHY_PLAIN[result.problem]}>{children}</PlainText>;
  const isTreeCut = !isWholeWanted && result.nodes > FIRST_NODES;
  const isTextCut = isOfThisText && laidOut.text !== children;
  return (
    <MarkdownContextProvider value={context}>
      <RemoteImages tree={result.tree} onLoad={(hosts) => setLoadedHosts(new Set([...loadedHosts, ...hosts]))} />
      <div className={classes.text} dir="auto">
        <TreeView tree={result.tree} maxNodes={isTreeCut ? FIRST_NODES : undefined} />
      </div>
      {(isTreeCut || isTextCut) && (
        <Button loading={isWholeWanted} onClick={() => startTransition(() => setWholeText(children))}>
          Show all {formatBytes(children.length)}
        </Button>
      )}
    </MarkdownContextProvider>
  );
}

/** The beginning of a long text, up to the end of a paragraph. */
function beginning(text: string): string {
  if (text.length <= FIRST_TEXT) return text;
  const end = text.lastIndexOf('\n\n', FIRST_TEXT);
  return text.slice(0, end > 0 ? end : FIRST_TEXT);
}

function PlainText({ children, note }: { children: string; note: string }) {
  const [isWhole, setIsWhole] = useState(children.length <= FIRST_CHARACTERS);
  return (
    <>
      <p className={classes.note}>{note}</p>
      <pre className={classes.plain}>{visibleProse(isWhole ? children : children.slice(0, FIRST_CHARACTERS))}</pre>
      {!isWhole && <Button onClick={() => setIsWhole(true)}>Show all {formatBytes(children.length)}</Button>}
    </>
  );
}
