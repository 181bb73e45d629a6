import { Anchor } from '@mantine/core';
import { useCallback } from 'react';
import type { Finding } from '../../base/findings.ts';
import type { Binding, TensorInfo } from '../../model/package.ts';
import { tensorElements, tensorIndex } from '../../model/tensor/tensor-size.ts';
import { useActions, usePackage } from '../../state/hooks.ts';
import { type PictureLayout, pictureLayout } from '../../tensor/pixels.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { bySeverity, ToneIcon } from '../../widgets/severity.tsx';
import { type LoadBytes, TensorPicture } from '../../widgets/tensor/tensor-picture.tsx';
import { FileView } from '../files/content/file-view.tsx';
import { FindingNote } from '../problems/finding-note.tsx';
import { FIRST_NUMBERS, FirstValues, TensorPreview } from '../tensors/tensor-preview.tsx';
import { TensorView } from '../tensors/tensor-view.tsx';
import classes from './value-view.module.css';

type Value = Binding['value'];

/** Bytes of a tensor that is drawn here without asking: a picture of 1024 × 1024 pixels in color, as floats of 4. */
const MAX_PICTURE_BYTES = 12 * 1024 * 1024;

/** The tensor that a value is. Undefined for a file, and for a tensor that the package does not have. */
export function useTensorOf(value: Value): TensorInfo | undefined {
  const { tensors } = usePackage();
  return value.kind === 'tensor' ? tensorIndex(tensors).get(value.tensor) : undefined;
}

interface Props {
  value: Value;
  /** What `useTensorOf` gives for it. */
  info: TensorInfo | undefined;
  /** Those about this value, shown below it. */
  findings: readonly Finding[];
}

/** A value of an example or self-test: its text, picture or numbers, large, and its findings. */
export function ValueView({ value, info, findings }: Props) {
  return (
    <>
      {value.kind === 'file' ? (
        <div className={classes.file}>
          <FileView path={value.path} compact />
        </div>
      ) : info ? (
        <TensorValue info={info} />
      ) : (
        <TensorView name={value.tensor} compact />
      )}
      <ValueFindings findings={findings} />
    </>
  );
}

/** A tensor to look at: a picture where it is one, else its first values, large, with a link to all. */
function TensorValue({ info }: { info: TensorInfo }) {
  const placeHref = usePlaceHref();
  if (info.inner) return <TensorPreview info={info} />;
  const layout = info.problem === undefined ? shownLayout(info) : undefined;
  if (layout) return <DrawnTensor info={info} layout={layout} />;
  const count = tensorElements(info) ?? 0n;
  return (
    <div className={classes.value} data-tensor={info.name}>
      <FirstValues info={info} />
      {count > FIRST_NUMBERS && (
        <Anchor className={classes.all} href={placeHref({ tab: 'tensors', item: info.name })}>
          {count > Number.MAX_SAFE_INTEGER ? 'All values' : `All ${formatCount(Number(count))} values`}
        </Anchor>
      )}
    </div>
  );
}

/** The layout of a tensor that is surely a picture: of bytes, or in color. */
function shownLayout({ dtype, shape }: TensorInfo): PictureLayout | undefined {
  const layout = pictureLayout(dtype, shape);
  const isMeant = layout && (dtype === 'uint8' || layout.channels > 1);
  return isMeant && layout.bytes <= MAX_PICTURE_BYTES ? layout : undefined;
}

function DrawnTensor({ info: { name }, layout }: { info: TensorInfo; layout: PictureLayout }) {
  const { readTensorBytes } = useActions();
  const load = useCallback<LoadBytes>(
    (start, end, signal) => readTensorBytes(name, start, end, { signal }),
    [readTensorBytes, name],
  );
  return <TensorPicture name={name} layout={layout} lead={layout.lead.map(() => 0)} load={load} />;
}

/** The findings of a value, folded to their number, so that they do not hide the value. */
function ValueFindings({ findings }: { findings: readonly Finding[] }) {
  const [worst, ...others] = bySeverity(findings);
  if (!worst) return null;
  return (
    <details className={classes.findings}>
      <summary className={classes.summary} data-severity={worst.severity}>
        <ToneIcon tone={worst.severity} />
        {formatNumberOf(findings.length, others.length === 0 ? worst.word.toLowerCase() : 'problem')}
      </summary>
      {findings.map((finding) => (
        <FindingNote key={`${finding.code} ${finding.message}`} finding={finding} />
      ))}
    </details>
  );
}
