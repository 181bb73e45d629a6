import type { FoundPhoto } from '../../../widgets/files/media-files.ts';
import { PhotoQuestion } from '../../../widgets/photo-question/photo-question.tsx';
import { Dialog } from '../../dialog.tsx';

/** Photos among files that are added or replaced: what they say, by their paths. */
export interface PhotosAsk {
  readonly act: 'add' | 'replace';
  readonly photos: readonly { readonly name: string; readonly told: FoundPhoto }[];
}

interface Props {
  ask: PhotosAsk | undefined;
  /** Whether it is cut out; undefined where the files stay out. */
  onAnswer(isCut: boolean | undefined): void;
}

/** Says of photos where they were taken, and asks whether that is cut out. */
export function PhotoDialog({ ask, onAnswer }: Props) {
  return (
    <Dialog opened={ask !== undefined} onClose={() => onAnswer(undefined)} title="Where photos were taken" size={560}>
      {ask && <PhotoQuestion photos={ask.photos} act={ask.act} onAnswer={onAnswer} />}
    </Dialog>
  );
}
