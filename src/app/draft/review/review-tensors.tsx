import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { MAX_AUTO_DOWNLOAD_BYTES, MAX_UNASKED_VIEW_BYTES } from '../../../base/limits.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { TensorMark } from '../../../model/tensor/tensor-acts.ts';
import { tensorElements, tensorIndex, wholeSize } from '../../../model/tensor/tensor-size.ts';
import type { ComparedTensor } from '../../../state/compare-slice.ts';
import {
  useActions,
  useComparison,
  useDraft,
  useOpened,
  useOpenPackage,
  usePackage,
  useTensorCells,
} from '../../../state/hooks.ts';
import { isDecodedDtype } from '../../../tensor/dtype.ts';
import { elementCount, shapeText } from '../../../tensor/shape.ts';
import { ChangeMark } from '../../../widgets/file-tree/change-mark.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { FIRST_IN_LINE, firstLine, firstPlane } from '../../../widgets/tensor/tensor-first.ts';
import { fits, isComparable } from '../../tensors/compare/compare-state.ts';
import { shortDifference } from '../../tensors/compare/compare-words.ts';
import { useTensorActs, useTensorMarks } from '../../tensors/edit/use-tensor-acts.ts';
import classes from './review-files.module.css';
import { PutBack } from './review-files.tsx';

/** Tensors listed here. */
const MAX_TENSORS = 200;

/** The changed tensors of the draft, each with what differs. */
export function ReviewTensors({ onLeave }: { onLeave(): void }) {
  const marks = useTensorMarks();
  const acts = useTensorActs();
  const { edit } = useActions();
  const [problem, setProblem] = useState<string>();
  if (marks.length === 0 || !acts) return null;
  const putBack = async (mark: TensorMark) => {
    const on = await acts.basis();
    const step = on && acts.drafts.putBack(on, mark);
    if (step) edit(step);
    setProblem(
      step ? undefined : `${visibleText(mark.name)} cannot be put back: another tensor has its name or file now.`,
    );
  };
  return (
    <>
      <h3 className={classes.heading}>Tensors</h3>
      {problem !== undefined && <p role="status">{problem}</p>}
      <ul className={classes.list} aria-label="Changed tensors">
        {marks.slice(0, MAX_TENSORS).map((mark) => (
          <ReviewedTensor
            key={`${mark.kind} ${mark.name}`}
            mark={mark}
            onLeave={onLeave}
            onPutBack={() => void putBack(mark)}
          />
        ))}
      </ul>
      {marks.length > MAX_TENSORS && (
        <p className={classes.quiet}>and {formatNumberOf(marks.length - MAX_TENSORS, 'more tensor')}</p>
      )}
    </>
  );
}

interface Props {
  mark: TensorMark;
  onLeave(): void;
  onPutBack(): void;
}

function ReviewedTensor({ mark, onLeave, onPutBack }: Props) {
  const { kind, name, from } = mark;
  const before = tensorIndex(useOpenPackage().tensors).get(from ?? '');
  const after = tensorIndex(usePackage().tensors).get(name);
  const now = kind === 'removed' ? undefined : after;
  // Until the draft's package is known, it may not have one of this name.
  const isKnown = kind === 'removed' || now !== undefined;
  return (
    <li className={classes.item} data-name={name} data-change={kind}>
      <div className={classes.line}>
        <ChangeMark mark={{ kind: kind === 'changed' ? 'replaced' : kind }} wasLinked={false} />
        <span className={classes.path}>
          {kind === 'renamed' && from !== undefined && (
            <>
              <NameText mono>{from}</NameText> →{' '}
            </>
          )}
          {kind === 'removed' ? (
            <NameText mono>{name}</NameText>
          ) : (
            <PlaceLink to={{ tab: 'tensors', item: name }} underline="never" onClick={onLeave} />
          )}
        </span>
        {isKnown && <span className={classes.sizes}>{typesText(before, now)}</span>}
        <PutBack name={visibleText(name)} onClick={onPutBack} />
      </div>
      {now && !before && <FirstValues info={now} />}
      {now && before && mark.hasOthers && !now.inner && !before.inner && <Difference before={before} now={now} />}
    </li>
  );
}

/** "float32 1 × 16 × 16", or what it was and is: "float32 4 → float16 2 × 2". */
function typesText(before: TensorInfo | undefined, now: TensorInfo | undefined): string {
  const [old, is] = [before, now].map((info) => info && typeText(info));
  return old === undefined || is === undefined || old === is ? (is ?? old ?? '') : `${old} → ${is}`;
}

function typeText({ dtype, shape, inner }: TensorInfo): string {
  return inner ? `nested, ${formatNumberOf(inner.length, 'part')}` : `${dtype} ${shapeText(shape)}`;
}

/** The first values of a tensor that is new. */
function FirstValues({ info }: { info: TensorInfo }) {
  const { name, dtype, shape, inner, problem } = info;
  const decoded = isDecodedDtype(dtype) && problem === undefined && !inner ? dtype : undefined;
  const loading = useTensorCells(decoded && name, firstPlane(shape, FIRST_IN_LINE));
  const line = loading.status === 'ready' && decoded && firstLine(decoded, loading.value, tensorElements(info) ?? 0n);
  return line ? <p className={classes.quiet}>{line}</p> : null;
}

/** How many elements differ, and how far. Of large tensors once somebody asks. */
function Difference({ before, now }: { before: TensorInfo; now: TensorInfo }) {
  const pkg = usePackage();
  const isRemote = useOpened()?.descriptor.kind === 'url';
  const pending = useDraft()?.pending === true;
  const [isAsked, setAsked] = useState(false);
  const bytes = [before, now].reduce((sum, info) => sum + Number(wholeSize(info, pkg).bytes ?? 0), 0);
  const isLarge = bytes > (isRemote ? MAX_AUTO_DOWNLOAD_BYTES : MAX_UNASKED_VIEW_BYTES);
  const isSame = isComparable(now) && fits(now, before) && elementCount(now.shape) > 0n;
  const reads = isSame && !pending && (!isLarge || isAsked);
  const pair = { a: { tensor: now.name }, b: { tensor: before.name, asOpened: true } };
  const found = useComparison(reads ? pair : undefined, EXACT);
  if (!isSame) return null;
  if (isLarge && !isAsked)
    return (
      <Button size="compact-sm" onClick={() => setAsked(true)}>
        Compare values
      </Button>
    );
  return (
    <LoadingView of={found} what="the difference">
      {(difference) => <p className={classes.quiet}>{differenceText(difference)}</p>}
    </LoadingView>
  );
}

const EXACT = { rtol: 0, atol: 0 };

/** "3 of 256 values changed, max |Δ| 0.5" */
function differenceText({ count, differs, maxAbs }: ComparedTensor): string {
  if (differs === 0) return `All ${formatNumberOf(count, 'value')} are the same.`;
  const changed = `${formatCount(differs)} of ${formatNumberOf(count, 'value')} changed`;
  return maxAbs ? `${changed}, max |Δ| ${shortDifference(maxAbs.value)}` : changed;
}
