import { Alert, Code, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ErrorData, isMendedByDownload } from '../../base/errors.ts';
import { findingEntry } from '../../base/findings.ts';
import { AddressText } from '../../widgets/address-text.tsx';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { Boundary } from '../boundary.tsx';
import classes from './failure.module.css';
import { Remedy } from './failure-help.tsx';

/** Few addresses are of several files, and few hosts need another setting. */
const HostedFiles = lateView(() => import('./hosted-files.tsx'));
const HostHelp = lateView(() => import('./host-help.tsx'));

interface Props {
  error: ErrorData;
  /** Of a link that somebody gave the reader. What its host refuses is not a fault of the file, so it does not alarm. */
  isOfLink?: boolean;
  onClose?: () => void;
}

/**
 * Why something could not be opened, and what to do: the page's only use of `role=alert`. Where the address is of
 * several files, the choice between them.
 */
export function Failure({ error, isOfLink = false, onClose }: Props) {
  const { title, meaning, action } = findingEntry(error.code);
  if (error.files) {
    return (
      <Boundary resetKey={error.url ?? ''}>
        <HostedFiles error={error} files={error.files} onClose={onClose} />
      </Boundary>
    );
  }
  return (
    <Alert
      role="alert"
      data-code={error.code}
      color={(isOfLink && error.tag === 'network') || isMendedByDownload(error.code) ? 'yellow' : 'red'}
      variant="light"
      title={title}
      icon={<IconAlertTriangle stroke={1.75} aria-hidden />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Dismiss"
      classNames={{ body: classes.body, title: classes.title, label: classes.label }}
      onClose={onClose}
    >
      <Text>{visibleText(error.message)}</Text>
      {error.url === undefined ? null : (
        <Text mt={4}>
          <AddressText>{error.url}</AddressText>
        </Text>
      )}
      {error.path === undefined ? null : (
        <Text mt={4}>
          <NameText mono>{error.path}</NameText>
          {error.line === undefined ? '' : `, line ${error.line}`}
          {error.column === undefined ? '' : `, column ${error.column}`}
        </Text>
      )}
      {error.excerpt === undefined ? null : <Code block>{visibleText(error.excerpt)}</Code>}
      <Text mt={4} c="dimmed">
        {meaning} {action}
      </Text>
      {error.code === 'source/no-cors' && (
        <Boundary resetKey={error.url ?? ''}>
          <HostHelp error={error} />
        </Boundary>
      )}
      <Remedy error={error} />
      <Text mt={4} size="xs" c="dimmed" ff="monospace">
        {error.code}
      </Text>
    </Alert>
  );
}
