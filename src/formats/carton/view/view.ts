import { OtherFields } from './other-fields.tsx';
import { Snippets } from './snippets.tsx';
import { WhenLoaded } from './when-loaded.tsx';

export const view = { WhenLoaded, OtherFields, Snippets, shownFacts: ['Runner', 'Runner compat version'] };
