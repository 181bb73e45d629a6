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
        Fields that the format does not know. They are kept as they are. You can edit them as text.
      </p>
      <FieldList fields={other} />
    </>
  );
}
