import { Button, Text } from '@mantine/core';
import type { ErrorData } from '../../base/errors.ts';
import { corsHelp } from '../../model/cors.ts';
import { useActions, useOpened } from '../../state/hooks.ts';
import { formatBytes } from '../../widgets/byte-size.ts';
import { HostSetting } from '../sharing/host-setting.tsx';

interface Props {
  error: ErrorData;
}

/** For the error `source/no-cors`: the setting that the owner of the host must add. */
export function HostHelp({ error }: Props) {
  if (error.code !== 'source/no-cors' || error.url === undefined) return null;
  const { text, setting } = corsHelp(error.url);
  return (
    <>
      <Text mt={4}>{text}</Text>
      {setting === undefined ? null : <HostSetting>{setting}</HostSetting>}
    </>
  );
}

/** Errors that a download of the whole file gets around. */
const MENDED_BY_DOWNLOAD: readonly ErrorData['code'][] = ['source/no-ranges', 'source/no-size', 'source/bad-range'];

/** A button for what may mend the error: downloading the whole file, or opening it again. */
export function Remedy({ error }: Props) {
  const { open } = useActions();
  const opened = useOpened();
  const { code, url, size } = error;
  if (url === undefined) return null;
  if (MENDED_BY_DOWNLOAD.includes(code)) {
    const amount = size === undefined ? '' : ` (${formatBytes(size)})`;
    return (
      <Button mt={8} variant="default" onClick={() => void open({ kind: 'url', url, whole: true })}>
        Download all{amount} and open
      </Button>
    );
  }
  if (code === 'source/changed') {
    const again = opened?.descriptor.kind === 'url' ? opened.descriptor : ({ kind: 'url', url } as const);
    return (
      <Button mt={8} variant="default" onClick={() => void open({ ...again })}>
        Open again
      </Button>
    );
  }
  return null;
}
