import { IconBraces, IconDownload, IconHash, IconTerminal2 } from '@tabler/icons-react';
import { toErrorData } from '../../base/errors.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { savedName } from '../../model/file/file-name.ts';
import { METADATA_TEXT, type Place } from '../../model/place.ts';
import { useActions, useApp, useOpenPackage, useWords } from '../../state/hooks.ts';
import { saveBlob, saveFile } from '../../widgets/files/save-blob.ts';
import { useEditDialogs } from '../draft/edit-dialogs.tsx';
import { RESEAL } from '../draft/save/reseal-name.ts';
import { type FindAction, useFindActions } from '../find/action.ts';
import { usePlace } from '../page-address.ts';

/**
 * Offers in Find what the package's tabs have controls for, whichever tab is shown.
 *
 * @param isEditing whether the Edit tab is shown, which offers the metadata file itself
 */
export function usePackageActions(isEditing: boolean): void {
  const pkg = useOpenPackage();
  const { metadataFile } = useWords();
  const { readBlob, draftToSave, fail } = useActions();
  const isChanged = useApp(({ draft }) => draft?.changed === true);
  const dialogs = useEditDialogs();
  const [, go] = usePlace();
  const metadata = fileIndex(pkg.files).get(metadataFile);
  const canDownload = metadata?.size !== undefined && metadata.unsafe === undefined && !isEditing;

  async function download(): Promise<void> {
    try {
      const edited = isChanged ? (await draftToSave()).texts.get(metadataFile) : undefined;
      if (edited !== undefined) return saveFile(edited, metadataFile);
      // Not the real type: a browser may open that instead of saving it.
      const blob = await readBlob(metadataFile, 'application/octet-stream', { signal: new AbortController().signal });
      saveBlob(blob, savedName(metadataFile));
    } catch (error) {
      fail(toErrorData(error));
    }
  }

  const leadTo = (place: Place) => () => go(place);
  const actions: (FindAction | false)[] = [
    {
      name: 'Show what would run',
      also: 'loading code packages hosts trust',
      Icon: IconTerminal2,
      run: leadTo({ tab: 'overview', show: 'runs' }),
    },
    canDownload && { name: `Download ${metadataFile}`, Icon: IconDownload, run: () => void download() },
    pkg.can.edit &&
      pkg.words.metadataFile !== undefined && {
        name: `Edit ${metadataFile} as text`,
        Icon: IconBraces,
        run: leadTo(METADATA_TEXT),
      },
    pkg.can.reseal === true && { name: RESEAL, also: 'sha256 seal manifest', Icon: IconHash, run: dialogs.reseal },
  ];
  useFindActions(actions.filter((action) => action !== false));
}
