import { formatCount } from '../../../base/amounts.ts';
import { useOpened, useWords } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { ToneLine } from '../../../widgets/severity.tsx';
import { useTrust } from '../../trust/use-trust.ts';
import classes from '../files-tab.module.css';

/** Below the list: what verifying says of all files, so that rows only speak where something differs. */
export function ListFoot() {
  const opened = useOpened();
  return opened ? <Foot opened={opened} /> : null;
}

function Foot({ opened: { descriptor } }: { opened: Opened }) {
  const { texts, integrity } = useTrust(descriptor);
  const { hashList } = useWords();
  const { level, counts } = integrity;
  const { tone, sentence } = texts.integrity;
  const isAll = level === 'verified' && tone === 'ok' && counts.matching > 1 && counts.unlisted === 0;
  return (
    <ToneLine tone={tone} className={classes.foot} data-tone={tone}>
      {isAll ? `All ${formatCount(counts.matching)} match ${hashList}` : sentence}
    </ToneLine>
  );
}
