import { Button } from '@mantine/core';
import { IconAlertTriangle, IconTextWrap } from '@tabler/icons-react';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { MAX_HIGHLIGHT_BYTES } from '../base/limits.ts';
import type { Language } from '../model/language.ts';
import { formatNumberOf } from './byte-size.ts';
import classes from './code-view.module.css';
import { highlight, TOKEN_KINDS, type Tokens } from './code-view-highlight.ts';
import { countHidden, lineParts, textLines } from './code-view-lines.ts';
import { CopyButton } from './copy-button.tsx';
import { visibleText } from './name-text.tsx';

/** Lines of one block. A browser lays out only the blocks in view, and its own find sees them all. */
const BLOCK_LINES = 100;

/** From here on a line is too long to be read sideways. */
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
}

/** Text with line numbers, coloured where its language is known and it is not too long. Nothing in it is hidden or turns around. */
export function CodeView({ text, language, name, compact = false }: Props) {
  const lines = useMemo(() => textLines(text), [text]);
  const hidden = useMemo(() => countHidden(text), [text]);
  const longest = useMemo(() => lines.reduce((max, { length }) => Math.max(max, length), 0), [lines]);
  const [wrapWanted, setWrap] = useState<boolean>();
  const wrap = wrapWanted ?? (language === undefined || longest >= WRAP_FROM);
  const tokens = useTokens(lines, text.length <= MAX_HIGHLIGHT_BYTES ? language : undefined);

  const digits = String(lines.length).length;
  const blocks: ReactNode[] = [];
  for (let start = 0; start < lines.length; start += BLOCK_LINES) {
    const of = lines.slice(start, start + BLOCK_LINES);
    blocks.push(<Block key={start} start={start} lines={of} tokens={tokens} numbers={!wrap && !compact} />);
  }
  return (
    <div className={classes.root}>
      {!compact && (
        <div className={classes.bar}>
          <span className={classes.facts}>{formatNumberOf(lines.length, 'line')}</span>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTextWrap size={16} aria-hidden />}
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          >
            {wrap ? 'Do not wrap' : 'Wrap lines'}
          </Button>
          <CopyButton value={text} label="Copy text" />
        </div>
      )}
      {hidden > 0 && (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>
            This text holds {formatNumberOf(hidden, 'character')} that cannot be seen or that turn the text around them.
            They are written out here.
          </span>
        </p>
      )}
      <section
        className={classes.box}
        aria-label={`Text of ${visibleText(name)}`}
        {...SCROLLS}
        data-compact={compact || undefined}
        data-language={language}
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

/** The tokens of the lines, once they are found. */
function useTokens(lines: readonly string[], language: Language | undefined): Tokens | undefined {
  const [found, setFound] = useState<{ of: readonly string[]; tokens: Tokens | undefined }>();
  useEffect(() => {
    if (language === undefined) return;
    const controller = new AbortController();
    highlight({ text: lines.join('\n'), language }, controller.signal).then(
      (tokens) => setFound({ of: lines, tokens }),
      () => {
        // Aborted: the view is gone, or shows something else.
      },
    );
    return () => controller.abort();
  }, [lines, language]);
  return found?.of === lines ? found.tokens : undefined;
}

interface BlockProps {
  start: number;
  lines: readonly string[];
  tokens: Tokens | undefined;
  numbers: boolean;
}

const Block = memo(function Block({ start, lines, tokens, numbers }: BlockProps) {
  return (
    <div className={classes.block} style={{ containIntrinsicBlockSize: `auto ${20 * lines.length}px` }}>
      {numbers && (
        <pre className={classes.numbers} aria-hidden>
          {lines.map((_, index) => start + index + 1).join('\n')}
        </pre>
      )}
      <pre className={classes.lines}>
        {lines.map((line, index) => {
          const kinds = tokens?.[start + index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
            <span key={index} className={classes.line}>
              {kinds ? coloured(line, kinds) : shown(line)}
              {'\n'}
            </span>
          );
        })}
      </pre>
    </div>
  );
});

function coloured(line: string, kinds: readonly number[]): ReactNode[] {
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

function shown(text: string): ReactNode {
  const parts = lineParts(text);
  const [only] = parts;
  if (parts.length === 1 && only && 'text' in only) return only.text;
  return parts.map((part, index) =>
    'text' in part ? (
      part.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name.
      <span key={index} className={classes.hidden}>
        {part.hidden}
      </span>
    ),
  );
}
