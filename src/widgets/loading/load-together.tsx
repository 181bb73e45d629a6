import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './load-together.module.css';

/** Says that something is read; the function that it gives says that this is over. */
type Begin = () => () => void;

const Reading = createContext<Begin | undefined>(undefined);

/** Longest time that content is kept out of sight. Milliseconds. Later, what comes may move what is there. */
const MAX_HIDDEN_MS = 3000;

interface Props {
  className?: string | undefined;
  /** Longest time that the content is kept out of sight. Milliseconds. */
  atMost?: number;
  children: ReactNode;
}

/**
 * Shows its content when all that it reads at first is here, so that nothing moves when it comes: the sizes of pictures
 * and texts are not known before. Until then the content is laid out, out of sight.
 */
export function LoadTogether({ className, atMost = MAX_HIDDEN_MS, children }: Props) {
  const [isShown, setShown] = useState(false);
  const count = useRef(0);
  const frame = useRef(0);
  // One thing often leads to the next, which begins in the same frame.
  const look = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      if (count.current === 0) setShown(true);
    });
  }, []);
  const begin = useCallback(() => {
    count.current += 1;
    return () => {
      count.current -= 1;
      look();
    };
  }, [look]);
  useEffect(() => {
    look();
    const timer = setTimeout(() => setShown(true), atMost);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame.current);
    };
  }, [look, atMost]);
  return (
    <div className={[classes.root, className].filter(Boolean).join(' ')} data-awaiting={!isShown || undefined}>
      <Reading value={begin}>{children}</Reading>
    </div>
  );
}

/** Tells the `LoadTogether` around it, if there is one, that something is read for as long as `isReading` is true. */
export function useReading(isReading: boolean): void {
  const begin = useContext(Reading);
  // Before the paint: the next part of a chain must begin before the frame in which the last one ended is over.
  useLayoutEffect(() => (isReading ? begin?.() : undefined), [begin, isReading]);
}

/** Stands within `LoadTogether` for a view that is loaded (`late-view.tsx`). */
export function ReadingPart({ className }: { className?: string | undefined }) {
  useReading(true);
  return <div className={className} />;
}
