import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTextWrap } from '@tabler/icons-react';
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { MAX_HIGHLIGHT_BYTES } from '../../base/limits.ts';
import type { Language } from '../../model/file/language.ts';
import { CopyButton } from '../copy-button.tsx';
import { visibleText } from '../name-text.tsx';
import { ToneLine } from '../severity.tsx';
import classes from './code-view.module.css';
import { GoToLine, isGoKey } from './go-to-line.tsx';
import { highlight } from './highlight.ts';
import { countHidden, lineParts, textLines } from './lines.ts';
import { TOKEN_KINDS, type Tokens } from './token-kinds.ts';

/** Lines of one block. The browser lays out only the blocks in view, and its find sees them all. */
const BLOCK_LINES = 100;

/** More blocks than this make the page slow. A longer text gets larger blocks instead. */
const MAX_BLOCKS = 5000;

/** Lines of a text that is too long to look for one. */
const MANY_LINES = 30;

/** Texts with a line of this many characters wrap: nobody scrolls so far sideways. */
const WRAP_FROM = 1000;

/** What scrolls must be reachable by keyboard. */
const SCROLLS = { tabIndex: 0 };

interface Props {
  text: string;
  language?: Language | undefined;
  /** Names the box, as "main.py". */
  name: string;
  /** Without line numbers and buttons. */
  compact?: boolean;
  /** A line, from 1, that is brought into view and marked. */
  mark?: number | undefined;
  /** The address of a line, from 1. With it, the line numbers are links. */
  lineHref?: ((line: number) => string) | undefined;
  /** Goes to a line, from 1, that the reader asks for. With it, one can be asked for. */
  onLine?: ((line: number) => void) | undefined;
  /** Whether keys without Ctrl are in use. */
  singleKeys?: boolean;
  /** Lays out the bar above the text around the buttons and facts that it is given. */
  bar?: ((tools: ReactNode, facts: ReactNode) => ReactNode) | undefined;
}

/**
 * Text with line numbers. It is colored if its language is known and it is not too long. Invisible characters, and
 * those that change the direction of the text, are written out.
 */
export function CodeView(props: Props) {
  const { text, language, name, compact = false, mark, lineHref, onLine, singleKeys = false, bar } = props;
  const lines = useMemo(() => textLines(text), [text]);
  const hidden = useMemo(() => countHidden(text), [text]);
  const longest = useMemo(() => lines.reduce((max, { length }) => Math.max(max, length), 0), [lines]);
  const [wrapWanted, setWrap] = useState<boolean>();
  const wrap = wrapWanted ?? (language === undefined || longest >= WRAP_FROM);
  const tokens = useTokens(lines, text.length <= MAX_HIGHLIGHT_BYTES ? language : undefined);
  const box = useRef<HTMLElement>(null);
  const seen = useSeenBlocks(box, lines);
  const marked = mark !== undefined && mark <= lines.length ? mark - 1 : undefined;
  useMarkInView(box, marked);
  const [isAsked, setAsked] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (onLine && isGoKey(event, singleKeys)) {
      event.preventDefault();
      setAsked(true);
    } else if (lineHref) walkNumbers(event);
  };

  const digits = String(lines.length).length;
  const blocks: ReactNode[] = [];
  const step = Math.max(BLOCK_LINES, Math.ceil(lines.length / MAX_BLOCKS));
  for (let start = 0; start < lines.length; start += step) {
    const of = lines.slice(start, start + step);
    const colored = seen.has(start) ? tokens : undefined;
    const own = marked !== undefined && marked >= start && marked < start + step ? marked - start : undefined;
    blocks.push(
      <Block
        key={start}
        start={start}
        lines={of}
        tokens={colored}
        numbers={!wrap && !compact}
        marked={own}
        lineHref={seen.has(start) ? lineHref : undefined}
        stop={marked === undefined ? (start === 0 ? 0 : undefined) : own}
      />,
    );
  }
  const facts = (
    <span className={classes.facts}>
      {formatNumberOf(lines.length, 'line')}
      {mark !== undefined &&
        (marked === undefined ? (
          ` · line ${formatCount(mark)} is not among them`
        ) : (
          <span className={classes.marking}> · line {formatCount(mark)} is marked</span>
        ))}
    </span>
  );
  const tools = (
    <>
      {onLine && lines.length >= MANY_LINES && (
        <GoToLine lines={lines.length} opened={isAsked} onOpened={setAsked} onLine={onLine} />
      )}
      <Tooltip label={wrap ? 'Do not wrap' : 'Wrap lines'}>
        <ActionIcon aria-label="Wrap lines" aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
          <IconTextWrap size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <CopyButton value={text} label="Copy text" kind="text" />
    </>
  );
  return (
    <div className={classes.root} data-compact={compact || undefined}>
      {!compact &&
        (bar ? (
          bar(tools, facts)
        ) : (
          <div className={classes.bar}>
            {facts}
            {tools}
          </div>
        ))}
      {hidden > 0 && (
        <ToneLine tone="warning" className={classes.warning}>
          This text has {formatNumberOf(hidden, 'character')} that cannot be seen or that change the direction of the
          text. They are shown as codes.
        </ToneLine>
      )}
      <section
        ref={box}
        className={classes.box}
        // Compact ones are not landmarks: a page can have many, and several of the same file.
        role={compact ? 'group' : undefined}
        aria-label={`Text of ${visibleText(name)}`}
        {...SCROLLS}
        data-compact={compact || undefined}
        data-language={language}
        onKeyDown={onKeyDown}
      >
        <div
          className={classes.text}
          data-wrap={wrap || undefined}
          style={wrap ? undefined : { minWidth: `calc(${longest + (compact ? 0 : digits)}ch + 40px)` }}
        >
          {blocks}
        </div>
      </section>
    </div>
  );
}

/** Frames until the blocks above the marked line are laid out. Before, the browser only guesses their heights. */
const SETTLING_FRAMES = 4;

/** Brings each newly marked line into view, and focuses the box if nothing else has the focus. */
function useMarkInView(box: RefObject<HTMLElement | null>, marked: number | undefined): void {
  useEffect(() => {
    if (marked === undefined) return;
    let frame: number;
    // A line that the reader clicks on stays where it is.
    if (isInView(box.current, box.current?.querySelector('[aria-current]'))) return;
    const show = (left: number) => {
      box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center', inline: 'nearest' });
      box.current?.scrollTo({ left: 0 });
      if (left > 0) frame = requestAnimationFrame(() => show(left - 1));
    };
    show(SETTLING_FRAMES);
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) box.current?.focus({ preventScroll: true });
    return () => cancelAnimationFrame(frame);
  }, [box, marked]);
}

/** Whether a line can be seen, in its box and on the screen. */
function isInView(box: HTMLElement | null, line: Element | null | undefined): boolean {
  if (!box || !line) return false;
  const [outer, own] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
  return (
    own.height > 0 && own.top >= Math.max(0, outer.top) && own.bottom <= Math.min(window.innerHeight, outer.bottom)
  );
}

/** Lines that a key moves the focus by, among the line numbers. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

/** Moves the focus among the line numbers: only one of them is a tab stop. */
function walkNumbers(event: KeyboardEvent<HTMLElement>): void {
  const at = Number((event.target as HTMLElement).dataset.number);
  const step = STEPS[event.key];
  if (!at || step === undefined) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(`[data-number="${at + step}"]`)?.focus();
}

/** The tokens of the lines; undefined until they are found. */
function useTokens(lines: readonly string[], language: Language | undefined): Tokens | undefined {
  const [found, setFound] = useState<{ of: readonly string[]; tokens: Tokens | undefined }>();
  useEffect(() => {
    if (language === undefined) return;
    const controller = new AbortController();
    highlight({ text: lines.join('\n'), language }, controller.signal).then(
      (tokens) => setFound({ of: lines, tokens }),
      () => {
        // Aborted: the view is gone, or shows another text.
      },
    );
    return () => controller.abort();
  }, [lines, language]);
  return found?.of === lines ? found.tokens : undefined;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The first lines of the blocks that were in view. Only these get colors and links, which cost a hundred times what
 * plain text does.
 */
function useSeenBlocks(box: RefObject<HTMLElement | null>, lines: readonly string[]): ReadonlySet<number> {
  const [seen, setSeen] = useState<{ of: readonly string[]; blocks: ReadonlySet<number> }>();
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const starts = entries
          .filter((entry) => entry.isIntersecting)
          .map(({ target }) => Number((target as HTMLElement).dataset.block));
        if (starts.length === 0) return;
        setSeen((now) => ({ of: lines, blocks: new Set([...(now?.of === lines ? now.blocks : []), ...starts]) }));
      },
      { root: box.current, rootMargin: '400px 0px' },
    );
    for (const block of box.current.querySelectorAll('[data-block]')) observer.observe(block);
    return () => observer.disconnect();
  }, [box, lines]);
  return seen !== undefined && seen.of === lines ? seen.blocks : NONE;
}

interface BlockProps {
  start: number;
  lines: readonly string[];
  tokens: Tokens | undefined;
  numbers: boolean;
  /** Index of the marked line. */
  marked: number | undefined;
  /** With it, the numbers are links. */
  lineHref: ((line: number) => string) | undefined;
  /** Index of the line whose number is the tab stop. */
  stop: number | undefined;
}

const Block = memo(function Block({ start, lines, tokens, numbers, marked, lineHref, stop }: BlockProps) {
  const numbered = lines.map((_, index) => start + index + 1);
  const part = (from: number, to: number) =>
    content(lines.slice(from, to), tokens?.slice(start + from, start + to), from);
  return (
    <div
      className={classes.block}
      data-block={start}
      style={{ containIntrinsicBlockSize: `auto ${20 * lines.length}px` }}
    >
      {numbers &&
        (lineHref ? (
          <pre className={classes.numbers}>
            {numbered.map((number, index) => (
              <a
                key={number}
                className={classes.number}
                href={lineHref(number)}
                aria-label={`Line ${number}`}
                data-number={number}
                tabIndex={index === stop ? 0 : -1}
              >
                {number}
              </a>
            ))}
          </pre>
        ) : (
          <pre className={classes.numbers} aria-hidden>
            {numbered.join('\n')}
          </pre>
        ))}
      <pre className={classes.lines}>
        {marked === undefined ? (
          part(0, lines.length)
        ) : (
          <>
            {part(0, marked)}
            <span className={classes.marked} aria-current="location" data-line={start + marked + 1}>
              {part(marked, marked + 1)}
            </span>
            {part(marked + 1, lines.length)}
          </>
        )}
      </pre>
    </div>
  );
});

/**
 * Lines with their ends. Without colors they are a single text: a browser can show a million lines, but not a million
 * elements.
 */
function content(lines: readonly string[], tokens: Tokens | undefined, first: number): ReactNode {
  if (lines.length === 0) return null;
  if (!tokens) return shown(`${lines.join('\n')}\n`);
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
    <Fragment key={first + index}>
      {colored(line, tokens[index] ?? [])}
      {'\n'}
    </Fragment>
  ));
}

function colored(line: string, kinds: readonly number[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (let i = 0; i + 1 < kinds.length; i += 2) {
    const next = at + (kinds[i + 1] as number);
    const kind = TOKEN_KINDS[kinds[i] as number];
    const content = shown(line.slice(at, next));
    parts.push(
      kind === 'plain' ? (
        content
      ) : (
        <span key={at} data-token={kind}>
          {content}
        </span>
      ),
    );
    at = next;
  }
  if (at < line.length) parts.push(shown(line.slice(at)));
  return parts;
}

/**
 * Marked hidden characters in one piece of text. With more of them, all are written out without a mark, as one text.
 */
const MAX_MARKS = 200;

function shown(text: string): ReactNode {
  const parts = lineParts(text);
  const [only] = parts;
  if (parts.length === 1 && only && 'text' in only) return only.text;
  if (parts.length > 2 * MAX_MARKS) return parts.map((part) => ('text' in part ? part.text : nameOf(part))).join('');
  return parts.map((part, index) =>
    'text' in part ? (
      part.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name.
      <span key={index} className={classes.hidden}>
        {nameOf(part)}
      </span>
    ),
  );
}

function nameOf({ hidden, more }: { hidden: string; more: number }): string {
  return more === 0 ? hidden : `${hidden} × ${formatCount(more + 1)}`;
}
