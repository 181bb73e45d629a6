import { Text } from '@mantine/core';
import type { ErrorData } from '../../base/errors.ts';
import { corsHelp } from '../../model/link/cors.ts';
import { HostSetting } from '../sharing/host-setting.tsx';

/** For the error `source/no-cors`: the setting that the owner of the host must add. */
export default function HostHelp({ error }: { error: ErrorData }) {
  if (error.code !== 'source/no-cors' || error.url === undefined) return null;
  const { text, setting } = corsHelp(error.url);
  return (
    <>
      <Text mt={4}>{text}</Text>
      {setting === undefined ? null : <HostSetting>{setting}</HostSetting>}
    </>
  );
}
