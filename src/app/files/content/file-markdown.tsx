import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { formatBytes } from '../../../base/amounts.ts';
import { MAX_TEXT_BYTES } from '../../../base/limits.ts';
import { visibleProse } from '../../../base/text.ts';
import { relativePath } from '../../../model/file/file-address.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import { type FrontMatter, splitFrontMatter } from '../../../model/front-matter.ts';
import { useFileBytes, useOpenPackage } from '../../../state/hooks.ts';
import { FactList, FactRow } from '../../../widgets/fact-list.tsx';
import { lateView } from '../../../widgets/loading/late-view.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { useFileOf } from '../../package/file-of.ts';
import { PackageImage } from '../../package/image.tsx';
import classes from './file-content.module.css';
import { decodePart } from './text-part.ts';

const Markdown = lateView(() => import('../../../widgets/markdown/markdown.tsx'));

interface Props {
  path: string;
  /** Of the file, in bytes. */
  size: number;
  /** Shows the text as it stands. */
  onSource(): void;
}

/** A Markdown file as it reads: front matter as a table, and links to other files of the package. */
export function FileMarkdown({ path, size, onSource }: Props) {
  const end = Math.min(size, MAX_TEXT_BYTES);
  const bytes = useFileBytes(path, 0, end);
  return (
    <>
      <LoadingView of={bytes} what="the text">
        {(value) => <Laid bytes={value} path={path} isWhole={end === size} />}
      </LoadingView>
      {end < size && (
        <p className={classes.more}>
          The first {formatBytes(end)} of {formatBytes(size)} are shown.
          <Button size="compact-sm" onClick={onSource}>
            Read the rest as source
          </Button>
        </p>
      )}
    </>
  );
}

function Laid({ bytes, path, isWhole }: { bytes: Uint8Array; path: string; isWhole: boolean }) {
  const { files } = useOpenPackage();
  const named = useFileOf();
  const fileOf = useCallback(
    (address: string) => {
      const found = relativePath(address, path);
      return named(address) ?? (found !== undefined && fileIndex(files).has(found) ? found : undefined);
    },
    [named, path, files],
  );
  const { matter, body } = useMemo(() => splitFrontMatter(decodePart(bytes, isWhole).text), [bytes, isWhole]);
  return (
    <>
      {matter && <Matter matter={matter} />}
      <div className={classes.markdown}>
        <Markdown Image={PackageImage} fileOf={fileOf}>
          {body}
        </Markdown>
      </div>
    </>
  );
}

function Matter({ matter }: { matter: FrontMatter }) {
  return (
    <section className={classes.matter} aria-label="Front matter">
      {'rows' in matter ? (
        <FactList plain>
          {matter.rows.map(({ key, value }) => (
            <FactRow key={key} label={visibleText(key)}>
              {value.includes('\n') ? <pre>{visibleProse(value)}</pre> : <bdi>{visibleText(value)}</bdi>}
            </FactRow>
          ))}
        </FactList>
      ) : (
        <pre>{visibleProse(matter.text)}</pre>
      )}
    </section>
  );
}
