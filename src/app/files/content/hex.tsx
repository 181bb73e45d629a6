import { Button, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { formatBytes } from '../../../base/amounts.ts';
import { HEX_PAGE_BYTES, KEPT_HEX_PAGES, MAX_WHOLE_ENTRY, SNIFF_BYTES } from '../../../base/limits.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { useLoading } from '../../../state/hooks.ts';
import { CopyBytes } from '../../../widgets/hex-view/copy-bytes.tsx';
import { type Chosen, chosenPart, HexView, useHexWidth } from '../../../widgets/hex-view/hex-view.tsx';
import { hexOffset, parseOffset, type ReadCost, readCost } from '../../../widgets/hex-view/rows.ts';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import classes from './file-content.module.css';

interface Props {
  path: string;
  size: number;
  /** A compressed file larger than `MAX_WHOLE_ENTRY` is decoded again to go back. */
  compressed: boolean;
  /** The offset of a byte whose row is shown and marked at first. */
  mark?: number | undefined;
  /** The offset of the row that was chosen last, and undefined where none is. */
  onAt?(offset: number | undefined): void;
}

interface Position {
  start: number;
  mark?: number | undefined;
}

/** The page that has an offset. */
function placeOf(offset: number, mark: number | undefined): Position {
  return { start: offset - (offset % HEX_PAGE_BYTES), mark };
}

/**
 * A file as bytes, page by page. One cursor decodes a large compressed file forwards. The last pages that were shown
 * stay in memory. Before a long way to another page, the view says how many bytes must be decoded.
 */
export function FileHex({ path, size, compressed, mark, onAt }: Props) {
  const { ref, width } = useHexWidth();
  const [place, setPlace] = useState<Position>(() => placeOf(mark ?? 0, mark));
  // Where Cancel returns to.
  const [before, setBefore] = useState<Position>();
  const [asked, setAsked] = useState<{ place: Position; cost: ReadCost }>();
  const [chosen, setOwnChosen] = useState(mark === undefined ? undefined : { anchor: mark, at: mark });
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const pages = useRef(new Map<number, Uint8Array>());
  // The cursor begins behind the bytes that were read to know the kind of file.
  const cursor = useRef(Math.min(size, SNIFF_BYTES));

  const { start } = place;
  const end = Math.min(size, start + HEX_PAGE_BYTES);
  const loading = useLoading(`hex ${start} ${path}`, async (actions, options) => {
    const known = pages.current.get(start);
    if (known) return known;
    const bytes = await actions.readBytes(path, start, end, options);
    cursor.current = end;
    pages.current.set(start, bytes);
    const oldest = pages.current.keys().next().value;
    if (pages.current.size > KEPT_HEX_PAGES && oldest !== undefined) pages.current.delete(oldest);
    return bytes;
  });

  const forwardOnly = compressed && size > MAX_WHOLE_ENTRY;

  function setChosen(next: Chosen | undefined): void {
    setOwnChosen(next);
    onAt?.(next?.at);
  }

  function go(to: Position): void {
    const cost = readCost(to.start, cursor.current);
    if (forwardOnly && !pages.current.has(to.start) && cost.bytes > MAX_WHOLE_ENTRY) setAsked({ place: to, cost });
    else move(to);
  }

  function move(to: Position): void {
    setAsked(undefined);
    if (to.start !== start) setBefore(place);
    setPlace(to);
    setChosen(to.mark === undefined ? undefined : { anchor: to.mark, at: to.mark });
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const offset = parseOffset(text);
    if (offset === undefined) setFault('A number, such as 1024 or 0x400');
    else if (offset >= size) setFault(`The last byte is at ${size - 1}`);
    else {
      setFault(undefined);
      go(placeOf(offset, offset));
    }
  }

  const page = loading.status === 'ready' ? loading.value : undefined;
  // Without a choice, what is shown.
  const [from, to] = chosen ? chosenPart(chosen, start, width) : [0, end - start];
  const step = (label: string, Icon: TablerIcon, to: number) => (
    <Button
      size="compact-sm"
      px={4}
      aria-label={label}
      disabled={to < 0 || to >= size}
      onClick={() => go({ start: to })}
    >
      <Icon size={16} aria-hidden />
    </Button>
  );
  return (
    <div ref={ref} className={classes.hex}>
      <div className={classes.pager}>
        {size > HEX_PAGE_BYTES && (
          <div className={classes.steps}>
            {step('Previous page', IconChevronLeft, start - HEX_PAGE_BYTES)}
            {step('Next page', IconChevronRight, end)}
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
            size="xs"
            value={text}
            error={fault}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setFault(undefined);
            }}
          />
          <Button type="submit" size="compact-sm">
            Go
          </Button>
        </form>
        {page && <CopyBytes bytes={page.subarray(from, to)} start={start + from} />}
      </div>
      {asked && (
        <div className={classes.ask}>
          <p role="status">
            {asked.cost.again
              ? `Going back decompresses from the start again: ${formatBytes(asked.cost.bytes)}.`
              : `Going there decompresses everything in between: ${formatBytes(asked.cost.bytes)}.`}
          </p>
          <Button onClick={() => move(asked.place)}>{asked.cost.again ? 'Go back' : 'Go there'}</Button>
          <Button variant="subtle" onClick={() => setAsked(undefined)}>
            Stay here
          </Button>
        </div>
      )}
      <LoadingView of={loading} what="the page" onCancel={before && (() => setPlace(before))}>
        {(bytes) => (
          <HexView
            name={baseName(path)}
            bytes={bytes}
            start={start}
            width={width}
            mark={place.mark}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </LoadingView>
    </div>
  );
}
