import { UnstyledButton } from '@mantine/core';
import { IconFileText, IconFolder, IconPackageExport, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { MADE_FORMAT } from '../../formats/views.ts';
import type { MadePackage } from '../../state/draft/slice.ts';
import { useOpened, useWork } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Dialog } from '../dialog.tsx';
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
  const maker = useWork(MADE_FORMAT.load);
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
      title={made ? 'Saved' : making.at === 'choose' ? 'New package' : `New ${MADE_FORMAT.one}`}
    >
      {maker.status === 'failed' ? (
        <ErrorNote error={maker.error} />
      ) : making.at === 'choose' ? (
        <Ways />
      ) : made ? (
        <MadeNote made={made} onOpen={() => openMade(made.descriptor)} onClose={onClose} />
      ) : maker.status === 'ready' && material ? (
        <MakingForm
          key={making.id}
          maker={maker.value}
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
  return 'opened' in of ? packageMaterial(of.opened) : folderMaterial(of.name, of.files);
}

function Ways() {
  const { fromFolder, fromNothing, fromShown } = useNewPackage();
  const shown = useOpened();
  return (
    <ul className={classes.ways}>
      <Way
        name="From a folder"
        text="You choose which of its files go in. Keys, caches and the like stay out."
        Icon={IconFolder}
        onChoose={fromFolder}
      />
      <Way
        name="From nothing"
        text="A template for the runner that you choose, with comments that say what to write where."
        Icon={IconFileText}
        onChoose={fromNothing}
      />
      {fromShown && shown && (
        <Way
          name="With this package"
          text={
            <>
              The files of <NameText>{shown.package.name}</NameText>, with its name, description and license.
            </>
          }
          Icon={IconPackageExport}
          onChoose={fromShown}
        />
      )}
    </ul>
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
