import { createContext, useCallback, useContext } from 'react';
import { type Inside, OUTERMOST, type Place, placeHref } from '../model/place.ts';

/** Where the package lies that is shown: its places have addresses that lead through the packages around it. */
const ShownInside = createContext<Inside>(OUTERMOST);

export const ShownInsideProvider = ShownInside.Provider;

export function useShownInside(): Inside {
  return useContext(ShownInside);
}

/** Gives the address of a place in the package that is shown, as `placeHref` writes it. */
export function usePlaceHref(): (place: Place) => string {
  const inside = useShownInside();
  return useCallback((place: Place) => placeHref(place, inside), [inside]);
}
