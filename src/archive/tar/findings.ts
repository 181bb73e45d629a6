import { error, info, warning } from '../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../base/findings.ts';
import '../findings.ts';

/** What can be wrong with a tar. */
defineArea('tar', 'Tar archives');

const TAR_FINDINGS = defineFindings({
  'tar/not-a-tar': error(
    'Not a tar file',
    'The file does not begin with the header of a tar archive, although its name says that it is one.',
    'Check where the file came from, and download it again.',
  ),
  'tar/bad-checksum': error(
    'A header is damaged',
    'Each file of a tar begins with a header that has a checksum, and this one is wrong. It is also unknown where the next header begins.',
    'Download the file again, or ask the author to repack it.',
  ),
  'tar/bad-size': error(
    'A size that is not a number',
    'The header gives a size that is negative, too large or not a number, so it is unknown where the next file begins.',
    'Download the file again, or ask the author to repack it.',
  ),
  'tar/truncated': error(
    'The archive is cut off',
    'The file ends in the middle of a file or of a header. The download was probably interrupted.',
    'Download the file again, and compare its size with the original.',
  ),
  'tar/bad-extension': error(
    'An extended header is wrong',
    'Headers of PAX and GNU give the next file a long name, a large size or other properties. This one is invalid, or no file follows it. Other tools may list other names.',
    'Ask the author to repack it.',
  ),
  'tar/hard-link': error(
    'A hard link to a missing file',
    'A hard link is a second name for an earlier file of the archive. That file is missing.',
    'Ask the author to repack it.',
  ),
  'tar/duplicate-name': warning(
    'Two files with the same name',
    'Boxcutter uses the last one, as tools do that unpack the whole archive. Others use the first one, and so see a different package.',
    'Ask the author which file is meant.',
  ),
  'tar/lone-zero-block': warning(
    'A single block of zeros',
    'Two blocks of zeros mark the end of a tar. Some tools stop at a single one and do not see the files after it; others go on.',
    'Do not rely on what other tools show. Ask the author to repack it.',
  ),
  'tar/no-end': warning(
    'The end is not marked',
    'Two blocks of zeros mark the end of a tar, and they are missing. Files may be missing too.',
    'Compare the file’s size with the original.',
  ),
  'tar/trailing-bytes': warning(
    'Bytes after the end',
    'Something follows the end of the archive. Tools do not read it; some read a second archive there.',
    'Ask the author what it is.',
  ),
  'tar/link-data': warning(
    'A link or device with a size',
    'Links, folders and devices have no data, but this one states a size. Tools disagree on whether data follows it, and may list other files after it.',
    'Do not rely on what other tools show. Ask the author to repack it.',
  ),
  'tar/sparse': warning(
    'A sparse file',
    'The archive has only the parts of the file that are not zero. Boxcutter lists it but does not read it.',
    'Unpack the archive with GNU tar, and open the file.',
  ),
  'tar/device': warning(
    'A device or pipe',
    'Unpacking would make a device file or a named pipe. No package needs one. Boxcutter never opens it.',
    'Do not unpack it as an administrator. Ask the author why it is there.',
  ),
  'tar/unknown-type': warning(
    'A file of an unknown type',
    'The header has a type that no standard names. Boxcutter shows it as a file.',
    'Ask the author which program wrote it.',
  ),
  'tar/bad-name': warning(
    'A name that is not UTF-8',
    'Tools disagree on this name. Boxcutter shows � for what it cannot read.',
    'Ask the author to repack it with UTF-8 names.',
  ),
  'tar/mac-files': info(
    'Files that macOS added',
    'The tar of macOS adds a file “._name” with attributes for each file. They are not part of the package.',
    'Nothing to do. COPYFILE_DISABLE=1 keeps the tar of macOS from adding them.',
  ),
});

declare module '../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof TAR_FINDINGS> {}
}
