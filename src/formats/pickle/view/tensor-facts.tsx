import { formatCount } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { usePackage } from '../../../state/hooks.ts';
import { FactList, FactRow } from '../../../widgets/fact-list.tsx';
import type { PickleOwn } from '../core/own.ts';

/** The storage that a tensor is a view of, and the layout of its elements in it. */
export function TensorFacts({ info }: { info: TensorInfo }) {
  const view = (usePackage().own as PickleOwn | undefined)?.tensors.find(({ name }) => name === info.name);
  if (!view) return null;
  const { key, dtype, device, strides, offset, sharers, requiresGrad } = view;
  return (
    <FactList>
      <FactRow label="Storage">
        {key}, of {dtype}
        {sharers > 1 && `, shared by ${formatCount(sharers)} tensors`}
      </FactRow>
      <FactRow label="Device">{device}</FactRow>
      <FactRow label="Strides">
        {strides.length === 0 ? 'none: a scalar' : `${strides.join(', ')} (in elements)`}
      </FactRow>
      {offset > 0 && <FactRow label="Offset">{formatCount(offset)} elements in the storage</FactRow>}
      {requiresGrad && <FactRow label="Gradient">required</FactRow>}
    </FactList>
  );
}
