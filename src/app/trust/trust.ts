import type { ErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { capitalized } from '../../base/text.ts';
import { type FactText, type RunFact, type RunFacts, runSummary } from '../../model/run-facts.ts';
import { failureOf } from '../../model/verdict.ts';
import type { ScannedShare } from '../../state/scan-slice.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { type IntegrityFacts, integrityText } from './integrity.ts';
import { isWhole, problemsText } from './problems.ts';
import type { TrustText } from './trust-text.ts';

/** All that the three rows are decided from: what was looked at, what was found, and what was left out. */
export interface TrustFacts {
  integrity: IntegrityFacts;
  findings: readonly Finding[];
  /** Undefined where the format says nothing of running, and nothing was found that runs. */
  runs: RunFacts | undefined;
  /** Its files are still looked through for what loading them would run. */
  isAuditing: boolean;
  /** Why they could not be. */
  auditError?: ErrorData | undefined;
  /** How much of its values a scan has looked at. */
  scanned: ScannedShare;
}

/** What the run row says: its detail links nowhere. */
export interface RunText extends Omit<TrustText, 'detail'> {
  detail: FactText;
}

/**
 * The rows of the trust card. A row has the color of the worst that it speaks of, and what it says is among the
 * findings. Green is for what was looked at whole: nothing is green while files are looked through, where some could
 * not be, and of a package that will not load or does harm.
 */
export function trustTexts(facts: TrustFacts): { integrity: TrustText; run: RunText | undefined; problems: TrustText } {
  const { integrity, findings } = facts;
  const { pkg, verification } = integrity;
  const failure = failureOf(findings, pkg.verdicts);
  const intact = integrityText(integrity);
  const run = runText(facts, failure);
  const isAll = isWhole(pkg, verification.phase) && !facts.isAuditing && facts.auditError === undefined;
  return {
    integrity:
      intact.tone === 'ok' && (failure !== undefined || run?.tone === 'error') ? { ...intact, tone: 'info' } : intact,
    run,
    problems: problemsText(findings, pkg, isAll, facts.scanned),
  };
}

function runText({ runs, isAuditing, auditError }: TrustFacts, failure: string | undefined): RunText | undefined {
  const known = runs && runSummary(runs);
  if (failure !== undefined && known?.weight !== 'error') {
    const detail: FactText = known ? [known.sentence, ...(known.detail.length > 0 ? [': ', ...known.detail] : [])] : [];
    return { tone: 'warning', brief: 'Will not load', sentence: `Will not load: ${failure}`, detail };
  }
  if (auditError) {
    const detail = [visibleText(auditError.message)];
    if (!known || known.weight === 'ok' || known.weight === 'info')
      return { tone: 'warning', brief: 'Not looked at', sentence: 'Its files could not be looked through', detail };
  }
  if (!known) return undefined;
  const { weight, sentence, detail } = known;
  const isOpen = isAuditing && weight === 'ok';
  return {
    tone: isOpen ? 'quiet' : weight,
    brief: isOpen ? 'Looking' : briefOf(sentence, runs?.facts ?? []),
    sentence,
    // There is always a detail, so that nothing moves when the look is done.
    detail:
      detail.length > 0
        ? sentenceOf(detail)
        : [isAuditing ? 'Looking through its files…' : 'All its files were checked for code'],
  };
}

/** A name keeps its letters: "Imports 3 modules", but "main.get_model". */
function sentenceOf([first, ...rest]: FactText): FactText {
  return first === undefined ? [] : [typeof first === 'string' ? capitalized(first) : first, ...rest];
}

/** A word or two: "Runs Python" of "Loading it runs Python". */
function briefOf(sentence: string, facts: readonly RunFact[]): string {
  if (/dangerous/.test(sentence)) return 'Dangerous';
  const rest = /^Loading it (runs .+)$/.exec(sentence)?.[1];
  if (rest !== undefined) return capitalized(rest);
  return facts[0]?.kind === 'nothing' && facts.length === 1 ? 'Runs nothing' : 'May run code';
}
