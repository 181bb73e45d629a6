import { error, info, warning } from './finding-entry.ts';
/**
 * Codes for reading a file or the network, and for faults of Boxcutter itself. Any layer may use them, for packages of
 * any format.
 */
export const BASE_FINDINGS = {
  'source/out-of-range': error(
    'A read outside the file',
    'Something tried to read bytes past the end of the file.',
    'Open the file again. If it happens again, report it.',
  ),
  'source/read-failed': error(
    'The file could not be read',
    'The browser could not read it. The file was moved or deleted after you chose it, or the browser lost access to it.',
    'Choose the file again.',
  ),
  'source/storage-cleared': error(
    'The copy in this browser is gone',
    'While something is open, this browser holds a copy of what was downloaded, decompressed or saved for it. Somebody deleted this site’s data, or the browser did to make space.',
    'Open it again.',
  ),
  'source/unreachable': error(
    'The host could not be reached',
    'There was no answer, or the connection broke and could not be resumed. Browsers do not say why: you may be offline, the host may be down, its name may be wrong, or a network in between may block it.',
    'Check your connection and the URL, and try again. You can still open files on your computer. If you can open it in a tab, download the file there and open it here.',
  ),
  'source/no-cors': error(
    'The host does not let other sites read the file',
    'The host answers, but without the header that lets other sites read the file (CORS). Some hosts also leave it out for files that do not exist.',
    'Download the file and open it from your disk.',
  ),
  'source/offline': error(
    'You are offline',
    'The browser reports no network connection.',
    'Connect and try again. You can still open files on your computer.',
  ),
  'source/not-found': error('No such file on the host', 'The host answered 404 or 410.', 'Check the URL.'),
  'source/forbidden': error(
    'The host refuses access',
    'The host answered 401 or 403. The file needs a sign-in, or a signed URL has expired.',
    'Download it where you are signed in, and open the file here.',
  ),
  'source/http-status': error(
    'The host answered with an error',
    'The status says that something is wrong on the host’s side.',
    'Try again later.',
  ),
  'source/no-ranges': error(
    'The host cannot send parts of a file',
    'The host ignores range requests or compresses its answers, so the package can only be read by downloading all of it.',
    'Download the whole file here, or download it yourself and open it from your disk.',
  ),
  'source/no-size': error(
    'The host does not say how long the file is',
    'The host hides the size from other sites (the Content-Range header) and does not answer a request for headers only.',
    'Download the file and open it from your disk.',
  ),
  'source/bad-range': error(
    'The host sent the wrong bytes',
    'The answer has a different length or position than requested. Boxcutter did not use it.',
    'Download the file and open it from your disk.',
  ),
  'source/changed': error(
    'A file changed while it was in use',
    'It has changed since you opened or added it. What you see is from the earlier version.',
    'Add it again. If it is the package, open it again.',
  ),
  'source/bad-url': error(
    'Not a URL that Boxcutter opens',
    'URLs must begin with https://, or with http:// on this computer.',
    'Correct the URL.',
  ),
  'source/private-host': error(
    'The host leads into your own network',
    'The file is on this computer or in your local network. Nothing was asked there.',
    'Open it only if you expect it there.',
  ),
  'source/private-redirect': warning(
    'Redirected into your own network',
    'A public host redirected to this computer or to your local network.',
    'If you did not expect that, ask whoever gave you the link.',
  ),
  'source/repository': info(
    'A repository, not a file',
    'The address is that of a repository, which holds several files.',
    'Choose one of them, or use the address of a file.',
  ),
  'source/listing': info(
    'A list of files, not a file',
    'The address is that of a folder on a host, or of a list of packages.',
    'Choose one of them, or use the address of a file.',
  ),
  'source/not-asked': info(
    'Not read without asking',
    'A list asks a host at most twice for each of its packages. This one takes more.',
    'Open it to read it.',
  ),
  'source/bad-listing': error(
    'The host’s list of files cannot be read',
    'The address is that of a repository. The host answered, but not with a list of its files.',
    'Use the address of a file in it.',
  ),
  'source/nothing-dropped': error(
    'Nothing to open',
    'What you dropped or chose contains no file.',
    'Drop a package, or the folder of an unpacked one.',
  ),
  'source/no-package': error(
    'No package in the folder',
    'No file in the folder, or in the folders in it, has a name that says it is a package. Nothing was checked.',
    'Check that it is the right folder. To check a file whatever its name is, name the file.',
  ),
  'source/too-large': error(
    'Too large to show',
    'The file is larger than what the page can keep in memory.',
    'Save it, and open it in another program.',
  ),
  'source/too-deep': error(
    'Too many packages inside each other',
    'At most ten packages can be open, one inside the other. This one is deeper.',
    'Save the file that contains it, and open that file.',
  ),
  'source/undecoded': error(
    'A large compressed file must be decompressed first',
    'The file is compressed. A part of it can be read only after everything before that part is decompressed.',
    'Decompress it here, where that is offered. Or unpack it, and open the unpacked file.',
  ),
  'source/no-room': error(
    'No room to decompress the file',
    'The file is compressed. Decompressed, it needs more space than the browser gives this site.',
    'Unpack it, and open the unpacked file.',
  ),
  'source/save-failed': error(
    'The file could not be saved',
    'The browser could not write the file. The disk may be full, or the browser lost permission to write there.',
    'Save it somewhere else, or free up space.',
  ),
  'source/no-such-file': error(
    'No such file in the package',
    'The package has no file with this name.',
    'Look for it under Files.',
  ),
  'source/save-over-open': error(
    'That file is open here',
    'The new file is made from the bytes of the open one, so it cannot replace it while it is open.',
    'Choose another name or folder.',
  ),
  'source/save-mismatch': error(
    'The saved file is wrong',
    'Boxcutter opened the new file to check it, and its content differs from what it should be. Do not rely on it.',
    'Save it again, somewhere else. Your changes are kept.',
  ),

  'internal/edit-refused': error(
    'The edit could not be made',
    'The edited text would not say what you entered, so Boxcutter left it as it was. This is a bug in Boxcutter.',
    'Make the change in the text, and report the bug with what you edited.',
  ),
  'internal/bug': error(
    'A bug in Boxcutter',
    'Something happened that should be impossible. The package itself may be fine.',
    'Try again. If it happens again, report it with the details.',
  ),
  'internal/worker-died': error(
    'The reader stopped',
    'The part of the page that reads files has stopped, maybe because memory ran out. It has been restarted.',
    'Try again, or open the file again.',
  ),
  'internal/part-not-loaded': error(
    'A part of the page is missing',
    'The page loads some of its parts when they are first needed. This one did not load.',
    'Check your connection and try again. If that does not help, reload the page: it may have a new version.',
  ),
  'internal/cancelled': info('Canceled', 'It was stopped before it finished.', 'Start it again if you still need it.'),
} as const;
