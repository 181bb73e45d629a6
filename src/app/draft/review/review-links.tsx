import type { PackageFile } from '../../../model/package.ts';
import { useDraft, useWords } from '../../../state/hooks.ts';
import { TextDiff } from '../../../widgets/text-diff/text-diff.tsx';
import classes from './review-files.module.css';

/** The URLs of a file that the draft makes a link, or whose URLs it changes, before and after. */
export function ReviewedUrls({ path, before }: { path: string; before: PackageFile | undefined }) {
  const { hashList, linkList } = useWords();
  const change = useDraft()?.current.files.find((each) => each.kind === 'link' && each.path === path);
  if (change?.kind !== 'link') return null;
  return (
    <>
      <p className={classes.quiet}>
        {before?.link
          ? `Its URLs in ${linkList} change.`
          : `Its bytes leave the package. ${hashList} keeps its hash, and ${linkList} gets its URL.`}
      </p>
      <TextDiff before={linesOf(before?.link?.urls ?? [])} after={linesOf(change.urls)} label={`URLs of ${path}`} />
    </>
  );
}

function linesOf(urls: readonly string[]): string {
  return urls.map((url) => `${url}\n`).join('');
}
