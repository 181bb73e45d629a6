import { useMemo } from 'react';
import { type LinkedContent, linkedContents } from '../../model/linked-content.ts';
import type { PackageFile } from '../../model/package.ts';
import { useApp, usePackage } from '../../state/hooks.ts';
import type { LinkFetchState, LinkSizeState } from '../../state/link-slice.ts';
import type { Table } from '../../state/table.ts';

/** How far a linked file is fetched, by whichever of its paths. */
export function useLinkFetch(sha256: string | undefined): LinkFetchState | undefined {
  return useApp(({ linkFetches }) => (sha256 === undefined ? undefined : linkFetches.get(sha256.toLowerCase())));
}

/** What the open package links to, each content once. */
export function useLinkedContents(): readonly LinkedContent[] {
  const { files } = usePackage();
  return linkedContents(files);
}

/** What is known of the sizes of linked contents, in bytes. */
export interface KnownSizes {
  /** Contents, and how many of them have a known size. */
  count: number;
  known: number;
  bytes: number;
}

/** Adds up what hosts have said, and what was fetched. */
export function sizesOf(
  contents: readonly LinkedContent[],
  sizes: Table<LinkSizeState>,
  fetches: Table<LinkFetchState>,
): KnownSizes {
  const sum: KnownSizes = { count: contents.length, known: 0, bytes: 0 };
  for (const { sha256 } of contents) {
    const size = linkSize(sha256, sizes, fetches);
    if (size === undefined) continue;
    sum.known++;
    sum.bytes += size;
  }
  return sum;
}

/** A content's size: what came, else what a host has said. */
function linkSize(sha256: string, sizes: Table<LinkSizeState>, fetches: Table<LinkFetchState>): number | undefined {
  const fetched = fetches.get(sha256);
  return fetched?.phase === 'done' ? fetched.size : sizes.get(sha256)?.size;
}

/** What is known of the sizes of some linked contents, by now. */
export function useKnownSizes(contents: readonly LinkedContent[]): KnownSizes {
  const sizes = useApp((state) => state.linkSizes);
  const fetches = useApp((state) => state.linkFetches);
  return useMemo(() => sizesOf(contents, sizes, fetches), [contents, sizes, fetches]);
}

/** The size of a linked file in bytes, as far as it is known by now. */
export function useLinkSize({ sha256, link }: PackageFile): number | undefined {
  return useApp(({ linkSizes, linkFetches }) =>
    sha256 === undefined || !link ? undefined : linkSize(sha256.toLowerCase(), linkSizes, linkFetches),
  );
}

/** A linked file's content among those of its package. */
export function useContentOf({ sha256 }: PackageFile): LinkedContent | undefined {
  const contents = useLinkedContents();
  return useMemo(() => contents.find((content) => content.sha256 === sha256?.toLowerCase()), [contents, sha256]);
}
