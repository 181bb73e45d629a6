import { usePackage } from '../../../../state/hooks.ts';
import { formatNumberOf } from '../../../../widgets/byte-size.ts';
import { NameText } from '../../../../widgets/name-text.tsx';
import { FactList, FactRow } from '../../../../widgets/spec-facts.tsx';
import { valueText } from '../other-fields.tsx';
import { shortened } from '../runner.ts';
import classes from './form.module.css';

const NONE: never[] = [];

/** Fields listed; a hostile file can have a hundred thousand. */
const MAX_FIELDS = 100;

/** Fields that the format does not know: they stay as they are. */
export function OtherSection() {
  const other = usePackage().carton?.other ?? NONE;
  return (
    <>
      <p className={classes.hint}>
        In carton.toml, unknown to its format. They are kept as they are; as text, they can be edited too.
      </p>
      <FactList>
        {other.slice(0, MAX_FIELDS).map(({ path, value }) => (
          <FactRow key={path} label={<NameText mono>{path}</NameText>}>
            <NameText mono>{shortened(valueText(value))}</NameText>
          </FactRow>
        ))}
      </FactList>
      {other.length > MAX_FIELDS && (
        <p className={classes.hint}>and {formatNumberOf(other.length - MAX_FIELDS, 'more field')}</p>
      )}
    </>
  );
}
