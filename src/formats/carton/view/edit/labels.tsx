import classes from './form.module.css';

/**
 * A field's label within an item. A screen reader says "Input 1 name"; the page shows only "Name", below the item's
 * heading.
 */
export function ItemLabel({ item, children }: { item: string; children: string }) {
  return (
    <>
      <span className="visually-hidden">{item} </span>
      <span className={classes.capital}>{children}</span>
    </>
  );
}
