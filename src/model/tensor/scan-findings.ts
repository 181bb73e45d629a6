import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { CappedFindings, type Finding, type FindingCode, finding } from '../../base/findings.ts';
import { quote } from '../../base/text.ts';
import type { ScanFlag, ScannedTensor } from '../../tensor/scan/scanned.ts';
import type { TensorInfo } from '../package.ts';
import { flagTexts, fourDigits } from './scan-text.ts';
import { tensorIndex } from './tensor-size.ts';
import '../../tensor/findings.ts';

/** The code of what stands out, and what is said of a tensor that it names. */
const FOUND: Readonly<Record<ScanFlag, { code: FindingCode; says(scanned: ScannedTensor, text: string): string }>> = {
  nan: { code: 'tensor/nan', says: (_, text) => `has ${text}` },
  infinite: { code: 'tensor/infinite', says: ({ scales }, text) => `has ${text}${scales ? '' : ' values'}` },
  zeros: { code: 'tensor/all-zero', says: () => 'has nothing but zeros' },
  outlier: {
    code: 'tensor/outlier',
    says: ({ outlier }) =>
      `has a value ${formatCount(Math.round(outlier?.deviations ?? 0))} standard deviations from the median`,
  },
  constant: {
    code: 'tensor/constant',
    says: ({ statistics }) => `has one value alone: ${fourDigits(statistics?.min ?? '')}`,
  },
  duplicate: {
    code: 'tensor/duplicate',
    says: ({ same }) => {
      const { as = '', others = 1 } = same ?? {};
      const more = others > 1 ? ` and ${formatNumberOf(others - 1, 'more tensor')}` : '';
      return `has the same content as ${quote(as)}${more}`;
    },
  },
  dead: { code: 'tensor/dead', says: (_, text) => `has ${text.replaceAll('dead', 'zero')}` },
};

/**
 * What a scan has found, as findings, each with the way to its tensor. Of tensors with the same content, one finding for
 * all. At most as many of each code as a package may have.
 */
export function scanFindings(scanned: Iterable<ScannedTensor>, tensors: readonly TensorInfo[]): Finding[] {
  const index = tensorIndex(tensors);
  const found = new CappedFindings();
  for (const each of scanned) {
    const info = each.flags.length > 0 ? index.get(each.name) : undefined;
    for (const { flag, text, cell } of info ? flagTexts(each, info.shape) : []) {
      if (flag === 'duplicate' && !each.same?.isFirst) continue;
      const { code, says } = FOUND[flag];
      if (found.isFull(code, 1)) continue;
      const path = info?.data?.path;
      const place = { ...(path !== undefined && { path }), tensor: { name: each.name, cell } };
      found.keep(finding(code, `${quote(each.name)} ${says(each, text)}.`, place));
    }
  }
  return found.findings;
}
