import { UnstyledButton } from '@mantine/core';
import classes from './list-views.module.css';

/** How tensors are listed. */
export type ListViewName = 'List' | 'Tree' | 'Scan';

interface Props {
  views: readonly ListViewName[];
  view: ListViewName;
  onView(view: ListViewName): void;
}

/** Chooses how tensors are listed. Buttons and not radio buttons: a press on "Scan" begins to read. */
export function ListViews({ views, view, onView }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form.
    <div role="group" aria-label="Show tensors as" className={classes.root}>
      {views.map((each) => (
        <UnstyledButton
          key={each}
          className={classes.view ?? ''}
          aria-pressed={each === view}
          onClick={() => onView(each)}
        >
          {each}
        </UnstyledButton>
      ))}
    </div>
  );
}
