import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { formatBytes } from '../../../base/amounts.ts';
import { concatBytes } from '../../../base/bytes.ts';
import { MAX_TEXT_BYTES, MAX_TEXT_PIECES } from '../../../base/limits.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { Language } from '../../../model/file/language.ts';
import { useLoading } from '../../../state/hooks.ts';
import { CodeView } from '../../../widgets/code-view/code-view.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { goTo } from '../../page-address.ts';
import { useSingleKeys } from '../../single-keys.ts';
import classes from './file-content.module.css';
import { decodePart } from './text-part.ts';

/** Bytes shown of a text in compact form. */
const COMPACT_BYTES = 4096;

interface Props {
  path: string;
  size: number;
  language: Language | undefined;
  compact: boolean;
  onHex(): void;
  /** The line to mark and scroll to, from 1. */
  line: number | undefined;
  /** Lays out the bar above the text around its buttons and facts. */
  bar(tools: ReactNode, facts?: ReactNode): ReactNode;
}

/** A file as text: its first piece, and more on demand. */
export function FileText({ path, size, language, compact, onHex, line, bar }: Props) {
  const placeHref = usePlaceHref();
  const [pieces, setPieces] = useState(1);
  const hasMore = pieces < MAX_TEXT_PIECES;
  const end = Math.min(size, compact ? COMPACT_BYTES : pieces * MAX_TEXT_BYTES);
  const loading = useLoading(`text ${end} ${path}`, async (actions, options) => {
    const parts: Uint8Array[] = [];
    // Pieces that were read before come from the store's cache.
    for (let start = 0; start < end; start += MAX_TEXT_BYTES)
      parts.push(await actions.readBytes(path, start, Math.min(end, start + MAX_TEXT_BYTES), options));
    return concatBytes(parts);
  });
  // The text shown so far stays while more is read.
  const [latest, setLatest] = useState<Uint8Array>();
  if (loading.status === 'ready' && loading.value !== latest) setLatest(loading.value);
  const bytes = loading.status === 'ready' ? loading.value : latest;
  const decoded = useMemo(() => (bytes ? decodePart(bytes, bytes.length >= size) : undefined), [bytes, size]);

  const lineHref = useCallback((at: number) => placeHref({ tab: 'files', item: path, line: at }), [path, placeHref]);

  const [singleKeys] = useSingleKeys();

  return (
    <>
      {decoded ? (
        <CodeView
          text={decoded.text}
          language={language}
          name={baseName(path)}
          compact={compact}
          mark={line}
          lineHref={lineHref}
          onLine={compact ? undefined : (at) => goTo(lineHref(at))}
          singleKeys={singleKeys}
          // The lines of its first piece are not those of the file.
          bar={(tools, facts) => bar(tools, end < size ? <>first {facts}</> : facts)}
        />
      ) : (
        !compact && bar(null)
      )}
      {decoded?.damaged && <p className={classes.more}>Some bytes are not UTF-8 and appear as �. Hex shows them.</p>}
      {loading.status !== 'ready' ? (
        <LoadingView of={loading} what="the text">
          {() => null}
        </LoadingView>
      ) : end < size ? (
        <div className={classes.more}>
          <span>
            The first {formatBytes(end)} of {formatBytes(size)} {compact ? 'is shown.' : 'are shown.'}
          </span>
          {!compact && (
            <Button size="compact-sm" onClick={hasMore ? () => setPieces(pieces + 1) : onHex}>
              {hasMore ? 'Show more' : 'Read the rest as hex'}
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
}
