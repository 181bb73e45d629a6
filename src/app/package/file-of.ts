import { useCallback } from 'react';
import { addressedPath } from '../../model/file-address.ts';
import { usePackage } from '../../state/hooks.ts';

/** Gives the file of the open package that an address in its texts names. Another function only where the format names files otherwise. */
export function useFileOf(): (address: string) => string | undefined {
  const of = usePackage().fileAddress;
  const [prefix, folder] = [of?.prefix, of?.folder];
  return useCallback(
    (address) => addressedPath(address, prefix === undefined || folder === undefined ? undefined : { prefix, folder }),
    [prefix, folder],
  );
}
