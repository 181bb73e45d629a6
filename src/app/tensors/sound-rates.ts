import { useMemo } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { rateOf, statedRates } from '../../model/tensor/sound-rate.ts';
import { useActions, usePackage } from '../../state/hooks.ts';
import type { SoundRate } from '../../widgets/tensor-views/view-props.ts';

/** What the package states as the rate of a sound, the likeliest first. A tensor that holds it is read when asked. */
export function useSoundRates({ name }: TensorInfo): readonly SoundRate[] {
  const pkg = usePackage();
  const { readCells } = useActions();
  return useMemo(
    () =>
      statedRates(pkg, name).map((stated) => ({
        from: stated.from,
        async read(signal) {
          if ('rate' in stated) return stated.rate;
          const [value = ''] = await readCells(stated.tensor, ONE_CELL, { signal });
          return rateOf(value);
        },
      })),
    [pkg, name, readCells],
  );
}

const ONE_CELL = { rows: 1, columns: 1, start: 0, rowStride: 0, columnStride: 0 };
