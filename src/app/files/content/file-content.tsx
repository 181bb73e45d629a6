import { SegmentedControl } from '@mantine/core';
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatBytes } from '../../../base/amounts.ts';
import { MAX_TEXT_BYTES } from '../../../base/limits.ts';
import { capitalized } from '../../../base/text.ts';
import { type MediaKind, tableFormat } from '../../../model/file/media.ts';
import type { PackageFile } from '../../../model/package.ts';
import type { PlaceDetail } from '../../../model/place.ts';
import { useActions, useOpenPackage } from '../../../state/hooks.ts';
import { InnerContent, useInnerHref } from '../../inside/open-inner.tsx';
import { CompareWith, FileComparison } from './compare-with.tsx';
import classes from './file-content.module.css';
import { FileLayout } from './file-layout.tsx';
import { FileMarkdown } from './file-markdown.tsx';
import { FileTensors } from './file-tensors.tsx';
import { FileText } from './file-text.tsx';
import { HeadFact, useHeadSlots } from './head-slots.tsx';
import { FileHex } from './hex.tsx';
import { LineHex, lineAt } from './line-hex.tsx';
import { FileMedia } from './media.tsx';

interface Props {
  path: string;
  /** The file that holds the bytes: the one at `path`, or the target of that symlink. */
  file: PackageFile;
  kind: MediaKind;
  compact: boolean;
  /** With a line and no view, a file that can be shown as text is. */
  detail?: PlaceDetail | undefined;
  /** Without it, the view that was chosen is kept here. */
  onDetail?: ((detail: PlaceDetail) => void) | undefined;
}

type Mode = 'tensors' | 'contents' | 'preview' | 'tree' | 'table' | 'text' | 'hex';

/** How a mode is called. The text of what has a preview of its own is its source. */
function modeLabel(mode: Mode, kind: MediaKind): string {
  return mode === 'text' && isMarkdown(kind) ? 'Source' : capitalized(mode);
}

function isMarkdown(kind: MediaKind): boolean {
  return kind.kind === 'text' && kind.language === 'markdown';
}

/** The view of a text's structure. Undefined for texts too long to be read at once. */
function layoutOf(kind: MediaKind, path: string, size: number): 'tree' | 'table' | undefined {
  if (kind.kind !== 'text' || size > MAX_TEXT_BYTES) return undefined;
  if (kind.language === 'json') return 'tree';
  return tableFormat(path) === undefined ? undefined : 'table';
}

/** What is in a binary file. */
type Content = 'tensors' | 'contents' | undefined;

/** The modes in which a kind of file can be shown, the best first. */
function modesOf(kind: MediaKind, layout: 'tree' | 'table' | undefined, content: Content): readonly Mode[] {
  if (kind.kind === 'bytes') return content ? [content, 'hex'] : ['hex'];
  if (isMarkdown(kind)) return ['preview', 'text', 'hex'];
  if (kind.kind === 'text') return layout ? [layout, 'text', 'hex'] : ['text', 'hex'];
  return kind.kind === 'picture' && kind.type === 'image/svg+xml' ? ['preview', 'text', 'hex'] : ['preview', 'hex'];
}

/** The content of a file of a known kind, with a switch if there are several ways to show it. */
export function FileContent({ path, file, kind, compact, detail, onDetail }: Props) {
  const slots = useHeadSlots();
  const layout = layoutOf(kind, path, file.size ?? 0);
  const { tensors: all } = useOpenPackage();
  const tensors = useMemo(() => all.filter(({ data }) => data?.path === file.path), [all, file.path]);
  const isInner = useInnerHref(path) !== undefined;
  const modes = modesOf(kind, layout, tensors.length > 0 ? 'tensors' : isInner ? 'contents' : undefined);
  const [own, setOwn] = useState<PlaceDetail>();
  const { line, view } = (onDetail ? detail : own) ?? {};
  // A line is a line of the source, and in compact form there is no room for a layout.
  const firstFor = (marked: number | undefined): Mode =>
    (marked !== undefined || (compact && kind.kind === 'text')) && modes.includes('text') ? 'text' : (modes[0] as Mode);
  const mode = modes.find((known) => known === view) ?? firstFor(line);
  // A comparison needs the pane, and an address that says with what.
  const compared = slots && onDetail && (kind.kind === 'picture' || kind.kind === 'sound') ? kind.kind : undefined;
  const { readBytes } = useActions();
  // The row that is chosen in Hex.
  const at = useRef<number>(undefined);
  const setMode = (next: Mode) => {
    const { hash } = window.location;
    const show = (marked: number | undefined) => {
      // Something else was chosen meanwhile.
      if (window.location.hash !== hash) return;
      (onDetail ?? setOwn)({ line: marked, view: next === firstFor(marked) ? undefined : next });
    };
    const offset = mode === 'hex' && next === 'text' ? at.current : undefined;
    at.current = undefined;
    if (offset === undefined) show(line);
    // Where the bytes cannot be read, neither can the text, which says so.
    else lineAt(path, offset, readBytes).then(show, () => show(line));
  };
  const of = { path, size: file.size ?? 0 };
  const hex: ComponentProps<typeof FileHex> = {
    ...of,
    compressed: file.compressed === true,
    onAt: (offset) => {
      at.current = offset;
    },
  };

  if (compared && detail?.with !== undefined)
    return (
      <div className={classes.root} data-mode="comparison">
        <FileComparison path={path} other={detail.with} onEnd={() => onDetail?.({})} />
      </div>
    );
  if (compact && kind.kind === 'bytes')
    return (
      <p className={classes.brief}>
        {kind.label}, {formatBytes(of.size)}
      </p>
    );
  const bar = (tools: ReactNode, facts?: ReactNode): ReactNode => {
    const all = (
      <>
        {!slots && facts}
        {tools}
        {modes.length > 1 && (
          <SegmentedControl
            aria-label="Show as"
            size="xs"
            data={modes.map((value) => ({ value, label: modeLabel(value, kind) }))}
            value={mode}
            onChange={(value) => setMode(value as Mode)}
          />
        )}
      </>
    );
    if (!slots) return <div className={classes.bar}>{all}</div>;
    return (
      <>
        {slots.tools && createPortal(all, slots.tools)}
        {facts !== undefined && <HeadFact>{facts}</HeadFact>}
      </>
    );
  };
  const textOf = (around: typeof bar) => (
    <FileText
      {...of}
      language={kind.kind === 'text' ? kind.language : 'xml'}
      compact={compact}
      onHex={() => setMode('hex')}
      line={line}
      bar={around}
    />
  );
  return (
    <div
      className={classes.root}
      data-mode={compact ? undefined : kind.kind === 'picture' && mode === 'preview' ? 'picture' : mode}
      data-alone={(!compact && !slots) || undefined}
    >
      {!compact &&
        mode !== 'text' &&
        bar(
          compared && mode === 'preview' ? (
            <CompareWith path={path} kind={compared} onWith={(other) => onDetail?.({ with: other })} />
          ) : null,
        )}
      {mode === 'tensors' && <FileTensors tensors={tensors} />}
      {mode === 'contents' && <InnerContent path={path} />}
      {mode === 'preview' && isMarkdown(kind) && <FileMarkdown {...of} onSource={() => setMode('text')} />}
      {(mode === 'tree' || mode === 'table') && <FileLayout {...of} as={mode} text={textOf(() => null)} />}
      {mode === 'preview' && (kind.kind === 'picture' || kind.kind === 'sound' || kind.kind === 'film') && (
        <FileMedia path={path} kind={kind} compact={compact} fills={!compact && slots !== undefined} />
      )}
      {mode === 'text' && textOf(bar)}
      {mode === 'hex' &&
        (line !== undefined && modes.includes('text') ? <LineHex {...hex} line={line} /> : <FileHex {...hex} />)}
    </div>
  );
}
