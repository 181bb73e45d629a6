import type { FormatView } from '../../view.ts';
import { drafts } from '../core/drafts.ts';
import { DATA_FILES, LAYERS, NODE_RANGES } from '../core/own.ts';
import { Details } from './details.tsx';

/** Loaded when it is first shown: few people who look at weights edit a manifest. */
const Edit = async () => ({ default: (await import('./edit/manifest-editor.tsx')).ManifestEditor });

/** What mldef models add to the page. */
export const view: FormatView = { Details, Edit, drafts, shownFacts: [NODE_RANGES, LAYERS, DATA_FILES] };
