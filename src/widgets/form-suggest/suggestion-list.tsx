import { Combobox } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { visibleText } from '../name-text.tsx';
import classes from './suggestion-list.module.css';
import type { Suggestions } from './suggestions.ts';

export interface SuggestionListProps {
  /** Undefined while the list is closed. */
  found: Suggestions | undefined;
  isHidden: boolean;
  /** Shown instead of an empty list. With `onText`, an empty list is hidden unless this is given. */
  nothing?: ReactNode;
  /** More about a suggestion, in a line below it. Where it gives nothing there is no line. */
  Preview?: ComponentType<{ value: string }> | undefined;
  mono?: boolean;
}

/** The list below a field with suggestions: a part of its `Combobox`. */
export function SuggestionList({ found, isHidden, nothing, Preview, mono = false }: SuggestionListProps) {
  return (
    <Combobox.Dropdown hidden={isHidden}>
      <Combobox.Options aria-label="Suggestions" className={classes.options ?? ''}>
        {found?.items.map((item) => (
          <Combobox.Option key={item.value} value={item.value} className={classes.option ?? ''}>
            <bdi className={mono ? classes.mono : undefined}>{visibleText(item.value)}</bdi>
            {item.note !== undefined && <span className={classes.note}>{visibleText(item.note)}</span>}
            {Preview && (
              <span className={classes.preview}>
                <Preview value={item.value} />
              </span>
            )}
          </Combobox.Option>
        ))}
        {found?.items.length === 0 && <Combobox.Empty>{nothing ?? 'No match.'}</Combobox.Empty>}
      </Combobox.Options>
      {found && found.more > 0 && (
        <Combobox.Footer>
          <span className={classes.note}>and {formatCount(found.more)} more. Type to narrow them down.</span>
        </Combobox.Footer>
      )}
    </Combobox.Dropdown>
  );
}
