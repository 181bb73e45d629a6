import { Anchor } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { capitalized } from '../../base/text.ts';
import { type RunFact, runSummary } from '../../model/run-facts.ts';
import { useShownRuns } from '../../state/shown-runs.ts';
import { FactText } from '../../widgets/fact-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { TrustRow, type TrustShape } from './trust-row.tsx';

/** What loading the package would run, in one line. Nothing where its format does not say. */
export function RunRow({ shape }: { shape: TrustShape }) {
  const placeHref = usePlaceHref();
  const { facts } = useShownRuns();
  if (!facts) return null;
  const { weight, sentence, detail } = runSummary(facts);
  const href = placeHref({ tab: 'overview', show: 'runs' });
  return (
    <TrustRow
      tone={weight}
      brief={briefOf(sentence, facts.facts)}
      sentence={sentence}
      detail={detail.length === 0 ? undefined : <FactText>{detail}</FactText>}
      Icon={IconTerminal2}
      href={href}
      shape={shape}
    >
      <Anchor inherit href={href}>
        Show<span className="visually-hidden"> what would run</span>
      </Anchor>
    </TrustRow>
  );
}

/** A word or two: "Runs Python" of "Loading it runs Python". */
function briefOf(sentence: string, facts: readonly RunFact[]): string {
  const rest = /^Loading it (runs .+)$/.exec(sentence)?.[1];
  if (rest !== undefined) return capitalized(rest);
  return facts[0]?.kind === 'nothing' ? 'Runs nothing' : 'May run code';
}
