import type { FormatView } from '../../formats/view.ts';
import { useApp } from '../../state/hooks.ts';
import { setTitle } from './step.ts';

function TitleEditor() {
  return <p>{useApp(({ draft }) => draft?.shown.title)}</p>;
}

/** What a card adds to the page: an editor of its title, and how changes of it read. */
export const view: FormatView = {
  Edit: async () => ({ default: TitleEditor }),
  drafts: {
    changes: (first, now) =>
      first === now
        ? []
        : [{ key: 'title', label: 'Title', kind: 'changed', before: String(first), after: String(now) }],
    putBackSteps: (first) => new Map([['title', setTitle(String(first))]]),
    rebase(first, now, onto) {
      const change = {
        key: 'title',
        label: 'Title',
        kind: 'changed',
        before: String(first),
        after: String(now),
      } as const;
      if (first === now) return { fits: [], misfits: [], present: [] };
      if (onto === now) return { fits: [], misfits: [], present: [change] };
      if (onto === first) return { fits: [{ change, step: setTitle(String(now)) }], misfits: [], present: [] };
      return { fits: [], misfits: [{ change, found: String(onto) }], present: [] };
    },
    fixName: () => undefined,
    fixStep: () => undefined,
  },
};
