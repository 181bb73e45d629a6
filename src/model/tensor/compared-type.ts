import type { ComparedType } from '../../tensor/compare/tolerance.ts';
import type { TensorInfo } from '../package.ts';
import { tensorElements, tensorSize } from './tensor-size.ts';
import { valueDtype } from './value-dtype.ts';

/** The type of a tensor's values. Of values that are computed from blocks, also how many bits each takes. */
export function comparedType(info: TensorInfo): ComparedType {
  const elements = Number(tensorElements(info) ?? 0n);
  const bits = info.values === undefined ? undefined : (Number(tensorSize(info) ?? 0) * 8) / elements;
  return { dtype: valueDtype(info), blockBits: bits !== undefined && bits > 0 ? bits : undefined };
}
