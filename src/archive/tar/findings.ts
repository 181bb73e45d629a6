import { defineArea, defineFindings } from '../../base/findings.ts';
import '../findings.ts';

/** What can be wrong with a tar. */
defineArea('tar', 'Tar archives');

const TAR_FINDINGS = defineFindings({
  'tar/not-a-tar': {
    severity: 'error',
    title: 'Not a tar file',
    meaning: 'The file does not begin with the header of a tar archive, although its name says that it is one.',
    action: 'Check where the file came from, and download it again.',
  },
  'tar/bad-checksum': {
    severity: 'error',
    title: 'A header is damaged',
    meaning:
      'Each file of a tar begins with a header that has a checksum, and this one is wrong. Where the next header begins is not known either.',
    action: 'Download the file again, or ask the author to repack it.',
  },
  'tar/bad-size': {
    severity: 'error',
    title: 'A size that is not a number',
    meaning:
      'The header states a size that is negative, too large, or no number. Where the next file begins is not known.',
    action: 'Download the file again, or ask the author to repack it.',
  },
  'tar/truncated': {
    severity: 'error',
    title: 'The archive is cut off',
    meaning: 'The file ends in the middle of a file or of a header. The download was probably interrupted.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'tar/bad-extension': {
    severity: 'error',
    title: 'An extended header is wrong',
    meaning:
      'Headers of PAX and GNU give the next file a long name, a large size or other properties. This one is invalid, or no file follows it. Other tools may list other names.',
    action: 'Ask the author to repack it.',
  },
  'tar/hard-link': {
    severity: 'error',
    title: 'A hard link that leads to no file',
    meaning: 'A hard link is a second name of a file before it in the archive. There is no such file.',
    action: 'Ask the author to repack it.',
  },
  'tar/duplicate-name': {
    severity: 'warning',
    title: 'Two files with the same name',
    meaning:
      'Boxcutter uses the last one, as tools do that unpack the whole archive. Others use the first one, and so see a different package.',
    action: 'Ask the author which file is meant.',
  },
  'tar/lone-zero-block': {
    severity: 'warning',
    title: 'A single block of zeros',
    meaning:
      'Two blocks of zeros mark the end of a tar. Some tools stop at a single one and do not see the files after it; others go on.',
    action: 'Do not rely on what other tools show. Ask the author to repack it.',
  },
  'tar/no-end': {
    severity: 'warning',
    title: 'The end is not marked',
    meaning: 'Two blocks of zeros mark the end of a tar, and they are missing. Files may be missing too.',
    action: 'Compare the file’s size with the original.',
  },
  'tar/trailing-bytes': {
    severity: 'warning',
    title: 'Bytes after the end',
    meaning: 'Something follows the end of the archive. Tools do not read it; some read a second archive there.',
    action: 'Ask the author what it is.',
  },
  'tar/link-data': {
    severity: 'warning',
    title: 'A link or device with a size',
    meaning:
      'Links, folders and devices have no data, but this one states a size. Tools disagree on whether data follows it, and may list other files after it.',
    action: 'Do not rely on what other tools show. Ask the author to repack it.',
  },
  'tar/sparse': {
    severity: 'warning',
    title: 'A sparse file',
    meaning: 'The archive holds only the parts of the file that are not zero. Boxcutter lists it and does not read it.',
    action: 'Unpack the archive with GNU tar, and open the file.',
  },
  'tar/device': {
    severity: 'warning',
    title: 'A device or pipe',
    meaning: 'Unpacking would make a device file or a named pipe. No package needs one. Boxcutter never opens it.',
    action: 'Do not unpack it as an administrator. Ask the author why it is there.',
  },
  'tar/unknown-type': {
    severity: 'warning',
    title: 'A file of an unknown type',
    meaning: 'The header has a type that no standard names. Boxcutter shows it as a file.',
    action: 'Ask the author which program wrote it.',
  },
  'tar/bad-name': {
    severity: 'warning',
    title: 'A name that is not UTF-8',
    meaning: 'Tools disagree on this name. Boxcutter shows � in place of what it cannot read.',
    action: 'Ask the author to repack it with UTF-8 names.',
  },
  'tar/mac-files': {
    severity: 'info',
    title: 'Files that macOS added',
    meaning: 'The tar of macOS adds a file “._name” with attributes for each file. They are not part of the package.',
    action: 'Nothing to do. COPYFILE_DISABLE=1 keeps the tar of macOS from adding them.',
  },
});

type Table = typeof TAR_FINDINGS;

declare module '../../base/findings.ts' {
  interface FindingTable extends Table {}
}
