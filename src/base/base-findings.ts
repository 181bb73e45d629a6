import type { FindingEntries } from './findings.ts';

/**
 * Codes for reading a file or the network, and for faults of Boxcutter itself. Any layer may use them, for packages of
 * any format.
 */
export const BASE_FINDINGS = {
  'source/out-of-range': {
    severity: 'error',
    title: 'A read outside the file',
    meaning: 'Something asked for bytes that the file does not have.',
    action: 'Open the file again; report it if it happens again.',
  },
  'source/read-failed': {
    severity: 'error',
    title: 'The file could not be read',
    meaning: 'The browser refused to read it. It was moved or removed since it was chosen, or access was revoked.',
    action: 'Choose the file again.',
  },
  'source/unreachable': {
    severity: 'error',
    title: 'The host could not be reached',
    meaning:
      'No answer came, or the connection broke and could not be taken up again. A browser does not say why: the host may be down, its name wrong, or something between you and it in the way.',
    action: 'Check the address, and try again. If a tab can open it, download the file there and open it here.',
  },
  'source/no-cors': {
    severity: 'error',
    title: 'The host does not let other sites’ pages read the file',
    meaning:
      'It answers, but without the header that lets a page of another site read the answer (CORS). Some hosts leave it out where there is no such file.',
    action: 'Download the file and open it from your disk.',
  },
  'source/offline': {
    severity: 'error',
    title: 'You are offline',
    meaning: 'The browser says that it has no connection.',
    action: 'Connect, and try again. Files on your computer open without.',
  },
  'source/not-found': {
    severity: 'error',
    title: 'No such file on the host',
    meaning: 'The host answered 404 or 410.',
    action: 'Check the address.',
  },
  'source/forbidden': {
    severity: 'error',
    title: 'The host refuses access',
    meaning: 'The host answered 401 or 403: the file needs a sign-in, or a signed address has expired.',
    action: 'Download it where you are signed in, and open the file here.',
  },
  'source/http-status': {
    severity: 'error',
    title: 'The host answered with an error',
    meaning: 'The answer’s status says that something is wrong on the host’s side.',
    action: 'Try again later.',
  },
  'source/no-ranges': {
    severity: 'error',
    title: 'The host cannot send parts of a file',
    meaning:
      'It ignores range requests or compresses what it sends, so a package can only be read by downloading the whole of it.',
    action: 'Download all of it here, or on your own and open it from your disk.',
  },
  'source/no-size': {
    severity: 'error',
    title: 'The host does not say how long the file is',
    meaning:
      'It hides that from other sites’ pages (the header Content-Range), and does not answer the question for the headers alone.',
    action: 'Download the file and open it from your disk.',
  },
  'source/bad-range': {
    severity: 'error',
    title: 'The host sent other bytes than asked for',
    meaning: 'The answer’s length or position is not the requested one. Nothing of it was used.',
    action: 'Download the file and open it from your disk.',
  },
  'source/changed': {
    severity: 'error',
    title: 'The file changed while it was open',
    meaning: 'What is shown belongs to the earlier version.',
    action: 'Open it again.',
  },
  'source/bad-url': {
    severity: 'error',
    title: 'Not an address that can be opened',
    meaning: 'Addresses must begin with https:// (or http:// on this computer).',
    action: 'Correct the address.',
  },
  'source/nothing-dropped': {
    severity: 'error',
    title: 'Nothing to open',
    meaning: 'What was dropped or chosen holds no file.',
    action: 'Drop a package, or the folder of an unpacked one.',
  },
  'source/several-files': {
    severity: 'error',
    title: 'Several files at once',
    meaning: 'Boxcutter shows one package at a time, and these files are not those of an unpacked one.',
    action: 'Drop one file, or the folder of an unpacked package.',
  },
  'source/too-large': {
    severity: 'error',
    title: 'Too large to show',
    meaning: 'The file is larger than what the page keeps in memory at once.',
    action: 'Save it and open it with another program.',
  },
  'source/save-failed': {
    severity: 'error',
    title: 'The file could not be saved',
    meaning: 'The browser could not write it: the disk may be full, or the permission to write there was withdrawn.',
    action: 'Save it in another place, or make room for it.',
  },
  'source/no-such-file': {
    severity: 'error',
    title: 'No such file in the package',
    meaning: 'The package does not hold a file of this name.',
    action: 'Look for it under Files.',
  },
  'source/save-over-open': {
    severity: 'error',
    title: 'That is the file that is open',
    meaning: 'The new file is made from the bytes of the open one, so it cannot take its place while that is open.',
    action: 'Choose another name or folder.',
  },
  'source/save-mismatch': {
    severity: 'error',
    title: 'The saved file is not what was to be written',
    meaning: 'The new file was opened again and differs from what was meant. Do not rely on it.',
    action: 'Save it again, to another place. Your changes are kept.',
  },

  'internal/edit-refused': {
    severity: 'error',
    title: 'An edit went wrong',
    meaning:
      'After the edit, the text of the file did not say what was meant, so the edit was not made. This is a bug in Boxcutter. The text is as it was before.',
    action: 'Make the change in the text itself, and report the bug with what you edited.',
  },
  'internal/bug': {
    severity: 'error',
    title: 'A bug in Boxcutter',
    meaning: 'Something happened that should not be possible. The package itself may be fine.',
    action: 'Try again, and report it with the details.',
  },
  'internal/worker-died': {
    severity: 'error',
    title: 'The reader stopped',
    meaning:
      'The part of the page that reads the file was ended, perhaps for lack of memory. A new one has taken its place.',
    action: 'Open the file again.',
  },
  'internal/cancelled': {
    severity: 'info',
    title: 'Cancelled',
    meaning: 'The work was stopped before its end.',
    action: 'Start it again if it is still wanted.',
  },
} as const satisfies FindingEntries;
