import { Menu, UnstyledButton } from '@mantine/core';
import { formatBytes } from '../../base/amounts.ts';
import { DEFAULT_RUN_LIMITS } from '../../model/run/run-thread.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import classes from './run-memory.module.css';

/** Memory that a run may use, in bytes, and for which models it is. */
const MEMORIES = [
  { bytes: 250_000_000, why: 'for a phone' },
  { bytes: DEFAULT_RUN_LIMITS.memory, why: 'for models that are meant for a page' },
  { bytes: 2_000_000_000, why: 'for large ones' },
  { bytes: 4_000_000_000, why: 'about all that WebAssembly can address' },
];

/** How much memory a run may use, to be changed. */
export function RunMemory() {
  const memory = useApp((state) => state.runMemory);
  const { setRunMemory } = useActions();
  const now = formatBytes(memory);
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <UnstyledButton className={classes.root} aria-label={`Memory that the model may use: ${now}`}>
          {now}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Memory that the model may use</Menu.Label>
        <Menu.RadioGroup value={String(memory)} onChange={(value) => setRunMemory(Number(value))}>
          {MEMORIES.map(({ bytes, why }) => (
            <Menu.RadioItem key={bytes} value={String(bytes)} closeMenuOnClick>
              {formatBytes(bytes)} <span className={classes.why}>{why}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
