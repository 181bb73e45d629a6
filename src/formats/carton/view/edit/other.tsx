import { usePackage } from '../../../../state/hooks.ts';
import { cartonTomlOf } from '../../core/carton-fields.ts';
import { FieldList } from '../other-fields.tsx';
import classes from './form.module.css';

const NONE: never[] = [];

/** Fields that the format does not know: they stay as they are. */
export function OtherSection() {
  const other = cartonTomlOf(usePackage())?.other ?? NONE;
  return (
    <>
      <p className={classes.hint}>
        In carton.toml, unknown to its format. They are kept as they are; as text, they can be edited too.
      </p>
      <FieldList fields={other} />
    </>
  );
}
