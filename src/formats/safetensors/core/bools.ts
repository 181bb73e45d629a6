import { throwIfAborted } from '../../../base/abort.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { CheckedTensor } from './entry.ts';
import { BOOL_READ_BYTES, MAX_BOOL_BYTES } from './limits.ts';

/** What a read counts as where it is shorter: each takes its time. */
const LEAST_READ_BYTES = 4 * 1024;

/** Bytes that may be read of the truth values of a model's files. */
export const boolBudget = () => ({ left: MAX_BOOL_BYTES });

/**
 * Reports bytes of truth values that are neither 0 nor 1, one for each tensor. Reads what the budget allows, and
 * nothing from a host: each tensor would cost a request. Rejects as the source does.
 */
export async function checkBools(
  source: ByteSource,
  tensors: readonly { info: TensorInfo; checked: CheckedTensor }[],
  budget: ReturnType<typeof boolBudget>,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  if (source.servedFrom !== undefined) return;
  for (const { info, checked } of tensors) {
    const { dtype, data, name } = info;
    if (dtype !== 'bool' || checked.problem || data?.end === undefined) continue;
    for (let at = data.start; at < data.end; at += BOOL_READ_BYTES) {
      throwIfAborted(signal);
      const end = Math.min(at + BOOL_READ_BYTES, data.end);
      budget.left -= Math.max(end - at, LEAST_READ_BYTES);
      if (budget.left < 0) return;
      const bytes = await source.read(at, end, signal);
      const wrong = bytes.findIndex((byte) => byte > 1);
      if (wrong < 0) continue;
      const message = `Element ${at + wrong - data.start} of the tensor ${quote(name)} is stored as ${bytes[wrong]}.`;
      report.add('safetensors/bad-bool', message);
      break;
    }
  }
}
