import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useRootMark } from '../root-mark.ts';
import { Head } from './controls.tsx';
import { PictureViewer } from './picture-viewer.tsx';
import { fullName, type ShownPicture } from './shown-pictures.ts';

interface Props {
  first: ShownPicture;
  onClose(): void;
}

/** A picture of the page over the whole window. */
export default function Lightbox({ first, onClose }: Props) {
  useRootMark('dialog');
  const [{ name, role }, setShown] = useState(first);
  return (
    <Modal.Root opened onClose={onClose} fullScreen returnFocus={false} padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={`Picture: ${fullName(name || 'Picture', role)}`}>
        <PictureViewer first={first} isModal onShow={setShown}>
          {(shown) => <Head shown={shown} onClose={onClose} />}
        </PictureViewer>
      </Modal.Content>
    </Modal.Root>
  );
}
