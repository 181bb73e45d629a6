import { MAX_MEDIA_BYTES } from '../../base/limits.ts';
import type { SoundType } from '../../model/file/media.ts';
import { useFileBlob } from '../../state/hooks.ts';
import { MediaView } from '../../widgets/files/media-view.tsx';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import { SoundDifference } from '../../widgets/sound/sound-difference.tsx';
import { choiceOf, type FileSide } from './file-side.ts';
import classes from './sound-pair.module.css';

interface Props {
  before: FileSide;
  after: FileSide;
  types: readonly [SoundType, SoundType];
  words: readonly [string, string];
}

/** Two sounds with their waveforms below each other, and their difference where they have one. */
export default function SoundPair({ before, after, types, words }: Props) {
  const first = useFileBlob(before.path, types[0], MAX_MEDIA_BYTES, choiceOf(before));
  const second = useFileBlob(after.path, types[1], MAX_MEDIA_BYTES, choiceOf(after));
  return (
    <LoadingView of={first} what="the first sound">
      {(a) => (
        <LoadingView of={second} what="the second sound">
          {(b) => (
            <div className={classes.root}>
              <p className={classes.word}>
                <bdi>{words[0]}</bdi>
              </p>
              <MediaView blob={a} type={types[0]} name={words[0]} />
              <p className={classes.word}>
                <bdi>{words[1]}</bdi>
              </p>
              <MediaView blob={b} type={types[1]} name={words[1]} />
              <p className={classes.word}>Difference</p>
              <SoundDifference first={a} second={b} />
            </div>
          )}
        </LoadingView>
      )}
    </LoadingView>
  );
}
