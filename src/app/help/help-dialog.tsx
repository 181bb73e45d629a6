import { Anchor, Kbd, Switch, Table } from '@mantine/core';
import { formatBytes } from '../../base/amounts.ts';
import { MAX_AUTO_DOWNLOAD_BYTES, MAX_AUTO_VERIFY_BYTES } from '../../base/limits.ts';
import { MAIN_FORMAT } from '../../formats/views.ts';
import { Dialog } from '../../widgets/dialog.tsx';
import { COMMAND_KEY } from '../keys.ts';
import { useSingleKeys } from '../single-keys.ts';
import classes from './help-dialog.module.css';
import { keyGroups } from './key-list.ts';

interface Props {
  /** Whether the dialog opens at its list of keys. */
  keysFirst: boolean;
  onClose(): void;
}

/** What Boxcutter does, what it sends where, and its keys. */
export default function HelpDialog({ keysFirst, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} title="Help" transitionProps={{ duration: 0 }}>
      {keysFirst && <Keys />}
      <About />
      {!keysFirst && <Keys />}
    </Dialog>
  );
}

function About() {
  return (
    <div className={classes.about}>
      <h3 className={classes.heading}>What it does</h3>
      <p>
        Boxcutter shows what is inside a {MAIN_FORMAT.extension}: its description, inputs and outputs, tensors, examples
        and files, and what loading it would run. You can edit it and save it as a new file. The open file never
        changes.
      </p>
      <h3 className={classes.heading}>What stays on your computer</h3>
      <p>
        Everything runs in this page. The files you open are never uploaded. This browser keeps your unsaved changes, a
        list of what you opened, the theme and the setting below. The page contacts other hosts only when you open a
        link or ask for linked files.
      </p>
      <h3 className={classes.heading}>What is checked</h3>
      <p>
        Every file is compared with its hash in the package. This starts by itself for packages of up to{' '}
        {formatBytes(MAX_AUTO_VERIFY_BYTES)} on your computer and {formatBytes(MAX_AUTO_DOWNLOAD_BYTES)} on a host. For
        larger packages, and for those embedded in another page, choose “Check all”. Whoever made the package also made
        its hashes: a match shows that the package is intact, not that it is harmless.
      </p>
      <p>
        Read more:{' '}
        <Anchor href="https://carton.run/docs/format" target="_blank" rel="noopener noreferrer" inherit>
          the format
        </Anchor>
        {', '}
        <Anchor href="https://carton.run" target="_blank" rel="noopener noreferrer" inherit>
          carton.run
        </Anchor>
      </p>
    </div>
  );
}

function Keys() {
  const [on, setOn] = useSingleKeys();
  return (
    <section aria-label="Keys" className={classes.keys}>
      {keyGroups(COMMAND_KEY).map(({ label, keys }) => (
        <Table key={label} aria-label={`Keys: ${label}`} className={classes.table ?? ''}>
          <Table.Caption className={classes.caption ?? ''}>{label}</Table.Caption>
          <Table.Tbody>
            {keys.map(({ press, does, single }) => (
              <Table.Tr key={press.join()} data-off={(single && !on) || undefined}>
                <Table.Th scope="row" className={classes.press ?? ''}>
                  {press.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Th>
                <Table.Td className={classes.does ?? ''}>
                  {does}
                  {single && !on ? ' (off)' : ''}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
      <Switch
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
        label="Single-letter keys"
        description="Turn them off if you press /, ? or G by accident, for example with speech input."
      />
    </section>
  );
}
