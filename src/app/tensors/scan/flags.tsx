import type { TensorInfo } from '../../../model/package.ts';
import { isScanned } from '../../../model/tensor/scan-list.ts';
import { type FlagText, flagTexts } from '../../../model/tensor/scan-text.ts';
import type { ScanFlag, ScannedTensor } from '../../../tensor/scan/scanned.ts';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import type { Tone } from '../../../widgets/severity.tsx';
import classes from './scan.module.css';

/** The colors say what to look at first. They are not those of a severity: nothing here need be wrong. */
const TONES: Readonly<Record<ScanFlag, Tone>> = {
  nan: 'error',
  infinite: 'error',
  zeros: 'error',
  outlier: 'warning',
  constant: 'info',
  duplicate: 'info',
  dead: 'info',
};

interface Props {
  info: TensorInfo;
  scanned: ScannedTensor | undefined;
  /** Whether its links are reached by the Tab key. */
  stop: boolean;
}

/** What stands out in a tensor: each leads to its place. */
export function Flags({ info, scanned, stop }: Props) {
  const placeHref = usePlaceHref();
  if (!scanned) return isScanned(info) || info.inner ? null : <span className={classes.note}>not looked at</span>;
  if (scanned.error) return <span className={classes.note}>{visibleText(scanned.error.message)}</span>;
  if (scanned.flags.length === 0 && !scanned.scales) return null;
  return (
    <span className={classes.flags}>
      {flagTexts(scanned, info.shape).map((each) => (
        <a
          key={each.flag}
          href={placeHref({
            tab: 'tensors',
            item: each.other ?? info.name,
            ...(each.cell !== undefined && { cell: each.cell }),
          })}
          className={classes.flag}
          data-tone={TONES[each.flag]}
          title={each.text}
          tabIndex={stop ? undefined : -1}
        >
          <FlagWords of={each} />
        </a>
      ))}
      {scanned.scales && <span className={classes.note}>scales only</span>}
    </span>
  );
}

/** A name in it is a stranger's. */
function FlagWords({ of: { text, other } }: { of: FlagText }) {
  if (other === undefined || !text.endsWith(other)) return text;
  return (
    <>
      {text.slice(0, -other.length)}
      <NameText>{other}</NameText>
    </>
  );
}
