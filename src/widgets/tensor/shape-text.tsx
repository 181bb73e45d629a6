import { Fragment } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { NameText } from '../name-text.tsx';
import classes from './shape-text.module.css';
import { ANY, MAX_SHOWN_DIMENSIONS } from './spec-shape.ts';

/** Dimensions written out where there is little room. */
export const FIRST_DIMENSIONS = 8;

interface ShapeTextProps {
  shape: ShapeSpec | Shape;
  /** Makes each symbol a button that chooses it. The chosen symbol is marked wherever it is used. */
  onSymbol?(symbol: string): void;
  chosen?: string | undefined;
  /** Beside other facts there is little room: only a few dimensions are written out. */
  short?: boolean;
}

/**
 * A shape as people read it: `batch_size × 3 × 512 × 512`, "any shape", "scalar". Words are ours, mono text is the
 * package's.
 */
export function ShapeText({ shape, onSymbol, chosen, short = false }: ShapeTextProps) {
  const limit = short ? FIRST_DIMENSIONS : MAX_SHOWN_DIMENSIONS;
  if (typeof shape === 'string') {
    if (shape === ANY) return <span className={classes.word}>any shape</span>;
    return (
      <span className={classes.shape}>
        <ShapeSymbol symbol={shape} onSymbol={onSymbol} chosen={chosen} />{' '}
        <span className={classes.word}>(whole shape)</span>
      </span>
    );
  }
  if (shape.length === 0) return <span className={classes.word}>scalar</span>;
  if (shape.length === 1 && shape[0] === ANY) return <span className={classes.word}>any length</span>;
  const left = shape.length - limit;
  return (
    <span className={classes.shape}>
      {shape.slice(0, limit).map((size, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dimension is its position.
        <Fragment key={index}>
          {index > 0 && ' × '}
          {size === ANY ? (
            <span className={classes.word}>any</span>
          ) : typeof size === 'string' ? (
            <ShapeSymbol symbol={size} onSymbol={onSymbol} chosen={chosen} />
          ) : (
            String(size)
          )}
        </Fragment>
      ))}
      {left > 0 && <span className={classes.word}> × … ({formatCount(left)} more)</span>}
    </span>
  );
}

interface ShapeSymbolProps {
  symbol: string;
  onSymbol: ((symbol: string) => void) | undefined;
  chosen: string | undefined;
}

function ShapeSymbol({ symbol, onSymbol, chosen }: ShapeSymbolProps) {
  const text = <NameText mono>{symbol}</NameText>;
  if (!onSymbol) return text;
  return (
    <button
      type="button"
      className={classes.symbol}
      aria-pressed={symbol === chosen}
      data-symbol={symbol}
      onClick={() => onSymbol(symbol)}
    >
      {text}
    </button>
  );
}
