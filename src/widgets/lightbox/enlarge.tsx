import { IconArrowsMaximize } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { lateView } from '../loading/late-view.tsx';
import classes from './enlarge.module.css';
import { usePictureRole } from './picture-role.tsx';
import { addShownPicture, fullName, type PictureSource, type ShownPicture } from './shown-pictures.ts';

const Lightbox = lateView(() => import('./lightbox.tsx'));

interface Enlarge {
  /** For the element that holds the picture. It must be positioned: the button lies in its corner. */
  ref(element: HTMLElement | null): void;
  /** Opens the lightbox, for a click on the picture. Undefined within a link, where a click follows the link. */
  onClick: (() => void) | undefined;
  /** The button for those who do not click on the picture, and the lightbox. */
  button: ReactNode;
}

/**
 * Lets a picture of the page be seen in the lightbox: it becomes one of the pictures that it goes through, and gets a
 * button that opens it.
 *
 * @param source keep it stable. Undefined where the picture may not be drawn.
 */
export function useEnlarge(name: string, source: PictureSource | undefined): Enlarge {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<ShownPicture>();
  const own = useRef<ShownPicture>(undefined);
  const role = usePictureRole();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!element || !source) return;
    const picture = { name, role, source, element };
    own.current = picture;
    return addShownPicture(picture);
  }, [name, role, source, element]);
  const show = useCallback(() => setOpen(own.current), []);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true });
    wasOpen.current = open !== undefined;
  }, [open]);
  if (!source || element?.closest('a')) return { ref: setElement, onClick: undefined, button: null };
  return {
    ref: setElement,
    onClick: show,
    button: (
      <>
        <button
          ref={button}
          type="button"
          className={classes.button}
          aria-label={`Enlarge ${fullName(name, role) || 'picture'}`}
          onClick={show}
        >
          <IconArrowsMaximize size={16} stroke={1.75} aria-hidden />
        </button>
        {open && <Lightbox first={open} onClose={() => setOpen(undefined)} />}
      </>
    ),
  };
}
