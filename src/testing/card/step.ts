import type { EditStep } from '../../model/draft.ts';

/** The name by which a draft knows the text of a card. */
export const TEXT_PATH = 'card.txt';

/** What the format makes of a step: nobody else looks into it. The values of a card are its title. */
export interface CardEdits {
  title: string;
}

export function setTitle(title: string): EditStep {
  return { name: 'Change the title', edits: { title } satisfies CardEdits, apply: () => title };
}
