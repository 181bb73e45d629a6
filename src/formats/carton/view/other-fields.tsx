import { formatNumberOf } from '../../../base/amounts.ts';
import { usePackage } from '../../../state/hooks.ts';
import { cutText, valueText } from '../../../toml/value-text.ts';
import { FactList, FactRow } from '../../../widgets/fact-list.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { CartonToml } from '../core/read/carton-fields.ts';
import { cartonTomlOf } from '../core/read/carton-fields.ts';
import classes from './panel.module.css';

/** Most fields listed. A hostile file can have a hundred thousand. */
const MAX_FIELDS = 100;

/** Fields of carton.toml that format version 1 does not know. Readers ignore them, and saving keeps them. */
export function OtherFields() {
  const other = cartonTomlOf(usePackage())?.other ?? [];
  if (other.length === 0) return null;
  return (
    <Section title="Other fields">
      <p className={classes.lead}>Fields that the format does not know. Readers ignore them.</p>
      <FieldList fields={other} />
    </Section>
  );
}

/** Fields with their values, written as in TOML. */
export function FieldList({ fields }: { fields: CartonToml['other'] }) {
  return (
    <>
      <FactList>
        {fields.slice(0, MAX_FIELDS).map(({ path, value }) => (
          <FactRow key={path} label={<NameText mono>{path}</NameText>}>
            <NameText mono>{cutText(valueText(value))}</NameText>
          </FactRow>
        ))}
      </FactList>
      {fields.length > MAX_FIELDS && (
        <p className={classes.note}>and {formatNumberOf(fields.length - MAX_FIELDS, 'more field')}, in carton.toml</p>
      )}
    </>
  );
}
