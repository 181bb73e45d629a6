import { MetadataText } from '../../../metadata-text.tsx';
import { MANIFEST } from '../../core/paths.ts';

/** manifest.json as text, scrolled to `line`. */
export default function Text({ line }: { line: number | undefined }) {
  return <MetadataText path={MANIFEST} language="none" line={line} />;
}
