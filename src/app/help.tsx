import { ActionIcon, Anchor, Kbd, Modal, Stack, Table, Text, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_AUTO_DOWNLOAD_BYTES, MAX_AUTO_VERIFY_BYTES } from '../base/limits.ts';
import { MAIN_FORMAT } from '../formats/views.ts';
import { formatBytes } from '../widgets/byte-size.ts';
import classes from './help.module.css';

const KEYS: readonly [string[], string][] = [
  [['Tab'], 'To the next control; Shift and Tab goes back, also out of a table or grid'],
  [['←', '→'], 'Between the tabs, once one has the focus; in a tree, closes and opens a folder'],
  [['↑', '↓'], 'Through files, tensors, and the values of a tensor'],
  [['Page Up', 'Page Down'], 'A screenful of files or values'],
  [['Home', 'End'], 'To the first and last; of values, with Ctrl, of the whole tensor'],
  [['Enter'], 'Shows the chosen file or tensor; opens and closes a folder'],
  [['Ctrl', 'Z'], 'Undoes the last change of the package, also in its form; with Shift, or Ctrl and Y, redoes it'],
  [['Ctrl', 'C'], 'Copies the exact value of the chosen cell'],
  [['Esc'], 'Closes a dialog, empties a filter, ends the marking of a symbol'],
];

/** A button that opens the help: what Boxcutter does, and its keys. */
export function HelpButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Tooltip label="Help">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Help" onClick={() => setOpened(true)}>
          <IconHelp size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="About Boxcutter"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Text>
            Boxcutter shows what is inside a {MAIN_FORMAT.extension}: its description, schema, tensors, examples and
            files. Files that you open stay on your computer. It reads the directory and the few small files that the
            page shows; the weights are read when you look at them.
          </Text>
          <Text>
            Then it checks whether the files are what the package says, by their sizes, checksums and hashes. A package
            on a host is downloaded and checked by itself up to {formatBytes(MAX_AUTO_DOWNLOAD_BYTES)}, one on your
            computer up to {formatBytes(MAX_AUTO_VERIFY_BYTES)} of content. For larger ones, and for those embedded in
            another page, choose “Check all”.
          </Text>
          <Text>
            Everything in a package is its author’s word. What is wrong with it, as far as it has been looked at, stands
            under Problems.
          </Text>
          <Text>
            Under Edit, what a carton says of itself can be changed, and saved as a new file. The open one stays as it
            is. Changes that are not saved are kept in this browser.
          </Text>
          <Table aria-label="Keys" captionSide="top">
            <Table.Tbody>
              {KEYS.map(([keys, what]) => (
                <Table.Tr key={what}>
                  <Table.Th scope="row" fw={400} py={4} className={classes.keys}>
                    {keys.map((key) => (
                      <Kbd key={key} mr={4}>
                        {key}
                      </Kbd>
                    ))}
                  </Table.Th>
                  <Table.Td>{what}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="sm" c="dimmed">
            The format:{' '}
            <Anchor href="https://carton.run" target="_blank" rel="noopener noreferrer" inherit underline="always">
              carton.run
            </Anchor>
          </Text>
        </Stack>
      </Modal>
    </>
  );
}
