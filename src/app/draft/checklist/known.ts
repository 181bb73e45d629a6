import { useMemo } from 'react';
import type { KnownOfPackage } from '../../../model/checklist.ts';
import type { DraftReview, FileChange, FileLink } from '../../../model/draft.ts';
import { type LinkedContent, linkedContents } from '../../../model/link/linked-content.ts';
import { useApp, useEditedPaths, useFileChanges, useOpenPackage, usePackagePart } from '../../../state/hooks.ts';
import type { LinkFetchState } from '../../../state/link-slice.ts';
import type { Verdicts } from '../../../state/verdict-table.ts';
import { checkState } from '../save/check-state.ts';

/** What the page knows of the package that is shown and that its checklist asks for. The same object while it is so. */
export function useKnown(): KnownOfPackage {
  const integrity = useIntegrity();
  const links = useLinks();
  const { all, matching, failed, hosts } = links;
  return useMemo(
    () => ({ integrity, links: { all, matching, failed, hosts } }),
    [integrity, all, matching, failed, hosts],
  );
}

function useIntegrity(): KnownOfPackage['integrity'] {
  const pkg = useOpenPackage();
  const verification = useApp((state) => state.verification);
  const verdicts = useApp((state) => state.verdicts);
  const isResealed = useApp(({ draft }) => draft?.current.renew === 'reseal');
  const edited = useEditedPaths();
  const changes = useFileChanges();
  const { phase } = verification;
  // Verdicts come many times a second. Before the end, they change nothing here.
  const ended = phase === 'running' ? undefined : verdicts;
  const kind = useMemo(
    () => ended && checkState(pkg, { ...verification }, ended, savingOf(edited, changes)).kind,
    [pkg, verification, ended, edited, changes],
  );
  if (isResealed || kind === 'right') return 'matches';
  if (kind === 'wrong') return 'differs';
  return phase === 'running' ? 'checking' : 'unchecked';
}

/** What a draft writes, without asking the worker for its review. */
function savingOf(edited: ReadonlySet<string>, changes: readonly FileChange[]): Pick<DraftReview, 'files' | 'changes'> {
  return {
    files: [...edited].map((path) => ({ path, kind: 'changed', after: '' })),
    changes: changes.map((change) => {
      if (change.kind === 'rename') return { kind: 'renamed', path: change.to, from: change.from };
      return { kind: KINDS[change.kind], path: change.path };
    }),
  };
}

const KINDS = { put: 'replaced', remove: 'removed', link: 'linked' } as const;

function useLinks(): KnownOfPackage['links'] {
  const files = usePackagePart((pkg) => pkg.files);
  const fetches = useApp((state) => state.linkFetches);
  const verdicts = useApp((state) => state.verdicts);
  const changes = useFileChanges();
  return useMemo(() => {
    const contents = linkedContents(files);
    const links = new Map(changes.flatMap((change) => (change.kind === 'link' ? [[change.path, change]] : [])));
    const states = contents.map((content) => linkState(content, fetches, verdicts, links));
    const count = (of: string) => states.filter((state) => state === of).length;
    return {
      all: contents.length,
      matching: count('matching'),
      failed: count('failed'),
      hosts: new Set(contents.flatMap(({ hosts }) => hosts)).size,
    };
  }, [files, fetches, verdicts, changes]);
}

/** What is known of whether its addresses, as the draft has them, send a file. */
export function linkState(
  { sha256, paths, urls }: Pick<LinkedContent, 'sha256' | 'paths' | 'urls'>,
  fetches: ReadonlyMap<string, LinkFetchState>,
  verdicts: Pick<Verdicts, 'get'>,
  links: ReadonlyMap<string, FileLink>,
): 'matching' | 'failed' | 'unchecked' {
  // Addresses that have changed and sent the file since are known to be right, whatever the ones before them did.
  if (paths.some((path) => links.get(path)?.isCompared)) return 'matching';
  const fetched = fetches.get(sha256);
  if (fetched?.phase === 'failed') return 'failed';
  const isKnown =
    (fetched?.phase === 'done' && urls.includes(fetched.url)) ||
    paths.some((path) => isComparedAt(path, links, verdicts));
  return isKnown ? 'matching' : 'unchecked';
}

/** Addresses that the draft has changed are compared only where they have sent the file since. */
function isComparedAt(path: string, links: ReadonlyMap<string, FileLink>, verdicts: Pick<Verdicts, 'get'>): boolean {
  const changed = links.get(path);
  return changed ? changed.isCompared === true : verdicts.get(path) === 'verified';
}
