import { Button, TextInput } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { HEX_PAGE_BYTES, KEPT_HEX_PAGES, MAX_WHOLE_ENTRY, SNIFF_BYTES } from '../../base/limits.ts';
import { useLoading } from '../../state/hooks.ts';
import { formatBytes } from '../../widgets/byte-size.ts';
import { HexView } from '../../widgets/hex-view/hex-view.tsx';
import { hexOffset, parseOffset, type ReadCost, readCost } from '../../widgets/hex-view/rows.ts';
import { LoadingView } from '../../widgets/loading-view.tsx';
import classes from './file-content.module.css';

/** Pixels that a row of sixteen bytes takes; where there are fewer, rows have eight. */
const WIDE = 640;

interface Props {
  path: string;
  name: string;
  size: number;
  /** Whether going back decodes it again. */
  compressed: boolean;
}

interface Place {
  start: number;
  mark?: number;
}

/**
 * A file as bytes, page by page. A large compressed file is decoded forward by one cursor: pages that were seen are kept for a while,
 * and what lies further away says what going there costs.
 */
export function FileHex({ path, name, size, compressed }: Props) {
  const { ref, width } = useElementSize();
  const [place, setPlace] = useState<Place>({ start: 0 });
  // Where cancelling returns to.
  const [before, setBefore] = useState<Place>();
  const [asked, setAsked] = useState<{ place: Place; cost: ReadCost }>();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const kept = useRef(new Map<number, Uint8Array>());
  // What was read to know the kind of file.
  const cursor = useRef(Math.min(size, SNIFF_BYTES));

  const { start } = place;
  const end = Math.min(size, start + HEX_PAGE_BYTES);
  const loading = useLoading(`hex ${start} ${path}`, async (actions, options) => {
    const known = kept.current.get(start);
    if (known) return known;
    const bytes = await actions.readBytes(path, start, end, options);
    cursor.current = end;
    kept.current.set(start, bytes);
    const oldest = kept.current.keys().next().value;
    if (kept.current.size > KEPT_HEX_PAGES && oldest !== undefined) kept.current.delete(oldest);
    return bytes;
  });

  const forwardOnly = compressed && size > MAX_WHOLE_ENTRY;

  function go(to: Place): void {
    const cost = readCost(to.start, cursor.current);
    if (forwardOnly && !kept.current.has(to.start) && cost.bytes > MAX_WHOLE_ENTRY) setAsked({ place: to, cost });
    else move(to);
  }

  function move(to: Place): void {
    setAsked(undefined);
    if (to.start !== start) setBefore(place);
    setPlace(to);
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const offset = parseOffset(text);
    if (offset === undefined) setFault('A number, as 1024 or 0x400');
    else if (offset >= size) setFault(`The last byte is at ${size - 1}`);
    else {
      setFault(undefined);
      go({ start: offset - (offset % HEX_PAGE_BYTES), mark: offset });
    }
  }

  return (
    <div ref={ref}>
      <div className={classes.pager}>
        {size > HEX_PAGE_BYTES && (
          <div className={classes.steps}>
            <Button
              variant="default"
              px={8}
              aria-label="Previous page"
              disabled={start === 0}
              onClick={() => go({ start: start - HEX_PAGE_BYTES })}
            >
              <IconChevronLeft size={16} aria-hidden />
            </Button>
            <Button
              variant="default"
              px={8}
              aria-label="Next page"
              disabled={end >= size}
              onClick={() => go({ start: end })}
            >
              <IconChevronRight size={16} aria-hidden />
            </Button>
            <span role="status" className={classes.range}>
              {hexOffset(start)}–{hexOffset(end - 1)}
            </span>
          </div>
        )}
        <form className={classes.goto} onSubmit={onSubmit}>
          <TextInput
            classNames={{ root: classes.offset ?? '', wrapper: classes.field ?? '', error: classes.fault ?? '' }}
            aria-label="Go to offset"
            placeholder="Offset, 0x…"
            size="sm"
            value={text}
            error={fault}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setFault(undefined);
            }}
          />
          <Button variant="default" type="submit">
            Go
          </Button>
        </form>
      </div>
      {asked && (
        <div className={classes.ask}>
          <p role="status">
            {asked.cost.again
              ? `Going back decodes again from the start: ${formatBytes(asked.cost.bytes)}.`
              : `Going there decodes all that lies between: ${formatBytes(asked.cost.bytes)}.`}
          </p>
          <Button variant="default" onClick={() => move(asked.place)}>
            {asked.cost.again ? 'Go back' : 'Go there'}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setAsked(undefined)}>
            Stay here
          </Button>
        </div>
      )}
      <LoadingView of={loading} what="the page" {...(before ? { onCancel: () => setPlace(before) } : {})}>
        {(bytes) => <HexView name={name} bytes={bytes} start={start} width={width < WIDE ? 8 : 16} mark={place.mark} />}
      </LoadingView>
    </div>
  );
}
