import { lateView } from '../../widgets/loading/late-view.tsx';
import { LateDialog } from '../boundary.tsx';
import { useShownDialog } from './edit-dialogs.tsx';

const ReviewDialog = lateView(() => import('./review/review.tsx'));
const SaveDialog = lateView(() => import('./save/save.tsx'));
const ResealDialog = lateView(() => import('./save/reseal.tsx'));

/**
 * The dialogs of editing. They are outside of the package's page, because that page is replaced when the saved package
 * becomes the open one.
 */
export function ShownDialogs() {
  const { shown, close, goOn, onSaving } = useShownDialog();
  return (
    <>
      <LateDialog opened={shown === 'review'} onClose={close}>
        <ReviewDialog opened={shown === 'review'} onClose={close} onSave={goOn} />
      </LateDialog>
      <LateDialog opened={shown === 'save'} onClose={close}>
        <SaveDialog opened={shown === 'save'} onClose={close} onSaving={onSaving} />
      </LateDialog>
      <LateDialog opened={shown === 'reseal'} onClose={close}>
        <ResealDialog opened={shown === 'reseal'} onClose={close} />
      </LateDialog>
    </>
  );
}
