import { IconPackageExport } from '@tabler/icons-react';
import { isOtherThan, MADE_FORMATS } from '../../formats/views.ts';
import { usePackagePart } from '../../state/hooks.ts';
import { IconButton } from '../../widgets/icon-button.tsx';
import { isEmbedded } from '../page-address.ts';
import { useNewPackage } from './new-package-ways.ts';

/** Begins a new package of the usual format with the shown one. Nothing for one of that format, and in a frame. */
export function ConvertButton() {
  const format = usePackagePart((pkg) => pkg.format);
  const { fromShown } = useNewPackage();
  const [made] = MADE_FORMATS;
  const run = fromShown(made);
  if (!run || isEmbedded() || !isOtherThan(made, { format })) return null;
  return (
    <IconButton Icon={IconPackageExport} variant="default" size="sm" onClick={run}>
      New {made.one} with this
    </IconButton>
  );
}
