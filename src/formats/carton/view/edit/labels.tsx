import classes from './form.module.css';

/** A field's label within an item: "Input 1 name" for whoever hears it, "Name" for whoever sees whose it is. */
export function ItemLabel({ item, children }: { item: string; children: string }) {
  return (
    <>
      <span className="visually-hidden">{item} </span>
      <span className={classes.capital}>{children}</span>
    </>
  );
}
