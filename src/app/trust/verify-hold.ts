import { MAX_AUTO_DOWNLOAD_BYTES, MAX_AUTO_VERIFY_BYTES } from '../../base/limits.ts';
import type { VerifyHold } from '../../state/auto-verify.ts';
import { formatBytes } from '../../widgets/byte-size.ts';

/** The rule that keeps a package from being checked unasked, as a sentence without a full stop. */
export function holdText(hold: VerifyHold): string {
  switch (hold) {
    case 'embedded':
      return 'On an embedded page, a package is downloaded and checked only when you ask';
    case 'remote':
      return `Packages on a host are checked automatically up to ${formatBytes(MAX_AUTO_DOWNLOAD_BYTES)}, and above that only when you ask`;
    case 'large':
      return `Packages with ${formatBytes(MAX_AUTO_VERIFY_BYTES)} of content or more are checked when you ask or edit`;
    case 'overlap':
      return 'Its entries share bytes, so it is checked only when you ask';
  }
}
