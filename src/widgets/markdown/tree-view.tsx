import type { Root } from 'hast';
import { memo, useMemo } from 'react';
import ReactMarkdown, { type UrlTransform } from 'react-markdown';
import { ELEMENTS } from './elements.tsx';
import { copyTree } from './tree.ts';

interface TreeViewProps {
  tree: Root;
  /** Only about this many nodes are shown, from the beginning. */
  maxNodes?: number | undefined;
}

/**
 * Shows a tree that `markdownTree` made. Needs a `MarkdownContextProvider`.
 *
 * react-markdown renders the tree and never sees the text: some texts of 20 KB keep its parser busy for many seconds
 * and overflow its stack. It parses an empty text instead, and a plugin then replaces the empty result by the tree.
 */
export function TreeView({ tree, maxNodes }: TreeViewProps) {
  // react-markdown changes the tree that it gets, and React may render twice: each time it gets a copy.
  const plugins = useMemo(() => [() => () => copyTree(tree, maxNodes)], [tree, maxNodes]);
  return (
    <MemoReactMarkdown rehypePlugins={plugins} urlTransform={urlTransform} components={ELEMENTS}>
      {''}
    </MemoReactMarkdown>
  );
}

/** Renders again only when its plugin changes, which is when the tree does. */
const MemoReactMarkdown = memo(ReactMarkdown);

/**
 * Addresses of links and images stay as the author wrote them, also those that are not followed: the elements decide on
 * each, and show what they refuse. No other element may have an address.
 */
const urlTransform: UrlTransform = (url, property, { tagName }) =>
  (tagName === 'a' && property === 'href') || (tagName === 'img' && property === 'src') ? url : undefined;
