/**
 * Every code that a finding or an error may carry, once: its severity, what it means, what to do. The page shows them as help.
 *
 * error: the reference reader refuses the carton, or bytes are not what MANIFEST, the directory or the index say.
 * warning: it loads, but something is off. info: worth knowing.
 */

import { shortened } from './text.ts';

export type Severity = 'error' | 'warning' | 'info';

/**
 * What would mend a finding, where no person need say what is meant: another spelling of a field (`fixed`), the format's one version, or
 * MANIFEST and the tensor index written anew. The edits are made by `fixStep` of `model/fix.ts`.
 */
export type FixId = 'license' | 'version-req' | 'platform' | 'spec-version' | 'reseal';

interface CodeEntry {
  severity: Severity;
  /** A few words, as a heading. */
  title: string;
  /** What it means for whoever uses the package. */
  meaning: string;
  /** What to do about it. */
  action: string;
}

export const FINDINGS = {
  // --- the zip container
  'zip/not-a-zip': {
    severity: 'error',
    title: 'Not a zip file',
    meaning:
      'The file has no zip directory. A carton is a zip file, so this is something else, or an error page saved under its name.',
    action: 'Check where the file came from and download it again.',
  },
  'zip/truncated': {
    severity: 'error',
    title: 'The file is cut off',
    meaning:
      'It begins like a zip, but its directory, which stands at the end, is missing. The download was probably interrupted.',
    action: 'Download the file again and compare its size with the original.',
  },
  'zip/bad-directory': {
    severity: 'error',
    title: 'The zip directory is damaged',
    meaning:
      'A record of the directory is not what the zip format says, so the entries from there on cannot be listed.',
    action: 'Download the file again, or ask its author to pack it again.',
  },
  'zip/directory-too-large': {
    severity: 'error',
    title: 'The zip directory is too large',
    meaning: 'The directory states more bytes or entries than Boxcutter reads, to protect your browser’s memory.',
    action: 'If the file is genuine, open it with a native tool.',
  },
  'zip/multi-disk': {
    severity: 'error',
    title: 'Part of a zip over several disks',
    meaning: 'The directory says that the zip goes on in other files. A carton must be one file.',
    action: 'Join the parts with a zip tool and open the result.',
  },
  'zip/ambiguous': {
    severity: 'warning',
    title: 'Other tools may read this zip differently',
    meaning:
      'There are bytes before or after the zip, or an entry’s own header disagrees with the directory. Two readers can then see two different packages.',
    action: 'Do not trust another tool’s view of it; ask the author to pack it again.',
  },
  'zip/overlap': {
    severity: 'error',
    title: 'Entries overlap',
    meaning: 'Two entries claim the same bytes of the file. No packer does that; zip bombs do.',
    action: 'Treat the file as hostile.',
  },
  'zip/local-header': {
    severity: 'error',
    title: 'An entry is not where the directory says',
    meaning: 'Each entry begins with a header of its own; where the directory points, there is none.',
    action: 'Download the file again; if it stays, ask its author to pack it again.',
  },
  'zip/out-of-bounds': {
    severity: 'error',
    title: 'An entry lies outside the file',
    meaning: 'The directory says that the entry’s bytes are where the file has none, so it cannot be read.',
    action: 'Download the file again; it may be cut off or damaged.',
  },
  'zip/unsafe-path': {
    severity: 'error',
    title: 'A name points outside the package',
    meaning:
      'The entry’s name or its link is absolute, climbs with “..”, or holds characters that some systems take for separators. Unpacking it could overwrite other files.',
    action: 'Do not unpack this file with other tools. Boxcutter lists such an entry but never opens it.',
  },
  'zip/bad-name': {
    severity: 'error',
    title: 'A name that is not UTF-8',
    meaning: 'Names in a carton must be UTF-8; the reference reader refuses the whole file.',
    action: 'Ask its author to pack it again with UTF-8 names.',
  },
  'zip/name-too-long': {
    severity: 'error',
    title: 'A name that is too long',
    meaning:
      'No system can unpack an entry with such a name, so Boxcutter shows its beginning at most, and never opens it.',
    action: 'Ask its author to pack it again with shorter names.',
  },
  'zip/name-differs': {
    severity: 'warning',
    title: 'An entry has two names',
    meaning:
      'A Unicode-path field gives the entry another name than the directory does, so tools disagree on what it is called.',
    action: 'Ask its author to pack it again; no carton packer writes this field.',
  },
  'zip/duplicate-name': {
    severity: 'error',
    title: 'The same name twice',
    meaning:
      'Two entries have one name. The reference reader takes the first, many tools take the last, so they see different packages.',
    action: 'Do not use it before its author has said which is meant, and packed it again.',
  },
  'zip/similar-names': {
    severity: 'warning',
    title: 'Names that look the same',
    meaning:
      'Two names differ only in characters that cannot be seen, in spaces, or in how a letter is written. Readers take one file for the other.',
    action: 'Look at the names closely: Boxcutter writes out what cannot be seen. Have the files renamed.',
  },
  'zip/similar-case': {
    severity: 'info',
    title: 'Names that differ in case alone',
    meaning: 'Windows and macOS take the two for one name, so a folder there can hold only one of the files.',
    action: 'Unpack it elsewhere, or have one of them renamed.',
  },
  'zip/file-and-folder': {
    severity: 'warning',
    title: 'A name is both a file and a folder',
    meaning: 'One entry is a file where another needs a folder of the same name. Such a package cannot be unpacked.',
    action: 'Ask its author to pack it again without the clash.',
  },
  'zip/unsupported-method': {
    severity: 'error',
    title: 'A compression method that cartons do not allow',
    meaning:
      'Cartons may use Stored, Deflate and zstd. The reference reader refuses the whole file for one entry of another kind.',
    action: 'Ask its author to pack it again with Stored, Deflate or zstd. Other zip tools may be able to unpack it.',
  },
  'zip/encrypted': {
    severity: 'error',
    title: 'An encrypted entry',
    meaning: 'Its bytes cannot be read without a password, and cartons have none.',
    action: 'Ask the author for an unencrypted file.',
  },
  'zip/size-mismatch': {
    severity: 'error',
    title: 'An entry is not as long as it says',
    meaning: 'Decoding gives more or fewer bytes than the directory states. Nothing beyond the stated size is kept.',
    action: 'Download the file again; if it stays, treat it as hostile.',
  },
  'zip/crc-mismatch': {
    severity: 'error',
    title: 'An entry’s checksum is wrong',
    meaning:
      'The decoded bytes do not have the CRC-32 that the directory states: they were damaged, or changed without care.',
    action: 'Download the file again.',
  },
  'zip/bad-data': {
    severity: 'error',
    title: 'An entry cannot be decompressed',
    meaning: 'Its compressed bytes break the rules of their method.',
    action: 'Download the file again; if it stays, ask its author to pack it again.',
  },
  'zip/window-too-large': {
    severity: 'error',
    title: 'Decompressing needs too much memory',
    meaning: 'The zstd frame asks for a larger window than Boxcutter gives (and than zstd itself allows by default).',
    action: 'Ask its author to compress it without a “long” window.',
  },
  'zip/symlink-loop': {
    severity: 'error',
    title: 'Links that lead in a circle',
    meaning: 'A symlink leads back to itself, or through more links than Boxcutter follows.',
    action: 'Ask its author to pack it again with links that end at a file.',
  },
  'zip/symlink-dangling': {
    severity: 'warning',
    title: 'A link leads nowhere',
    meaning: 'A symlink names a file that the package does not hold.',
    action: 'The model may work without it. Its author can add the file, or an address for it in LINKS.',
  },
  'zip/descriptor': {
    severity: 'info',
    title: 'Sizes stand after the data',
    meaning:
      'The zip was written as a stream (with data descriptors). Everything is readable; tools that read forward only may not manage.',
    action: 'Nothing needs doing.',
  },

  // --- what a carton must hold
  'carton/toml-missing': {
    severity: 'error',
    title: 'No carton.toml',
    meaning: 'Without carton.toml there is no description, schema or runner. The reference reader refuses the file.',
    action: 'Check that you have the whole carton. Its author can pack it again with the carton packer.',
  },
  'carton/toml-linked': {
    severity: 'warning',
    title: 'carton.toml is not inside',
    meaning: 'MANIFEST lists it and LINKS says where to fetch it, so there is little to show before it is fetched.',
    action: 'Fetch it from its host, or ask the author to pack it in.',
  },
  'carton/manifest-missing': {
    severity: 'error',
    title: 'No MANIFEST',
    meaning:
      'Nothing says which files belong to the carton or what their hashes are, so nothing can be checked. The reference reader refuses the file.',
    action: 'Check that you have the whole carton. Its author can pack it again with the carton packer.',
  },
  'carton/model-missing': {
    severity: 'warning',
    title: 'No model folder',
    meaning: 'Neither the zip nor MANIFEST has a file below model/, so there is nothing for the runner to load.',
    action: 'Ask its author for one that holds the model.',
  },
  'carton/file-too-large': {
    severity: 'error',
    title: 'A descriptive file is too large',
    meaning:
      'carton.toml, MANIFEST, LINKS and the tensor index are small in every real carton. This one is beyond what Boxcutter reads.',
    action: 'If the file is genuine, open it with a native tool.',
  },
  'carton/unknown-file': {
    severity: 'info',
    title: 'A file that the format does not know',
    meaning:
      'A carton holds carton.toml, MANIFEST, LINKS and the folders model, tensor_data and misc. What else lies at the top is ignored by whoever loads it.',
    action:
      'Nothing needs doing to use it. Its author can leave the file out, or move it to model or misc if it belongs to the model.',
  },

  // --- TOML
  'toml/syntax': {
    severity: 'error',
    title: 'Not valid TOML 1.0',
    meaning: 'The text breaks TOML’s rules at this place, so none of it can be used.',
    action: 'Ask its author to correct the line and pack the carton again.',
  },
  'toml/encoding': {
    severity: 'error',
    title: 'Text that is not UTF-8',
    meaning: 'TOML files must be UTF-8.',
    action: 'Ask its author to save the file as UTF-8 and pack the carton again.',
  },
  'toml/too-deep': {
    severity: 'error',
    title: 'Nested too deeply',
    meaning: 'Tables or arrays are nested beyond what any real file needs.',
    action: 'Treat the file as hostile; if you wrote it, flatten it.',
  },
  'toml/integer-range': {
    severity: 'error',
    title: 'An integer beyond 64 bits',
    meaning: 'The reference reader refuses any integer that does not fit in 64 bits signed, even in an unknown field.',
    action: 'Ask its author to write it as a string or a float.',
  },

  // --- the fields of carton.toml
  'schema/missing-field': {
    severity: 'error',
    title: 'A required field is missing',
    meaning: 'The reference reader refuses a carton.toml without it.',
    action: 'Ask its author to add the field.',
  },
  'schema/wrong-type': {
    severity: 'error',
    title: 'A field has the wrong type',
    meaning: 'The value is not of the type that the format asks for, and the reference reader refuses it.',
    action: 'Ask its author to correct the value.',
  },
  'schema/dtype': {
    severity: 'error',
    title: 'An unknown dtype',
    meaning:
      'The format knows float32, float64, string and the integers of 8 to 64 bits. The reference reader refuses others.',
    action: 'Ask its author to use one of the known dtypes, in lower case.',
  },
  'schema/shape': {
    severity: 'error',
    title: 'Not a shape',
    meaning: 'A shape is a symbol, "*", or a list of symbols and whole numbers from 0.',
    action: 'Ask its author to correct the shape.',
  },
  'schema/spec-version': {
    severity: 'warning',
    title: 'A newer format version',
    meaning:
      'The file says that it follows another version than 1, the only one there is. What is shown may be incomplete.',
    action: 'Look for a newer version of Boxcutter.',
  },
  'schema/version-req': {
    severity: 'error',
    title: 'Not a version requirement',
    meaning:
      'required_framework_version must be a Rust version requirement such as "=1.12.1". npm’s forms are refused.',
    action: 'Ask its author to separate parts by commas and to leave out “v”, “||” and “!=”.',
  },
  'schema/platform': {
    severity: 'error',
    title: 'Not a target triple',
    meaning: 'required_platforms holds names such as x86_64-unknown-linux-gnu. The reference reader refuses others.',
    action: 'Ask its author to correct the name.',
  },
  'schema/too-many-platforms': {
    severity: 'warning',
    title: 'More platforms than there are',
    meaning: 'required_platforms names more platforms than exist. Only the first ones are shown and checked.',
    action: 'Name each platform once, or leave the field out where all will do.',
  },
  'schema/duplicate-name': {
    severity: 'warning',
    title: 'Two inputs or outputs with one name',
    meaning: 'Callers pass values by name, so one of the two can never be given.',
    action: 'Tell its author, who can rename one of them.',
  },
  'schema/one-sided': {
    severity: 'warning',
    title: 'Only inputs, or only outputs',
    meaning: 'A carton that states one input or output must state them all, so callers do not know the other half.',
    action: 'Look for the other side in the description. Its author can state it.',
  },
  'schema/absent': {
    severity: 'warning',
    title: 'Self-tests or examples without a schema',
    meaning: 'They give values to inputs and outputs that the carton does not state, so nothing can be compared.',
    action: 'Look for them in the description. Its author can state the inputs and outputs.',
  },
  'schema/unknown-binding': {
    severity: 'warning',
    title: 'A value for an input or output that does not exist',
    meaning: 'A self-test or example names something that the schema does not have.',
    action: 'When you call the model, go by the schema. Its author can correct the name, there or here.',
  },
  'schema/dtype-mismatch': {
    severity: 'warning',
    title: 'Data of another dtype than the schema’s',
    meaning: 'A tensor used in a self-test or example does not have the dtype that the schema states.',
    action:
      'When you call the model, try the schema’s dtype first, then the data’s. Its author can correct whichever is wrong.',
  },
  'schema/shape-mismatch': {
    severity: 'warning',
    title: 'Data of another shape than the schema’s',
    meaning: 'A tensor used in a self-test or example does not fit the shape that the schema states.',
    action: 'Do not rely on the stated shape. Its author can correct the schema or the data.',
  },
  'schema/symbol-conflict': {
    severity: 'warning',
    title: 'A symbol takes two values',
    meaning: 'A symbol must stand for the same size wherever it is used, and here the data gives it two.',
    action: 'Do not rely on the symbol. Its author can use two symbols, or correct the data.',
  },
  'schema/not-compared': {
    severity: 'info',
    title: 'Too much data to compare',
    meaning:
      'Self-tests and examples refer to more tensors than any real carton does; the later ones were not compared.',
    action: 'Nothing needs doing.',
  },

  // --- references from carton.toml
  'reference/tensor-missing': {
    severity: 'error',
    title: 'A reference to a tensor that does not exist',
    meaning:
      'carton.toml names a tensor that tensor_data/index.toml does not have. The reference reader refuses the file.',
    action: 'Ask its author to correct the name or to add the tensor.',
  },
  'reference/file-missing': {
    severity: 'error',
    title: 'A reference to a file that does not exist',
    meaning: 'An example names a file below misc/ that the package does not list.',
    action: 'Ask its author to correct the path or to add the file.',
  },
  'reference/syntax': {
    severity: 'error',
    title: 'Not a reference',
    meaning: 'Values of self-tests must begin with @tensor_data/, values of examples with @tensor_data/ or @misc/.',
    action: 'Ask its author to correct the reference.',
  },

  // --- MANIFEST
  'manifest/syntax': {
    severity: 'error',
    title: 'MANIFEST has a line that is none',
    meaning: 'Each line must be a path, “=”, and a SHA-256 of 64 hexadecimal digits; blank lines are refused.',
    action: 'Ask its author to pack the carton again.',
  },
  'manifest/too-long': {
    severity: 'error',
    title: 'MANIFEST has too many lines',
    meaning:
      'It has more lines, or more that are none, than Boxcutter reads. What follows them counts as not listed and cannot be checked.',
    action: 'If the file is genuine, open it with a native tool.',
  },
  'manifest/unsorted': {
    severity: 'warning',
    title: 'MANIFEST is not in order',
    meaning:
      'The format asks for the order of the paths’ bytes. The same files in another order give another model hash.',
    action: 'It can be used as it is. Its author can pack it again; the model hash will change.',
  },
  'manifest/duplicate': {
    severity: 'error',
    title: 'MANIFEST lists a file twice',
    meaning: 'It cannot be said which hash is meant.',
    action: 'Ask its author to pack the carton again.',
  },
  'manifest/file-missing': {
    severity: 'error',
    title: 'A listed file is not there',
    meaning: 'MANIFEST lists it, the package does not hold it, and LINKS does not say where to fetch it.',
    action: 'Ask the author for a complete package.',
  },
  'manifest/file-unlisted': {
    severity: 'warning',
    title: 'A file that MANIFEST does not list',
    meaning: 'It is in the package, but not part of the model hash: anyone could have added or changed it.',
    action: 'Do not rely on the file. If it belongs to the carton, its author can pack it again.',
  },
  'manifest/hash-mismatch': {
    severity: 'error',
    title: 'A file is not the one MANIFEST lists',
    meaning: 'Its SHA-256 differs from MANIFEST’s: it was changed or damaged after packing.',
    action: 'Do not use it; download the package again from its author.',
  },
  'manifest/self-listed': {
    severity: 'warning',
    title: 'MANIFEST lists itself or LINKS',
    meaning: 'The format leaves these two out; no hash of MANIFEST can stand in MANIFEST.',
    action: 'It can be used as it is. Its author can pack it again; the model hash will change.',
  },
  'manifest/line-end': {
    severity: 'warning',
    title: 'MANIFEST’s lines do not end as they should',
    meaning:
      'Each line, the last one too, ends in a single line feed. The same files with other line ends give another model hash.',
    action: 'It can be used as it is. Its author can pack it again; the model hash will change.',
  },
  'manifest/hash-case': {
    severity: 'warning',
    title: 'A hash in upper case',
    meaning:
      'Packers write hashes in lower case. LINKS is searched for the very same text, so a linked file may not be found, and the model hash is another one.',
    action:
      'It can be used as it is, but for linked files that are not found. Its author can pack it again; the model hash will change.',
  },

  // --- LINKS
  'links/syntax': {
    severity: 'error',
    title: 'LINKS cannot be read',
    meaning: 'It must be TOML with a version and a table “urls” that gives each SHA-256 a list of addresses.',
    action: 'Get linked files in another way. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/hash': {
    severity: 'warning',
    title: 'A key of LINKS is no SHA-256',
    meaning: 'Keys must be 64 lower-case hexadecimal digits, so this entry can never be used.',
    action: 'Nothing is fetched by this entry. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/url': {
    severity: 'error',
    title: 'An address that will not be fetched',
    meaning:
      'Only https addresses (and http ones, with a warning) of an ordinary length are fetched. Anything else could run code or read local files.',
    action: 'Get the file in another way. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/http': {
    severity: 'warning',
    title: 'A link without encryption',
    meaning: 'Others on the network see and can change what is fetched over http. The hash would show a change.',
    action: 'Compare the hash of what you fetch, as Boxcutter does. Its author can use https.',
  },
  'links/too-many': {
    severity: 'warning',
    title: 'Very many addresses for one file',
    meaning:
      'No file needs so many. Only the first ones are kept, so that a carton cannot have every host of a list asked.',
    action: 'Leave a few addresses that work.',
  },
  'links/version': {
    severity: 'warning',
    title: 'A newer version of LINKS',
    meaning: 'LINKS says that it follows another version than 1, the only one there is, so it may be read wrongly.',
    action: 'Look for a newer version of Boxcutter.',
  },
  'links/page': {
    severity: 'warning',
    title: 'The address of a page about a file',
    meaning:
      'A “/blob/” address of Hugging Face or GitHub gives a page that shows the file, not the file, so the hash will not match.',
    action:
      'Fetch from “/resolve/” (Hugging Face) or “/raw/” (GitHub) in its place. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/hash-mismatch': {
    severity: 'error',
    title: 'A link gives another file',
    meaning:
      'What the host sent does not have the hash that MANIFEST states for the file: it was replaced or damaged, or the address is wrong.',
    action:
      'Do not use what came from there. Anyone can correct the address in LINKS: it is not part of the model hash.',
  },
  'links/spare': {
    severity: 'info',
    title: 'Links that no file uses',
    meaning:
      'LINKS names hashes that MANIFEST does not have. That is usual: packers add every large file of a repository.',
    action: 'Nothing needs doing.',
  },

  // --- tensor_data
  'tensor/index-missing': {
    severity: 'error',
    title: 'No tensor index',
    meaning: 'The reference reader needs tensor_data/index.toml, even an empty one, and refuses the carton without it.',
    action: 'Ask its author to pack it again, or add the file yourself, with the line “tensor = []”.',
  },
  'tensor/index-syntax': {
    severity: 'error',
    title: 'The tensor index is not as it must be',
    meaning: 'tensor_data/index.toml must hold a list “tensor” whose items have a name, a dtype and “inner”.',
    action: 'Ask its author to correct the index.',
  },
  'tensor/duplicate-name': {
    severity: 'error',
    title: 'Two tensors with one name',
    meaning: 'The index gives one name twice; it cannot be said which is meant.',
    action: 'Ask its author to rename one of them.',
  },
  'tensor/unsafe-path': {
    severity: 'error',
    title: 'A tensor’s file is outside tensor_data',
    meaning: 'The index names a file by a path that leaves its folder. Boxcutter does not read it.',
    action: 'Treat the file as hostile; if you wrote it, correct the index.',
  },
  'tensor/file-missing': {
    severity: 'error',
    title: 'A tensor’s file is missing',
    meaning: 'The index names a file that neither the package nor LINKS has.',
    action: 'Ask the author for a complete package.',
  },
  'tensor/size-mismatch': {
    severity: 'error',
    title: 'A tensor’s file has the wrong length',
    meaning:
      'The file is shorter or longer than the tensor’s shape and dtype ask for, or a list of strings has another count.',
    action: 'Do not use the tensor. Its author can write it again.',
  },
  'tensor/bad-strings': {
    severity: 'error',
    title: 'A string tensor that cannot be read',
    meaning: 'The file must be TOML with one list of strings called “data”.',
    action: 'Do not use the tensor. Its author can write it again.',
  },
  'tensor/strings-not-counted': {
    severity: 'info',
    title: 'Strings that were not counted',
    meaning:
      'The file of a string tensor is larger than what Boxcutter reads of one, so it is not known whether it holds as many strings as the index says. Its hash was compared all the same.',
    action: 'Count them with another program, if it matters.',
  },
  'tensor/inner-missing': {
    severity: 'error',
    title: 'A nested tensor names one that does not exist',
    meaning: 'Its “inner” holds a name that the index does not have.',
    action: 'Ask its author to correct the index.',
  },
  'tensor/nested-in-nested': {
    severity: 'error',
    title: 'A nested tensor inside a nested tensor',
    meaning: 'The format allows one level only.',
    action: 'Ask its author to flatten the nesting.',
  },
  'tensor/inner-reused': {
    severity: 'error',
    title: 'A part of a nested tensor is used elsewhere',
    meaning: 'A tensor inside a nested one belongs to it alone. The reference reader refuses any second use.',
    action: 'Ask its author to store the tensor twice, under two names.',
  },
  'tensor/index-linked': {
    severity: 'warning',
    title: 'The tensor index is not inside',
    meaning:
      'MANIFEST lists tensor_data/index.toml and LINKS says where to fetch it, so no tensor is known before that.',
    action: 'Fetch it from its host, or ask the author to pack it in.',
  },
  'tensor/file-unused': {
    severity: 'info',
    title: 'A tensor file that no tensor names',
    meaning: 'It lies in tensor_data, but the index does not name it, so nobody reads it.',
    action: 'Nothing needs doing to use it. Its author can leave the file out, or add it to the index.',
  },
  'tensor/nested': {
    severity: 'info',
    title: 'A nested tensor has no values of its own',
    meaning: 'It only names the tensors that it holds.',
    action: 'Look at the tensors inside it.',
  },

  // --- texts for people
  'meta/short-description': {
    severity: 'warning',
    title: 'The short description is long',
    meaning: 'The format asks for at most 100 characters, and the packer refuses more. It loads all the same.',
    action: 'Nothing needs doing to use it. Its author can shorten it, and move the rest to the description.',
  },
  'meta/license': {
    severity: 'info',
    title: 'The licence is no SPDX expression',
    meaning:
      'The format asks for an SPDX expression such as “Apache-2.0 OR MIT”, and allows other text where none applies. Tools cannot tell what this text permits.',
    action:
      'Read the licence itself before you use the model. Its author can use an identifier of spdx.org/licenses where one fits; their case matters.',
  },
  'meta/url': {
    severity: 'warning',
    title: 'Not an https address',
    meaning: 'Repository and homepage should be complete addresses that begin with https://.',
    action: 'Its author can write the address in full, with https://.',
  },
  'meta/misc-missing': {
    severity: 'warning',
    title: 'The description shows a file that is not there',
    meaning: 'An image or link of the description names a file below misc/ that the package does not list.',
    action: 'Ask its author to correct the path or to add the file.',
  },
  'meta/image-http': {
    severity: 'warning',
    title: 'An image without encryption',
    meaning:
      'The description shows an image from an http address. Others on the network can change it, and pages over https do not show it.',
    action: 'Its author can use https, or put the image into misc.',
  },
  'meta/address': {
    severity: 'warning',
    title: 'An address that leads nowhere',
    meaning:
      'Images and links of the description must be complete https addresses or begin with @misc/. Others are not followed, or not by everyone.',
    action: 'Its author can write the address in full, or put the file into misc.',
  },
  'meta/html': {
    severity: 'warning',
    title: 'HTML in the description',
    meaning: 'The description should be Markdown alone. HTML is shown as the text that it is.',
    action: 'Read it as text. Its author can use Markdown instead.',
  },
  'meta/runner': {
    severity: 'info',
    title: 'A runner that the reference does not have',
    meaning:
      'The reference implementation has the runners python, torchscript, wasm, rust-bert and noop. This carton needs another one to run.',
    action: 'Check the name, or install a runner of that name.',
  },
  'meta/entry-point': {
    severity: 'warning',
    title: 'The Python runner cannot find the entry point',
    meaning:
      'It needs the options entrypoint_package and entrypoint_fn, imports that package from model/ and calls that function. Unless callers override them, loading fails.',
    action: 'Give the two options when you load it, or ask its author to correct them.',
  },
  'meta/lock-syntax': {
    severity: 'warning',
    title: 'The lock file cannot be read',
    meaning:
      'model/.carton/carton.lock is no valid TOML, so the Python runner cannot tell which packages to install. It is read only when the model runs.',
    action: 'Ask its author to pack the carton again, which locks them anew.',
  },
  'meta/lock-stale': {
    severity: 'warning',
    title: 'The lock file belongs to other requirements',
    meaning:
      'carton.lock was made for another model/requirements.txt than the one in the package, so other Python packages may be installed than those that it asks for.',
    action: 'Ask its author to pack the carton again, which locks them anew.',
  },

  // --- reading the file or the network
  'source/out-of-range': {
    severity: 'error',
    title: 'A read outside the file',
    meaning: 'Something asked for bytes that the file does not have.',
    action: 'Open the file again; report it if it happens again.',
  },
  'source/read-failed': {
    severity: 'error',
    title: 'The file could not be read',
    meaning:
      'The browser refused to read it: it was moved, changed or removed since it was chosen, or access was revoked.',
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
    action: 'Drop a .carton file, or a folder that holds a carton.toml.',
  },
  'source/several-files': {
    severity: 'error',
    title: 'Several files at once',
    meaning:
      'Boxcutter shows one package at a time, and none of what was dropped is a carton.toml that would make it a folder.',
    action: 'Drop one file, or the folder of an unpacked carton.',
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
    meaning: 'The new carton is made from the bytes of the open one, so it cannot take its place while it is open.',
    action: 'Choose another name or folder.',
  },
  'source/save-mismatch': {
    severity: 'error',
    title: 'The saved file is not what was to be written',
    meaning: 'The new carton was opened again and differs from what was meant, so it is not to be relied on.',
    action: 'Save it once more, to another place. Your changes are kept.',
  },
  // --- us
  'internal/edit-refused': {
    severity: 'error',
    title: 'An edit went wrong',
    meaning:
      'The text of carton.toml after the edit did not say what was meant, so the edit was not made. This is a bug in Boxcutter; the text is as it was before.',
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
} as const satisfies Record<`${string}/${string}`, CodeEntry>;

export type FindingCode = keyof typeof FINDINGS;

/** Something that the user should know about the package. `code` is stable; `severity` is that of its code. */
export interface Finding {
  code: FindingCode;
  severity: Severity;
  /** One sentence, in the user's words. */
  message: string;
  /** The file in the package. */
  path?: string;
  /** Another file that it is about, as the data of a tensor whose entry in the index is wrong. */
  also?: string;
  /** 1-based place in that file. */
  line?: number;
  column?: number;
  fix?: FixId;
  /** The field's text after the fix, where that writes it otherwise. */
  fixed?: string;
  /** The field of carton.toml that it is about, as keys and indices (from 0) joined by dots: `input.0.name`. */
  field?: string;
  /** The line of text at `line`, cut to a readable length. */
  excerpt?: string;
  /** The value of an example or self-test that it is about, beside which it is shown too. */
  binding?: BindingPlace;
  /** On the last kept finding of its code: how many more there are. */
  more?: number;
}

/** Names one value of an example or self-test. */
export interface BindingPlace {
  of: 'example' | 'self-test';
  /** From 0, in the package's order. */
  index: number;
  side: 'input' | 'output';
  name: string;
}

export type FindingPlace = Pick<
  Finding,
  'path' | 'also' | 'line' | 'column' | 'fix' | 'fixed' | 'field' | 'excerpt' | 'binding'
>;

/** Characters of a message. Names in it are quoted by `quote`, which cuts them; this is for the rest that strangers write. */
const MAX_MESSAGE = 1000;

/** A finding, with the severity of its code. */
export function finding(code: FindingCode, message: string, place: FindingPlace = {}): Finding {
  return { code, severity: FINDINGS[code].severity, message: shortened(message, MAX_MESSAGE), ...place };
}

/** Kept of each code; a hostile package can have a finding for each of a million entries. */
export const MAX_FINDINGS_PER_CODE = 100;

const SEVERITY_ORDER: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * Merges lists of findings: the same one once, errors first and otherwise in the order given, each code capped at
 * `MAX_FINDINGS_PER_CODE` with the rest counted in `more` of the last one kept. What is beyond the cap is counted, and not looked at.
 */
export function mergeFindings(...lists: readonly (readonly Finding[])[]): Finding[] {
  const kept: Finding[] = [];
  const seen = new Set<string>();
  const byCode = new Map<FindingCode, { count: number; last: Finding }>();
  for (const list of lists) {
    for (const item of list) {
      const more = item.more ?? 0;
      const known = byCode.get(item.code);
      if (known && known.count >= MAX_FINDINGS_PER_CODE) {
        known.last.more = (known.last.more ?? 0) + 1 + more;
        continue;
      }
      const key = JSON.stringify([item.code, item.path, item.line, item.column, item.message]);
      if (!seen.has(key)) {
        seen.add(key);
        const { more: _, ...copy } = item;
        kept.push(copy);
        byCode.set(item.code, { count: (known?.count ?? 0) + 1, last: copy });
      }
      const last = byCode.get(item.code)?.last;
      if (more > 0 && last) last.more = (last.more ?? 0) + more;
    }
  }
  return kept.sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
}
