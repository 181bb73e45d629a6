/**
 * Codes for reading a file or the network, and for faults of Boxcutter itself. Any layer may use them, for packages of
 * any format.
 */
export const BASE_FINDINGS = {
  'source/out-of-range': {
    severity: 'error',
    title: 'A read outside the file',
    meaning: 'Something tried to read bytes past the end of the file.',
    action: 'Open the file again. If it happens again, report it.',
  },
  'source/read-failed': {
    severity: 'error',
    title: 'The file could not be read',
    meaning:
      'The browser could not read it. The file was moved or deleted after you chose it, or the browser lost access to it.',
    action: 'Choose the file again.',
  },
  'source/unreachable': {
    severity: 'error',
    title: 'The host could not be reached',
    meaning:
      'There was no answer, or the connection broke and could not be resumed. Browsers do not say why: the host may be down, its name may be wrong, or a network in between may block it.',
    action: 'Check the URL and try again. If you can open it in a tab, download the file there and open it here.',
  },
  'source/no-cors': {
    severity: 'error',
    title: 'The host does not let other sites read the file',
    meaning:
      'The host answers, but without the header that lets other sites read the file (CORS). Some hosts also leave it out for files that do not exist.',
    action: 'Download the file and open it from your disk.',
  },
  'source/offline': {
    severity: 'error',
    title: 'You are offline',
    meaning: 'The browser reports no network connection.',
    action: 'Connect and try again. You can still open files on your computer.',
  },
  'source/not-found': {
    severity: 'error',
    title: 'No such file on the host',
    meaning: 'The host answered 404 or 410.',
    action: 'Check the URL.',
  },
  'source/forbidden': {
    severity: 'error',
    title: 'The host refuses access',
    meaning: 'The host answered 401 or 403. The file needs a sign-in, or a signed URL has expired.',
    action: 'Download it where you are signed in, and open the file here.',
  },
  'source/http-status': {
    severity: 'error',
    title: 'The host answered with an error',
    meaning: 'The status says that something is wrong on the host’s side.',
    action: 'Try again later.',
  },
  'source/no-ranges': {
    severity: 'error',
    title: 'The host cannot send parts of a file',
    meaning:
      'The host ignores range requests or compresses its answers, so the package can only be read by downloading all of it.',
    action: 'Download all of it here, or download it yourself and open it from your disk.',
  },
  'source/no-size': {
    severity: 'error',
    title: 'The host does not say how long the file is',
    meaning:
      'The host hides the size from other sites (the Content-Range header) and does not answer a request for headers only.',
    action: 'Download the file and open it from your disk.',
  },
  'source/bad-range': {
    severity: 'error',
    title: 'The host sent the wrong bytes',
    meaning: 'The answer has a different length or position than requested. Boxcutter used none of it.',
    action: 'Download the file and open it from your disk.',
  },
  'source/changed': {
    severity: 'error',
    title: 'A file changed while it was in use',
    meaning: 'It is not as it was when you opened or added it. What you see is from the earlier version.',
    action: 'Add it again. If it is the package, open it again.',
  },
  'source/bad-url': {
    severity: 'error',
    title: 'Not a URL that Boxcutter opens',
    meaning: 'URLs must begin with https://, or with http:// on this computer.',
    action: 'Correct the URL.',
  },
  'source/private-host': {
    severity: 'error',
    title: 'The host leads into your own network',
    meaning: 'The file is on this computer or in your local network. Nothing was asked there.',
    action: 'Open it only if you expect it there.',
  },
  'source/private-redirect': {
    severity: 'warning',
    title: 'Redirected into your own network',
    meaning: 'A public host redirected to this computer or to your local network.',
    action: 'If you did not expect that, ask whoever gave you the link.',
  },
  'source/repository': {
    severity: 'info',
    title: 'A repository, not a file',
    meaning: 'The address is that of a repository, which holds several files.',
    action: 'Choose one of them, or use the address of a file.',
  },
  'source/bad-listing': {
    severity: 'error',
    title: 'The host’s list of files cannot be read',
    meaning: 'The address is that of a repository. The host answered, but not with a list of its files.',
    action: 'Use the address of a file in it.',
  },
  'source/nothing-dropped': {
    severity: 'error',
    title: 'Nothing to open',
    meaning: 'What you dropped or chose contains no file.',
    action: 'Drop a package, or the folder of an unpacked one.',
  },
  'source/too-large': {
    severity: 'error',
    title: 'Too large to show',
    meaning: 'The file is larger than what the page can keep in memory.',
    action: 'Save it, and open it in another program.',
  },
  'source/too-deep': {
    severity: 'error',
    title: 'Too many packages inside each other',
    meaning: 'At most ten packages can be open, one inside the other. This one is deeper.',
    action: 'Save the file that contains it, and open that file.',
  },
  'source/undecoded': {
    severity: 'error',
    title: 'A large compressed file must be decompressed first',
    meaning: 'The file is compressed. A part of it can be read only after everything before that part is decompressed.',
    action: 'Decompress it here, where that is offered. Or unpack it, and open the unpacked file.',
  },
  'source/no-room': {
    severity: 'error',
    title: 'No room to decompress the file',
    meaning: 'The file is compressed. Decompressed, it needs more space than the browser gives this site.',
    action: 'Unpack it, and open the unpacked file.',
  },
  'source/save-failed': {
    severity: 'error',
    title: 'The file could not be saved',
    meaning:
      'The browser could not write the file. The disk may be full, or the browser lost permission to write there.',
    action: 'Save it somewhere else, or free up space.',
  },
  'source/no-such-file': {
    severity: 'error',
    title: 'No such file in the package',
    meaning: 'The package has no file with this name.',
    action: 'Look for it under Files.',
  },
  'source/save-over-open': {
    severity: 'error',
    title: 'That file is open here',
    meaning: 'The new file is made from the bytes of the open one, so it cannot replace it while it is open.',
    action: 'Choose another name or folder.',
  },
  'source/save-mismatch': {
    severity: 'error',
    title: 'The saved file is wrong',
    meaning:
      'Boxcutter opened the new file to check it, and its content differs from what it should be. Do not rely on it.',
    action: 'Save it again, somewhere else. Your changes are kept.',
  },

  'internal/edit-refused': {
    severity: 'error',
    title: 'The edit could not be made',
    meaning:
      'The edited text would not say what you entered, so Boxcutter left it as it was. This is a bug in Boxcutter.',
    action: 'Make the change in the text, and report the bug with what you edited.',
  },
  'internal/bug': {
    severity: 'error',
    title: 'A bug in Boxcutter',
    meaning: 'Something happened that should be impossible. The package itself may be fine.',
    action: 'Try again. If it happens again, report it with the details.',
  },
  'internal/worker-died': {
    severity: 'error',
    title: 'The reader stopped',
    meaning: 'The part of the page that reads files has stopped, maybe because memory ran out. It has been restarted.',
    action: 'Open the file again.',
  },
  'internal/part-not-loaded': {
    severity: 'error',
    title: 'A part of the page is missing',
    meaning: 'The page loads some of its parts when they are first needed. This one did not come.',
    action: 'Check your connection and try again. If it does not help, reload the page: it may have a new version.',
  },
  'internal/cancelled': {
    severity: 'info',
    title: 'Canceled',
    meaning: 'It was stopped before it finished.',
    action: 'Start it again if you still need it.',
  },
} as const;
