import type { Place } from '../../model/place.ts';
import { NameText } from '../name-text.tsx';
import { PlaceLink } from '../place-link.tsx';
import type { DataColumn } from './data-column.ts';

interface Options<Row> extends Pick<DataColumn<Row>, 'optional' | 'narrow'> {
  mono?: boolean;
  /** Sentences: the filter looks in them, and nobody sorts by them. */
  isProse?: boolean;
  /** Where the text of a row leads to. */
  to?(row: Row): Place | undefined;
}

/** A column of strangers' texts. */
export function nameColumn<Row>(
  id: string,
  header: string,
  text: (row: Row) => string | undefined,
  { mono = false, isProse = false, to, ...more }: Options<Row> = {},
): DataColumn<Row> {
  return {
    id,
    header,
    ...(isProse ? { text } : { value: text }),
    ...more,
    cell(row, stop) {
      const shown = text(row);
      // Nothing at all, so that a narrow table leaves the cell out.
      if (!shown) return null;
      const name = <NameText mono={mono}>{shown}</NameText>;
      const place = to?.(row);
      if (!place) return name;
      return (
        <PlaceLink to={place} tabIndex={stop ? 0 : -1}>
          {name}
        </PlaceLink>
      );
    },
  };
}
