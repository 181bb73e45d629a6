import type { Finding } from '../../../../base/findings.ts';
import type { FieldValue } from '../../../../model/field.ts';
import classes from './form.module.css';
import { FindingText } from './notes.tsx';
import { textOf } from './text-row.tsx';

interface Props {
  field: string;
  value: FieldValue | undefined;
  findings: readonly Finding[];
}

/** What is wrong with a list as a whole. Where the value is not a list, also shows the value. */
export function NotAList({ field, value, findings }: Props) {
  const isWrong = value !== undefined && !Array.isArray(value);
  return (
    <>
      {findings.map((finding, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same.
        <FindingText key={i} finding={finding} />
      ))}
      {isWrong && (
        <p className={classes.wrong}>
          {field} = {textOf(value)}
          <br />
          It is not a list. Adding an item replaces it.
        </p>
      )}
    </>
  );
}
