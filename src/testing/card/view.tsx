import type { FormatView } from '../../formats/views.ts';
import { useApp } from '../../state/hooks.ts';

/** What a card adds to the page: an editor of its title, and how changes of it read. */
export const view: FormatView = {
  Edit: () => <p>{useApp(({ draft }) => draft?.shown.title)}</p>,
  drafts: {
    changes: (first, now) =>
      first === now
        ? []
        : [{ key: 'title', label: 'Title', kind: 'changed', before: String(first), after: String(now) }],
    fixName: () => undefined,
    fixStep: () => undefined,
  },
};
