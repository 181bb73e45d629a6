import { Anchor, Button } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { formatBytes } from '../../base/amounts.ts';
import { MAX_UNASKED_DECODED } from '../../base/limits.ts';
import { contentFile, fileIndex } from '../../model/file/file-index.ts';
import { OUTERMOST, placeHref } from '../../model/place.ts';
import { hasPut } from '../../state/file-place.ts';
import { useLevels, useLevelsState, useOuter } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import { hashStateOf } from '../../state/verdict-table.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { TrustRow, useTrustPlace } from '../trust/trust-row.tsx';
import { followInside } from './follow.ts';
import { insideText } from './inside-text.ts';

/** Where an inner package lies, and what the package around it says of its file. Nothing for the outermost package. */
export function InsideRow() {
  const { shape } = useTrustPlace();
  const levels = useLevels();
  const { inside, choice } = useLevelsState((state) => state.shown);
  const outer = useOuter((state) => openedOf(state.load)?.package);
  const verdicts = useOuter((state) => state.verdicts);
  const isRunning = useOuter((state) => state.verification.phase === 'running') === true;
  const path = inside.at(-1);
  const changes = useOuter((state) => state.draft?.current.files);
  const isUnsaved = path !== undefined && hasPut(changes, path);
  const file = outer && path !== undefined ? fileIndex(outer.files).get(path) : undefined;
  if (!outer || !verdicts || path === undefined || !(file || isUnsaved)) return null;
  const text = insideText({
    outer: visibleText(outer.name),
    state: file ? hashStateOf(file, verdicts, isRunning) : 'none',
    isUnsaved,
    hashList: outer.words.hashList,
  });
  // The trail says it above already, and a line has room for few words.
  if (shape === 'line' && text.tone === 'quiet') return null;
  const href = placeHref({ tab: 'files', item: path }, inside.length > 1 ? inside.slice(0, -1) : OUTERMOST);
  const content = file && !isUnsaved ? contentFile(outer.files, file) : undefined;
  const isCut = content?.compressed === true && (content.size ?? 0) > MAX_UNASKED_DECODED && !choice.decodesAll;
  return (
    <TrustRow {...text} Icon={IconPackageImport} href={href}>
      {isCut && (
        <Button size="compact-sm" onClick={() => void followInside(levels, { decodesAll: true })}>
          Decompress all ({formatBytes(content.size ?? 0)})
        </Button>
      )}
      <Anchor inherit href={href}>
        Show<span className="visually-hidden"> the file in the outer package</span>
      </Anchor>
    </TrustRow>
  );
}
