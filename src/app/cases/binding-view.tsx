import { useMemo, useState } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { Finding } from '../../base/findings.ts';
import type { Binding, TensorInfo, TensorSpec } from '../../model/package.ts';
import { tensorElements, tensorIndex } from '../../model/tensor/tensor-size.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { usePackage } from '../../state/hooks.ts';
import { isNumericDtype, type NumericDtype } from '../../tensor/dtype.ts';
import { firstMapping, withIndex } from '../../tensor/mapping.ts';
import { type PictureAxes, pictureDimensions, pictureMapping } from '../../tensor/picture-layout.ts';
import { planPicture } from '../../tensor/picture-reading.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { WithPictureRole } from '../../widgets/lightbox/picture-role.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { bySeverity, ToneIcon } from '../../widgets/severity.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import {
  PictureAs,
  type PictureChoice,
  TensorPicture,
  usePictureAxes,
} from '../../widgets/tensor-picture/tensor-picture.tsx';
import { isDrawn } from '../../widgets/tensor-picture/tensor-thumb.tsx';
import { dimensionNames } from '../../widgets/tensor-views/dimensions.ts';
import { IndexField } from '../../widgets/tensor-views/mapper.tsx';
import { FileView } from '../files/content/file-view.tsx';
import { FindingNote } from '../problems/finding-note.tsx';
import { useTensorAccess } from '../tensors/shown-tensor.tsx';
import { FIRST_NUMBERS, FirstValues, TensorPreview } from '../tensors/tensor-preview.tsx';
import { NoSuchTensor } from '../tensors/tensor-view.tsx';
import classes from './binding-view.module.css';

interface Props {
  binding: Binding;
  /** Those about this value, shown below it. */
  findings: readonly Finding[];
  /** In the Overview, what it is: "Input". Its type stands after its name, and not where it is stored. */
  part?: string;
  /** What the schema says of it. */
  spec?: TensorSpec | undefined;
}

/** One named value of an example or self-test: its name, its text, picture or numbers, large, and its findings. */
export function BindingView({ binding: { name, value }, findings, part, spec }: Props) {
  const { tensors } = usePackage();
  const info = value.kind === 'tensor' ? tensorIndex(tensors).get(value.tensor) : undefined;
  return (
    <div className={classes.root} data-binding={name} data-part={part}>
      <p className={classes.caption}>
        {part}{' '}
        <span className={classes.name}>
          <NameText mono>{name}</NameText>
        </span>{' '}
        {part === undefined ? (
          <StoredText info={info} />
        ) : (
          <TypeText dtype={(info ?? spec)?.dtype} shape={info?.inner ? undefined : (info ?? spec)?.shape} />
        )}
      </p>
      <WithPictureRole role={name}>
        {value.kind === 'file' ? (
          <div className={classes.file}>
            <FileView path={value.path} compact />
          </div>
        ) : info ? (
          <TensorValue info={info} role={name} />
        ) : (
          <NoSuchTensor name={value.tensor} />
        )}
        <ValueFindings findings={findings} />
      </WithPictureRole>
    </div>
  );
}

function StoredText({ info }: { info: TensorInfo | undefined }) {
  if (!info || info.inner) return null;
  return (
    <span className={classes.stored}>
      <PlaceLink to={{ tab: 'tensors', item: info.name }} underline="never" /> · <NameText mono>{info.dtype}</NameText>{' '}
      · <ShapeText shape={info.shape} short />
    </span>
  );
}

/** A type and shape in a few words. A scalar and a nested tensor have no shape to speak of. */
function TypeText({ dtype, shape }: { dtype?: string | undefined; shape?: Shape | ShapeSpec | undefined }) {
  const hasShape = shape !== undefined && (typeof shape === 'string' || shape.length > 0);
  return (
    <span className={classes.type}>
      {dtype !== undefined && <NameText>{dtype}</NameText>}
      {dtype !== undefined && hasShape && ', '}
      {hasShape && <ShapeText shape={shape} short />}
    </span>
  );
}

/** A tensor to look at: a picture where it is one, else its first values, large, with a link to all. */
function TensorValue({ info, role }: { info: TensorInfo; role: string }) {
  const pkg = usePackage();
  const { name } = info;
  const stated = useMemo(() => statedShape(pkg, name), [pkg, name]);
  const choice = usePictureAxes(info.shape, stated);
  const dtype = valueDtype(info);
  if (info.inner) return <TensorPreview info={info} />;
  if (isNumericDtype(dtype) && isDrawn(info, dtype, choice.axes, role))
    return <DrawnTensor info={info} dtype={dtype} stated={stated} choice={choice} axes={choice.axes} />;
  const count = tensorElements(info) ?? 0n;
  return (
    <div className={classes.value} data-tensor={info.name}>
      <FirstValues info={info} />
      {count > FIRST_NUMBERS && (
        <PlaceLink
          className={classes.all ?? ''}
          inherit={false}
          underline="never"
          to={{ tab: 'tensors', item: info.name }}
        >
          {count > Number.MAX_SAFE_INTEGER ? 'All values' : `All ${formatCount(Number(count))} values`}
        </PlaceLink>
      )}
    </div>
  );
}

interface DrawnProps {
  info: TensorInfo;
  dtype: NumericDtype;
  stated: ShapeSpec | undefined;
  choice: PictureChoice;
  axes: PictureAxes;
}

function DrawnTensor({ info, dtype, stated, choice, axes }: DrawnProps) {
  const { name, shape } = info;
  const access = useTensorAccess(info);
  const [at, setAt] = useState(() => firstMapping(shape));
  const mapping = useMemo(() => pictureMapping(at, shape, axes), [at, shape, axes]);
  const of = useMemo(
    () => ({ access, dtype, plan: planPicture(mapping, shape, axes) }),
    [access, dtype, mapping, shape, axes],
  );
  const names = useMemo(() => dimensionNames(shape.length, stated), [shape, stated]);
  return (
    <>
      <TensorPicture name={name} of={of} />
      <div className={classes.ways}>
        <PictureAs of={choice} />
        {pictureDimensions(axes, shape).map((dimension) => (
          <IndexField
            key={dimension}
            label={visibleText(names[dimension] as string)}
            count={Number(shape[dimension])}
            value={mapping.steps[dimension]?.start ?? 0}
            onValue={(index) => setAt(withIndex(mapping, shape, dimension, index))}
          />
        ))}
      </div>
    </>
  );
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
