import { formatCount } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { usePackage } from '../../../state/hooks.ts';
import { FactList, FactRow } from '../../../widgets/fact-list.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import { bitsPerWeight, isQuantized, typeOfDtype } from '../core/header/tensor-type.ts';
import type { GgufOwn } from '../core/own.ts';

/** The shape of a tensor in both orders, how its type stores elements, and where it begins. */
export function TensorFacts({ info }: { info: TensorInfo }) {
  const { dataStarts } = usePackage().own as GgufOwn;
  const type = typeOfDtype(info.dtype);
  const { data } = info;
  const dataStart = dataStarts.find(({ path }) => path === data?.path)?.start;
  return (
    <FactList>
      <FactRow label="Shape, NumPy’s order">
        <ShapeText shape={info.shape} />
      </FactRow>
      <FactRow label="Shape, ggml’s order (ne)">
        <ShapeText shape={info.shape.toReversed()} />
      </FactRow>
      {type && (
        <FactRow label="Bits per weight">
          {Number(bitsPerWeight(type).toPrecision(6))}
          {isQuantized(type) && `: blocks of ${type.elements} elements in ${type.bytes} bytes`}
        </FactRow>
      )}
      {data && dataStart !== undefined && (
        <FactRow label="Offset">
          {formatCount(data.start - dataStart)} in the data, {formatCount(data.start)} in the file
        </FactRow>
      )}
    </FactList>
  );
}
