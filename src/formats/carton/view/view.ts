import type { FormatView } from '../../view.ts';
import { drafts } from '../core/drafts.ts';
import { OtherFields } from './other-fields.tsx';
import { OtherRunRows, RunRows } from './run-rows.tsx';
import { Snippets } from './snippets.tsx';

/** Loaded when it is first shown: few people who look at a package edit it. */
const Edit = async () => ({ default: (await import('./edit/carton-editor.tsx')).CartonEditor });

export const view: FormatView = {
  RunRows,
  OtherRunRows,
  OtherFields,
  Snippets,
  Edit,
  drafts,
  shownFacts: ['Runner', 'Runner compat version'],
};
