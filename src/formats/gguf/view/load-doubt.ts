import type { Finding, FindingCode } from '../../../base/findings.ts';
import { type FormatVerdicts, type LoadVerdict, loadVerdict } from '../../../model/verdict.ts';
import type { LoadDoubts } from '../../../widgets/use-it/load-doubt.tsx';

/** Warnings for which llama.cpp rejects a file too, although the format's document allows it. */
const REJECTED_WARNINGS: readonly FindingCode[] = [
  'gguf/big-endian',
  'gguf/nested-list',
  'gguf/gap',
  'gguf/unordered',
  'gguf/empty-inside',
  'gguf/block-count',
  'gguf/wide-integer',
];

const REJECTED = 'llama.cpp rejects this file, so this code will fail.';

/**
 * What loading a file with these findings does, and the sentences for it. Where only warnings keep llama.cpp from
 * loading the file, the sentence is a warning too.
 */
export function loadDoubt(
  findings: readonly Finding[],
  verdicts: FormatVerdicts,
): { loading: LoadVerdict; doubts: LoadDoubts } {
  const loading = loadVerdict(findings, verdicts);
  const isRejected = findings.some(({ code }) => REJECTED_WARNINGS.includes(code));
  return {
    loading: isRejected && loading === 'fine' ? 'doubtful' : loading,
    doubts: {
      refused: REJECTED,
      doubtful: isRejected ? REJECTED : 'This file has errors: llama.cpp may not load it.',
    },
  };
}
