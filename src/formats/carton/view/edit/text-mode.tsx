import { withoutPlace } from '../../../../toml/place-words.ts';
import { MetadataText } from '../../../metadata-text.tsx';
import { CARTON_TOML } from '../../core/paths.ts';

/** carton.toml as text, scrolled to `line`. */
export default function Text({ line }: { line: number | undefined }) {
  return <MetadataText path={CARTON_TOML} language="toml" line={line} messageOf={withoutPlace} />;
}
