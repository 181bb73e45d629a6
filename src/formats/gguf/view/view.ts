import type { FormatView } from '../../view.ts';
import { drafts } from '../core/drafts.ts';
import { BlockFacts } from './block-facts.tsx';
import { Details } from './details.tsx';
import { Metadata } from './metadata.tsx';
import { TensorFacts } from './tensor-facts.tsx';

/** Loaded when it is first shown: few people who look at weights edit them. */
const Edit = async () => ({ default: (await import('./edit/header-editor.tsx')).HeaderEditor });

/** What GGUF files add to the page. */
export const view: FormatView = { Details, OtherFields: Metadata, TensorFacts, TensorBlock: BlockFacts, Edit, drafts };
