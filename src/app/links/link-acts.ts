import { IconCloudDownload, IconLink, IconWorldCog, type TablerIcon } from '@tabler/icons-react';
import type { FileChange } from '../../model/draft.ts';
import type { FileEditing, PackageFile } from '../../model/package.ts';
import { whyFixed, whyKept } from '../files/changes/file-paths.ts';
import type { ShownFiles } from '../files/listing/shown-files.ts';

/** What can be done with a file and its URLs. */
export type LinkAct = 'link' | 'bring-in' | 'addresses';

/** An act, and the file that it is about. */
export interface LinkAsk {
  readonly act: LinkAct;
  readonly subject: LinkSubject;
}

export interface LinkSubject {
  /** As it is shown. */
  readonly path: string;
  /** 64 hexadecimal digits. Undefined of a file of the draft whose hash nobody has computed yet. */
  readonly sha256: string | undefined;
  /** In bytes, where it is known. */
  readonly size: number | undefined;
  /** The URLs that it would have if it were saved now. */
  readonly urls: readonly string[];
  /** Those that it has in the open package. */
  readonly openUrls: readonly string[];
  /** What the draft puts there. */
  readonly blob: Blob | undefined;
  /** It was fetched before, and matched: the page has its bytes. */
  readonly isFetched: boolean;
}

export const LINK_ACTS: Readonly<Record<LinkAct, { readonly name: string; readonly Icon: TablerIcon }>> = {
  link: { name: 'Make it a link', Icon: IconLink },
  'bring-in': { name: 'Bring it in', Icon: IconCloudDownload },
  addresses: { name: 'Edit URLs', Icon: IconWorldCog },
};

/**
 * What can be done with a file and its URLs, as the draft has it.
 *
 * @param changes the draft's changes of files
 */
export function linkAsks(
  can: FileEditing,
  { openOf }: Pick<ShownFiles, 'openOf'>,
  changes: readonly FileChange[],
  file: PackageFile,
): readonly LinkAsk[] {
  const { path } = file;
  if (!can.links || file.kind !== 'file' || file.shadowed || file.unsafe) return [];
  const open = openOf(file);
  const put = changes.find((change) => change.kind === 'put' && change.path === path);
  const link = changes.find((change) => change.kind === 'link' && change.path === path);
  const openUrls = open?.link?.urls ?? [];
  const added = link?.kind === 'link' && link.sha256 !== undefined ? link : undefined;
  const isLinked = openUrls.length > 0 || added !== undefined;
  const subject: LinkSubject = {
    path,
    sha256: added?.sha256 ?? (put?.kind === 'put' ? put.digest?.sha256 : open?.sha256),
    size: added?.size ?? (put?.kind === 'put' ? put.blob.size : open?.size),
    urls: link?.kind === 'link' ? link.urls : openUrls,
    openUrls,
    blob: put?.kind === 'put' ? put.blob : undefined,
    isFetched: open?.fetched === true,
  };
  const acts: LinkAct[] = [];
  const isFixed = whyFixed(can, path) !== undefined;
  if (isLinked && whyKept(can, path) === undefined) acts.push('bring-in');
  // Where their text is edited, it has them all.
  const isTyped = changes.some((change) => change.kind === 'put' && change.path === can.links);
  if ((isLinked || link) && !isFixed && !isTyped) acts.push('addresses');
  if (!isLinked && !link && !isFixed && (put || open?.sha256 !== undefined)) acts.push('link');
  return acts.map((act) => ({ act, subject }));
}

/** Why a file cannot become a link, where its row has no other word on it. Undefined where it can, or is one. */
export function whyNoLink(
  can: FileEditing,
  { openOf }: Pick<ShownFiles, 'openOf'>,
  file: PackageFile,
  hashList: string,
): string | undefined {
  const open = openOf(file);
  if (!can.links || !open || open.kind !== 'file' || open.shadowed || open.unsafe) return undefined;
  if (open.sha256 !== undefined || whyFixed(can, file.path) !== undefined) return undefined;
  return `It cannot become a link: ${hashList} has no hash for it.`;
}
