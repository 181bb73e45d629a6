import { Code } from '@mantine/core';
import { CopyButton } from '../../widgets/copy-button.tsx';
import classes from './host-setting.module.css';

/** A text to paste into the settings of a host. `of` names the host if the page shows several. */
export function HostSetting({ children, of }: { children: string; of?: string }) {
  return (
    <div className={classes.root}>
      <Code
        block
        px={12}
        py={8}
        className={classes.code ?? ''}
        tabIndex={0}
        role="group"
        aria-label={of === undefined ? 'Setting' : `Setting for ${of}`}
      >
        {children}
      </Code>
      <CopyButton value={children} label="Copy setting" kind="text" />
    </div>
  );
}
