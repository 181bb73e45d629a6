import type { FindingCode } from '../../../../base/findings.ts';
import { quote, shortened } from '../../../../base/text.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import type { Shape, ShapeSpec } from '../../../../tensor/shape.ts';
import type { CartonSpec } from '../read/carton-schema.ts';

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
  private readonly values = new Map<string, string>();

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

function shapeText(shape: readonly (bigint | string)[]): string {
  return `[${shape.map((size) => (typeof size === 'string' ? shortened(size) : size)).join(', ')}]`;
}
