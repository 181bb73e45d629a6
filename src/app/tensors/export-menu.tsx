// biome-ignore-all lint/a11y/useSemanticElements: a menu has groups, not sets of fields.
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileExport } from '@tabler/icons-react';
import { Fragment, useId, useMemo, useState } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import type { CompareTarget } from '../../state/compare-slice.ts';
import { usePackage } from '../../state/hooks.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import type { SeparatedLayout } from '../../tensor/export/tensor-file.ts';
import { type Shown, useShown } from '../../widgets/tensor-views/shown.ts';
import { type FindAction, useFindActions } from '../find/action.ts';
import { ExportProgress } from './export-job.tsx';
import classes from './export-menu.module.css';
import { type ExportGroup, useExportGroups } from './export-menu-groups.ts';
import type { TensorState } from './tensor-state.ts';

interface Props {
  info: TensorInfo;
  /** Of its values. */
  dtype: DecodedDtype;
  shown: TensorState;
  /** As of `ShownTensor`. */
  minus?: CompareTarget | undefined;
}

/**
 * Takes a tensor, or the slice that is shown, away as a file of another program. Find offers the same. Unmounting cancels
 * what is being written.
 */
export function ExportMenu(props: Props) {
  const { name, shape } = props.info;
  const pkg = usePackage();
  const stated = useMemo(() => statedShape(pkg, name), [pkg, name]);
  return <Items {...props} what={useShown(shape, stated, props.shown.state)} />;
}

function Items(props: Props & { what: Shown }) {
  const [layout, setLayout] = useState<SeparatedLayout>('rows');
  const { groups, exported } = useExportGroups({ ...props, layout });
  useFindActions(
    groups.flatMap(({ findName, choices }) =>
      choices.map(({ name, run }): FindAction => {
        return { name: findName(name), also: 'download save tensor', Icon: IconFileExport, run };
      }),
    ),
  );
  return (
    <>
      <Menu position="bottom-end" width={300} middlewares={{ flip: true, shift: true, size: true }}>
        <Menu.Target>
          <Button
            size="sm"
            px={10}
            className={classes.button}
            leftSection={<IconFileExport size={16} stroke={1.75} aria-hidden />}
            rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {groups.map((group, at) => (
            <Fragment key={group.title ?? at}>
              {at > 0 && <Menu.Divider />}
              <GroupItems group={group} />
            </Fragment>
          ))}
          {props.info.shape.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.CheckboxItem
                checked={layout === 'index'}
                onChange={(isIndexed) => setLayout(isIndexed ? 'index' : 'rows')}
                closeMenuOnClick={false}
              >
                CSV and TSV: a row for each value, after its index
              </Menu.CheckboxItem>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ExportProgress of={exported} className={classes.job} />
    </>
  );
}

function GroupItems({ group: { title, text, choices } }: { group: ExportGroup }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={title && id}>
      {title && (
        <Menu.Label id={id}>
          {title} {text && <span className={classes.slice}>{text}</span>}
        </Menu.Label>
      )}
      {choices.map(({ name, about, note, run }) => (
        <Menu.Item
          key={name}
          aria-label={name}
          aria-description={note}
          rightSection={<span className={classes.about}>{about}</span>}
          onClick={run}
        >
          {name}
          {note && <span className={classes.note}>{note}</span>}
        </Menu.Item>
      ))}
    </div>
  );
}
