import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconFileText, IconFolder, IconPackageExport, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { MADE_FORMATS, type MadeFormat, madeFormat } from '../../formats/views.ts';
import type { MadePackage } from '../../state/draft/slice.ts';
import { useOpened, useWork } from '../../state/hooks.ts';
import { Dialog } from '../../widgets/dialog.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { useOpening } from '../opening/opening-ways.tsx';
import { MadeNote } from './made.tsx';
import { MakingForm } from './making-form.tsx';
import { folderMaterial, type Material, packageMaterial } from './material.ts';
import classes from './new-package.module.css';
import { type Making, type MakingOf, useNewPackage } from './new-package-ways.ts';

interface Props {
  opened: boolean;
  making: Making;
  onClose(): void;
}

/** What a new package is made of, the form that makes it, and what to do with it once it is saved. */
export default function NewPackageDialog({ opened, making, onClose }: Props) {
  const [chosen, setChosen] = useState<MadeFormat>(MADE_FORMATS[0]);
  const format = making.at === 'form' ? making.made : chosen;
  const maker = useWork(format.load);
  const [busy, setBusy] = useState(false);
  /** What was made of this form. */
  const [last, setLast] = useState<{ id: number; made: MadePackage }>();
  const { openMade } = useOpening();
  const made = making.at === 'form' && last?.id === making.id ? last.made : undefined;
  const material = useMemo(() => (making.at === 'form' ? materialOf(making.of) : undefined), [making]);
  return (
    <Dialog
      opened={opened}
      onClose={busy ? undefined : onClose}
      size={760}
      title={made ? 'Saved' : making.at === 'choose' ? 'New package' : `New ${format.one}`}
    >
      {maker.status === 'failed' ? (
        <ErrorNote error={maker.error} />
      ) : making.at === 'choose' ? (
        <Ways made={chosen} onMade={setChosen} />
      ) : made ? (
        <MadeNote made={made} one={format.one} onOpen={() => openMade(made.descriptor)} onClose={onClose} />
      ) : maker.status === 'ready' && material ? (
        <MakingForm
          key={making.id}
          maker={maker.value}
          format={format.format}
          from={making.of ? 'files' : 'nothing'}
          material={material}
          onBusy={setBusy}
          onMade={(result) => {
            setLast({ id: making.id, made: result });
            openMade(result.descriptor);
          }}
        />
      ) : null}
    </Dialog>
  );
}

function materialOf(of: MakingOf | undefined): Material {
  if (!of) return { name: '', files: [] };
  return 'opened' in of ? packageMaterial(of.opened, of.unpacked) : folderMaterial(of.name, of.files);
}

function Ways({ made, onMade }: { made: MadeFormat; onMade(made: MadeFormat): void }) {
  const { fromFolder, fromNothing, fromShown } = useNewPackage();
  const shown = useOpened();
  const withShown = fromShown(made);
  return (
    <>
      <SegmentedControl
        aria-label="Format"
        size="sm"
        className={classes.formats ?? ''}
        data={MADE_FORMATS.map(({ format, label }) => ({ value: format, label }))}
        value={made.format}
        onChange={(id) => onMade(madeFormat(id))}
      />
      <ul className={classes.ways}>
        <Way
          name="From a folder"
          text="You choose which of its files go in. Keys, caches and the like stay out."
          Icon={IconFolder}
          onChoose={() => fromFolder(made)}
        />
        <Way name="From nothing" text={made.template} Icon={IconFileText} onChoose={() => fromNothing(made)} />
        {withShown && shown && (
          <Way
            name="With this package"
            text={
              <>
                The files of <NameText>{shown.package.name}</NameText>, with all that it says of its model and a new one
                has a place for.
              </>
            }
            Icon={IconPackageExport}
            onChoose={withShown}
          />
        )}
      </ul>
    </>
  );
}

function Way({ name, text, Icon, onChoose }: { name: string; text: ReactNode; Icon: TablerIcon; onChoose(): void }) {
  return (
    <li>
      <UnstyledButton className={classes.way} onClick={onChoose}>
        <span className={classes.icon}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </span>
        <span>
          <span className={classes.name}>{name}</span>
          <span className={classes.text}>{text}</span>
        </span>
      </UnstyledButton>
    </li>
  );
}
