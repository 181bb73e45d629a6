import type { TomlValue } from '../../../model/carton-toml.ts';
import { usePackage } from '../../../state/hooks.ts';
import { formatNumberOf } from '../../../widgets/byte-size.ts';
import { NameText } from '../../../widgets/name-text.tsx';
import { FactList, FactRow } from '../../../widgets/spec-facts.tsx';
import classes from './panel.module.css';
import { MAX_VALUE, optionText, shortened } from './runner.ts';

/** Fields listed; a hostile file can have a hundred thousand. */
const MAX_FIELDS = 100;

/** Fields of carton.toml that format version 1 does not know. Readers ignore them, and nothing drops them. */
export function OtherFields() {
  const other = usePackage().carton?.other ?? [];
  if (other.length === 0) return null;
  return (
    <section aria-labelledby="other-fields">
      <h2 id="other-fields" className={classes.title}>
        Other fields
      </h2>
      <p className={classes.lead}>In carton.toml, unknown to its format. Readers ignore them.</p>
      <FactList>
        {other.slice(0, MAX_FIELDS).map(({ path, value }) => (
          <FactRow key={path} label={<NameText mono>{path}</NameText>}>
            <NameText mono>{shortened(valueText(value))}</NameText>
          </FactRow>
        ))}
      </FactList>
      {other.length > MAX_FIELDS && (
        <p className={classes.note}>and {formatNumberOf(other.length - MAX_FIELDS, 'more field')}, in carton.toml</p>
      )}
    </section>
  );
}

/** A value as it reads in TOML, on one line. Cut short as it grows, since it may be megabytes. */
export function valueText(value: TomlValue, nested = false): string {
  if (typeof value === 'string')
    return nested ? JSON.stringify(value.slice(0, MAX_VALUE)) : value.slice(0, MAX_VALUE + 1);
  if (typeof value !== 'object') return optionText(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 0;
  for (const [key, item] of Object.entries(value)) {
    const text = isList ? valueText(item, true) : `${keyText(key)} = ${valueText(item, true)}`;
    parts.push(text);
    length += text.length;
    if (length > MAX_VALUE) break;
  }
  const inside = parts.join(', ');
  if (isList) return `[${inside}]`;
  return inside === '' ? '{}' : `{ ${inside} }`;
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}
