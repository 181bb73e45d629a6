import { MAX_AUTO_DOWNLOAD_BYTES, MAX_AUTO_VERIFY_BYTES } from '../../base/limits.ts';
import type { VerifyHold } from '../../state/auto-verify.ts';
import { formatBytes } from '../../widgets/byte-size.ts';

/** The rule that keeps a package from being checked unasked, as a sentence without a full stop. */
export function holdText(hold: VerifyHold): string {
  switch (hold) {
    case 'embedded':
      return 'On an embedded page, a package is downloaded and checked only when you ask';
    case 'remote':
      return `A package on a host is checked when it opens up to ${formatBytes(MAX_AUTO_DOWNLOAD_BYTES)}, above that only when you ask`;
    case 'large':
      return `From ${formatBytes(MAX_AUTO_VERIFY_BYTES)} of content on, a package is checked when you ask for it or edit it`;
    case 'overlap':
      return 'Its entries share bytes, so it is checked only when you ask';
  }
}
