import type { FormatView } from '../../view.ts';
import { drafts } from '../core/drafts.ts';
import { Snippets } from './snippets.tsx';

/** Loaded when it is first shown: few people who look at weights edit them. */
const Edit = async () => ({ default: (await import('./edit/header-editor.tsx')).HeaderEditor });

/** What safetensors files add to the page. */
export const view: FormatView = { Snippets, Edit, drafts };
