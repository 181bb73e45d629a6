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
    // A file becomes a link only once it was fetched from there and compared. Of one that is added by its hash alone, the
    // size is known only where it was fetched.
    const isFetched = ({ sha256, size }: FileLink) => sha256 === undefined || size !== undefined;
    const compared = new Set(
      changes.flatMap((change) => (change.kind === 'link' && isFetched(change) ? change.path : [])),
    );
    const states = contents.map((content) => linkState(content, fetches, verdicts, compared));
    const count = (of: string) => states.filter((state) => state === of).length;
    return {
      all: contents.length,
      matching: count('matching'),
      failed: count('failed'),
      hosts: new Set(contents.flatMap(({ hosts }) => hosts)).size,
    };
  }, [files, fetches, verdicts, changes]);
}

function linkState(
  { sha256, paths }: LinkedContent,
  fetches: ReadonlyMap<string, LinkFetchState>,
  verdicts: Pick<Verdicts, 'get'>,
  compared: ReadonlySet<string>,
): 'matching' | 'failed' | 'unchecked' {
  const phase = fetches.get(sha256)?.phase;
  if (phase === 'failed') return 'failed';
  const isKnown = phase === 'done' || paths.some((path) => compared.has(path) || verdicts.get(path) === 'verified');
  return isKnown ? 'matching' : 'unchecked';
}
