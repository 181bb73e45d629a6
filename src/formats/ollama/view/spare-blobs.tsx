import { formatBytes, formatNumberOf } from '../../../base/amounts.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import { useOpenPackage } from '../../../state/hooks.ts';
import { Card } from '../../../widgets/card.tsx';
import { MoreLink, PlaceLink } from '../../../widgets/place-link.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { FileCount, OllamaOwn } from '../core/own.ts';
import classes from './spare-blobs.module.css';

/** Files that are listed here. Files lists all. */
const FIRST_FILES = 5;

/** Blobs that no model names, and unfinished downloads, with what they take. Nothing where there are none. */
export function SpareBlobs({ own: { models, unnamed, unfinished } }: { own: OllamaOwn }) {
  return (
    <>
      <Spare title={models.length === 0 ? 'Blobs without a model' : 'Blobs that no model uses'} of={unnamed} />
      <Spare title="Unfinished downloads" of={unfinished} />
    </>
  );
}

function Spare({ title, of: { count, bytes, paths } }: { title: string; of: FileCount }) {
  const { files } = useOpenPackage();
  if (count === 0) return null;
  const left = count - Math.min(FIRST_FILES, paths.length);
  return (
    <Section title={title} aside={`${formatNumberOf(count, 'file')}, ${formatBytes(bytes)}`}>
      <Card as="ul" rows>
        {paths.slice(0, FIRST_FILES).map((path) => (
          <li key={path} className={classes.row}>
            <PlaceLink to={{ tab: 'files', item: path }} underline="never" className={classes.name ?? ''} />
            <span className={classes.size}>{formatBytes(fileIndex(files).get(path)?.size ?? 0)}</span>
          </li>
        ))}
      </Card>
      {left > 0 && (
        <MoreLink className={classes.more ?? ''} to={{ tab: 'files' }}>
          and {formatNumberOf(left, 'more file')}
        </MoreLink>
      )}
    </Section>
  );
}
