import { useSyncExternalStore } from 'react';
import { useOutermost } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import { sharedHashIn, subscribeToAddress } from '../page-address.ts';

/** What a link says of the file that it leads to, so that whoever opens it sees whether it is still the same. */
export interface SharedHash {
  /** `hash`: what the package is known by, such as the hash of its hash list. `sha256`: that of the whole file. */
  readonly kind: 'hash' | 'sha256';
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** What a link to the outermost open package says of it without reading more. Undefined where it has no such hash. */
export function useOwnHash(): SharedHash | undefined {
  const sha256 = useOutermost(({ load }) => openedOf(load)?.package.identity?.sha256.toLowerCase());
  return sha256 === undefined ? undefined : { kind: 'hash', sha256 };
}

/** What the page's address says of the file that it leads to: `broken` where that is not a whole SHA-256. */
export function useSharedHash(): SharedHash | 'broken' | undefined {
  const search = useSyncExternalStore(subscribeToAddress, () => window.location.search);
  return sharedHashIn(search);
}
