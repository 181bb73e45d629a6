import { createContext, type ReactNode, use } from 'react';
import { visibleText } from '../name-text.tsx';

/** What the pictures below are pictures of: the title of an example, then the name of its input. */
const PictureRole = createContext<string | undefined>(undefined);

/**
 * Gives the pictures in it a role, which stands before their names in the lightbox. Roles nest, the outer one first.
 */
export function WithPictureRole({ role, children }: { role: string; children: ReactNode }) {
  const outer = usePictureRole();
  const text = visibleText(role);
  return <PictureRole value={outer === undefined ? text : `${outer}, ${text}`}>{children}</PictureRole>;
}

/** The role of a picture here, without invisible characters. Undefined where it has none. */
export function usePictureRole(): string | undefined {
  return use(PictureRole);
}
