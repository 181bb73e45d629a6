import { useCallback } from 'react';
import { addressedPath } from '../../model/file/file-address.ts';
import { usePackage } from '../../state/hooks.ts';

/**
 * A function that gives the path of the package's file that an address in its texts names, or undefined. It stays the
 * same function while the package's prefix and folder for such addresses stay.
 */
export function useFileOf(): (address: string) => string | undefined {
  const of = usePackage().fileAddress;
  const [prefix, folder] = [of?.prefix, of?.folder];
  return useCallback(
    (address) => addressedPath(address, prefix === undefined || folder === undefined ? undefined : { prefix, folder }),
    [prefix, folder],
  );
}
