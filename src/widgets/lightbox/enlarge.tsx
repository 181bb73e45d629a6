import { IconArrowsMaximize } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { lateView } from '../loading/late-view.tsx';
import classes from './enlarge.module.css';
import { usePictureRole } from './picture-role.tsx';
import { addShownPicture, fullName, type PictureSource } from './shown-pictures.ts';

const Lightbox = lateView(() => import('./lightbox.tsx'));

/**
 * Lets a picture of the page be seen in the lightbox: it becomes one of the pictures that it goes through, and gets a
 * button that opens it.
 *
 * @param source keep it stable
 */
export function useEnlarge(name: string, source: PictureSource) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const role = usePictureRole();
  const button = useRef<HTMLButtonElement>(null);
  const picture = useMemo(() => element && { name, role, source, element }, [name, role, source, element]);
  useEffect(() => (picture ? addShownPicture(picture) : undefined), [picture]);
  if (element?.closest('a')) return { ref: setElement, onClick: undefined, button: null };
  const onClick = () => setOpen(true);
  const onClose = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return {
    /** For the element that holds the picture. It must be positioned: the button lies in its corner. */
    ref: setElement,
    /** Opens the lightbox, for a click on the picture. Undefined within a link, where a click follows the link. */
    onClick,
    /** The button for those who do not click on the picture, and the lightbox. */
    button: (
      <>
        <button
          ref={button}
          type="button"
          className={classes.button}
          aria-label={`Enlarge ${fullName(name, role) || 'picture'}`}
          onClick={onClick}
        >
          <IconArrowsMaximize size={16} stroke={1.75} aria-hidden />
        </button>
        {isOpen && picture && <Lightbox first={picture} onClose={onClose} />}
      </>
    ),
  };
}
