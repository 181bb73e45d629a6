import { formatBytes, formatCount } from '../../base/amounts.ts';
import { type LinkedContent, linkedContents } from '../../model/link/linked-content.ts';
import type { PackageFile } from '../../model/package.ts';
import { useApp, useOpenPackage } from '../../state/hooks.ts';
import type { LinkSizeState } from '../../state/link-size-slice.ts';
import type { LinkFetchState } from '../../state/link-slice.ts';

/** How far fetching a linked file is. All paths with the same hash share one state. */
export function useLinkFetch(sha256: string | undefined): LinkFetchState | undefined {
  return useApp(({ linkFetches }) => (sha256 === undefined ? undefined : linkFetches.get(sha256.toLowerCase())));
}

/** The contents that the open package links to. Several paths with one hash are one content. */
export function useLinkedContents(): readonly LinkedContent[] {
  const { files } = useOpenPackage();
  return linkedContents(files);
}

/** The size of a content in bytes: as fetched, else as a host states it. */
function linkSize(
  sha256: string,
  sizes: ReadonlyMap<string, LinkSizeState>,
  fetches: ReadonlyMap<string, LinkFetchState>,
): number | undefined {
  const fetched = fetches.get(sha256);
  return fetched?.phase === 'done' ? fetched.size : sizes.get(sha256)?.size;
}

/** The size of contents together in words, as far as it is known: a package need not state it. */
export function useSizesText() {
  const sizes = useApp((state) => state.linkSizes);
  const fetches = useApp((state) => state.linkFetches);
  return (contents: readonly LinkedContent[]) => {
    const known = contents.flatMap(({ sha256 }) => linkSize(sha256, sizes, fetches) ?? []);
    if (known.length === 0) return 'size unknown';
    const unknown = contents.length - known.length;
    const rest = unknown === 0 ? '' : `, ${formatCount(unknown)} of unknown size`;
    return `${formatBytes(known.reduce((sum, size) => sum + size, 0))}${rest}`;
  };
}

/** The size of a linked file in bytes. Undefined while unknown. */
export function useLinkSize({ sha256, link }: PackageFile): number | undefined {
  return useApp(({ linkSizes, linkFetches }) =>
    sha256 === undefined || !link ? undefined : linkSize(sha256.toLowerCase(), linkSizes, linkFetches),
  );
}
