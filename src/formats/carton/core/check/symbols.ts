import type { FindingCode } from '../../../../base/findings.ts';
import type { Report } from '../../../../base/report.ts';
import { capitalized, quote, shortened } from '../../../../base/text.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import type { Shape, ShapeSpec } from '../../../../tensor/shape.ts';
import { CARTON_TOML } from '../paths.ts';
import type { CartonSpec } from '../read/carton-schema.ts';
import type { MetaInput } from './meta.ts';

/** A tensor that does not fit its spec. `message` completes a sentence about who uses the tensor. */
export interface Misfit {
  code: Extract<FindingCode, 'schema/dtype-mismatch' | 'schema/shape-mismatch' | 'schema/symbol-conflict'>;
  message: string;
}

/**
 * The values that the symbols of a schema take in one self-test or example. A symbol "must resolve to the same value
 * wherever it's used across all inputs and outputs"; `*` may differ each time (format document, `shape`).
 */
export class Symbols {
  /** By symbol: a size such as `3`, or a whole shape such as `[2, 3]`. */
  readonly values = new Map<string, string>();

  /**
   * Compares a tensor with its spec, and keeps what the symbols of the spec stand for.
   *
   * @param parts the tensors in a nested tensor: its outer size is their number, and each must fit the other dimensions
   */
  fit(spec: CartonSpec, tensor: TensorInfo, parts?: readonly TensorInfo[]): Misfit[] {
    const flat = parts ?? [tensor];
    const misfits: Misfit[] = [];
    const wrong = flat.find((part) => spec.dtype !== undefined && part.dtype !== spec.dtype);
    if (wrong)
      misfits.push({
        code: 'schema/dtype-mismatch',
        message: `is ${wrong.dtype}, and the schema says ${spec.dtype}`,
      });
    if (spec.shape === undefined) return misfits;
    const shapes = parts ? parts.map((part) => [BigInt(parts.length), ...part.shape]) : [tensor.shape];
    for (const shape of shapes) {
      const misfit = this.fitShape(spec.shape, shape, parts !== undefined);
      if (misfit) return [...misfits, misfit];
    }
    return misfits;
  }

  private fitShape(spec: ShapeSpec, shape: Shape, ragged: boolean): Misfit | undefined {
    if (typeof spec === 'string') {
      // The parts of a ragged tensor may differ in shape, so a symbol cannot stand for the whole.
      return ragged ? undefined : this.bind(spec, shapeText(shape));
    }
    const mismatch = (): Misfit => ({
      code: 'schema/shape-mismatch',
      message: `has the shape ${shapeText(shape)}, and the schema says ${shapeText(spec)}`,
    });
    if (spec.length !== shape.length) return mismatch();
    for (const [i, size] of spec.entries()) {
      if (typeof size === 'bigint') {
        if (size !== shape[i]) return mismatch();
      } else {
        const conflict = this.bind(size, String(shape[i]));
        if (conflict) return conflict;
      }
    }
    return undefined;
  }

  private bind(symbol: string, value: string): Misfit | undefined {
    if (symbol === '*') return undefined;
    const earlier = this.values.get(symbol);
    if (earlier === undefined) this.values.set(symbol, value);
    if (earlier === undefined || earlier === value) return undefined;
    return {
      code: 'schema/symbol-conflict',
      message: `gives the symbol ${quote(symbol)} the value ${shortened(value)}, which was ${shortened(earlier)} before`,
    };
  }
}

/**
 * Checks the symbols of a schema by themselves: each has a name, and none stands both for a whole shape and for one
 * dimension, which cannot have the same value.
 */
export function checkSymbols({ toml, places }: MetaInput, report: Report): void {
  const isWhole = new Map<string, boolean>();
  for (const side of ['input', 'output'] as const)
    for (const [i, { shape, name }] of (toml[side] ?? []).entries()) {
      const at = () => ({ path: CARTON_TOML, ...places.at([side, i, 'shape']) });
      const whole = typeof shape === 'string';
      const symbols = (whole ? [shape] : (shape ?? [])).filter((size) => typeof size === 'string' && size !== '*');
      const who = `${capitalized(side)} ${name === undefined ? i + 1 : quote(name)}`;
      for (const symbol of new Set(symbols as string[])) {
        if (symbol === '') report.add('schema/symbol-empty', `${who} has an empty symbol in its shape.`, at);
        else if ((isWhole.get(symbol) ?? whole) === whole) isWhole.set(symbol, whole);
        else
          report.add(
            'schema/symbol-kind',
            `${who} uses the symbol ${quote(symbol)} for ${whole ? 'a whole shape' : 'a dimension'}, and it is ${whole ? 'a dimension' : 'a whole shape'} elsewhere.`,
            at,
          );
      }
    }
}

function shapeText(shape: readonly (bigint | string)[]): string {
  return `[${shape.map((size) => (typeof size === 'string' ? shortened(size) : size)).join(', ')}]`;
}
