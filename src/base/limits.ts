/**
 * Limits, each with its reason. A limit that concerns a single file may stand in that file instead. Sizes are in bytes
 * unless the name says otherwise. Code checks a limit before it allocates anything.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Central directory of a zip. It is held in memory as a whole. A million entries with names of 100 bytes take 150 MiB.
 */
export const MAX_DIRECTORY_BYTES = 256 * MIB;

/**
 * Entries of a zip. The largest repository snapshots that are packed whole have a tenth of it. Each entry costs the
 * page and its worker about 700 bytes, and half of that again while it is verified.
 */
export const MAX_ENTRIES = 1_000_000;

/** One name of an entry. This is PATH_MAX of Linux: a longer name cannot be unpacked anywhere. */
export const MAX_NAME_BYTES = 4096;

/**
 * Read at the end of a file to find the directory: the longest comment (65,535), the end record (22), the zip64 locator
 * (20) and the zip64 record (56), rounded up. It usually holds the whole directory too.
 */
export const TAIL_BYTES = 66 * KIB;

/** Target of a symlink. This is PATH_MAX of Linux. */
export const MAX_SYMLINK_BYTES = 4096;

/** Symlinks followed in a row. Linux stops at 40 too. */
export const MAX_SYMLINK_HOPS = 40;

/**
 * Targets of symlinks that are read when a package opens. A directory full of links must not cause a read for each of
 * them on a slow disk.
 */
export const MAX_SYMLINKS_READ = 20_000;

/**
 * Characters of paths that are looked up to follow all symlinks of a package: `MAX_SYMLINKS_READ` links with 20 parts
 * and 160 characters each.
 */
export const MAX_RESOLVE_CHARACTERS = 32_000_000;

/** File of a string tensor. It is parsed as a whole. */
export const MAX_STRING_TENSOR_BYTES = 32 * MIB;

/**
 * Depth of nested TOML tables and arrays. Each part of a dotted key counts. Real files have a depth of four. Parsers
 * recurse.
 */
export const MAX_TOML_DEPTH = 64;

/**
 * Keys, values and comments of one TOML file. Finding the place of one key takes 4 KB and 16 µs. A file with an error
 * at its end is parsed twice, which takes 6 KB and 20 µs for each key. The worst case is three quarters of a gigabyte
 * and three seconds. The largest real files have a few thousand keys.
 */
export const MAX_TOML_VALUES = 125_000;

/** Dimensions of a tensor. NumPy allows 64. A product of more takes long to compute. */
export const MAX_RANK = 64;

/** Window of a zstd frame: 2^27. This is the default limit of zstd itself, and what `--ultra -22` writes. */
export const MAX_ZSTD_WINDOW = 128 * MIB;

/**
 * Window that every worker may hold. zstd needs no larger one up to level 19. One worker decodes files with a larger
 * window after the others have finished.
 */
export const SHARED_ZSTD_WINDOW = 8 * MIB;

/** Decoded bytes that all workers hold together. */
export const DECODED_BUDGET = 256 * MIB;

/**
 * Packages that are open one inside the other, the outermost one included. Real ones have three, as a wheel in a zip in
 * a package. Each of them may be decoded from the one around it.
 */
export const MAX_LEVELS = 10;

/**
 * Decoded bytes of compressed inner packages that are held in memory, of all of them together. The other half of the
 * budget is for what is read of them. Beyond it, decoded bytes go to the private file system.
 */
export const INNER_MEMORY_BYTES = DECODED_BUDGET / 2;

/** Bytes of a compressed inner package that are decoded unasked, also of gzip in a package: a second or two. */
export const MAX_UNASKED_DECODED = 256 * MIB;

/**
 * Part of the browser's free room for this site that decoded inner packages may take, all of them together. Downloads
 * and saved packages need room too.
 */
export const INNER_DISK_SHARE = 0.5;

/** Workers that hash at once. More would only wait for the disk. */
export const MAX_HASHERS = 8;

/** Workers that pack the files of a new package at once. A large file takes two of them, and each takes some 50 MB. */
export const MAX_PACKERS = 8;

/**
 * A file up to this size is decoded as a whole and hashed by `crypto.subtle`, which cannot stream. Two at once fill the
 * budget. `crypto.subtle` copies its input, so only one file above `MAX_UNGATED_DIGEST` is copied at a time.
 */
export const MAX_WHOLE_DIGEST = DECODED_BUDGET / 2;

/**
 * A file up to this size is hashed without waiting for a turn. Eight of them, one in each worker, take a quarter of the
 * budget.
 */
export const MAX_UNGATED_DIGEST = 8 * MIB;

/**
 * A file whose packed and decoded sizes are both at most this is hashed together with its neighbors. One read fetches
 * all of them.
 */
export const MAX_BATCHED_FILE = MIB;

/** Most bytes that one read for many small files spans. */
export const BATCH_BYTES = 4 * MIB;

/**
 * Bytes of small files that a thread reads before it frees what it has read, and leaves none to the garbage collection.
 * From the first bytes that a thread frees on, Chromium checks each access to an array: fflate then takes a fifth longer,
 * and what was compiled is compiled again.
 */
export const UNFREED_BYTES = 32 * MIB;

/** Files that are hashed before their results are reported. A small file takes 10 to 50 µs. */
export const BATCH_FILES = 512;

/**
 * A file up to this size may be put into a draft without its hash, which is then computed when the draft is planned:
 * some tens of milliseconds. The hash of a larger one is computed before, where it can be waited for and canceled.
 */
export const MAX_UNDIGESTED = 8 * MIB;

/** A package up to this size is hashed in the thread that already runs. Starting workers takes longer. */
export const MAX_UNPOOLED_BYTES = 2 * MIB;

/** Decoded bytes in one piece from a decoding worker to a hashing worker, and how many pieces may be on the way. */
export const PIPE_PIECE = MIB;
export const PIPE_PIECES = 8;

/** A compressed entry up to this size is decoded as a whole and kept, so that reading backwards costs nothing. */
export const MAX_WHOLE_ENTRY = 16 * MIB;

/** Decoded bytes of entries that are kept of one archive: four of the largest entries, or thousands of small ones. */
export const WHOLE_ENTRY_CACHE_BYTES = 4 * MAX_WHOLE_ENTRY;

/**
 * Compressed entries that one thread has half read. Each may hold a zstd window of `MAX_ZSTD_WINDOW`, so two fill the
 * budget.
 */
export const MAX_OPEN_CURSORS = 2;

/** Bytes that a stream asks of its source at once. The fastest size for local files, as measured. */
export const STREAM_CHUNK = 4 * MIB;

/** A file shown as an image, sound or film. The browser holds it decoded in memory, and images again as pixels. */
export const MAX_MEDIA_BYTES = 256 * MIB;

/** A file shown as text. The page shows a longer one up to here, and the rest as hex. */
export const MAX_TEXT_BYTES = MIB;

/** Pieces of `MAX_TEXT_BYTES` that the page shows of one text. More would make it slow to scroll and to search. */
export const MAX_TEXT_PIECES = 16;

/** One page of the hex view: 4,096 rows of 16 bytes. */
export const HEX_PAGE_BYTES = 64 * KIB;

/** Pages that the hex view keeps of one file, so that going back in a compressed file costs nothing for a while. */
export const KEPT_HEX_PAGES = 64;

/** Text that is colored as code. One MiB takes a second. */
export const MAX_HIGHLIGHT_BYTES = 256 * KIB;

/** Cells in one window of a tensor: more than any screen shows at once. */
export const MAX_WINDOW_CELLS = 20_000;

/**
 * Elements of a plane that the page gets at once, of up to 8 bytes each: a line of 10 million points, with room. Of more, a
 * view asks for a summary.
 */
export const MAX_PLANE_ELEMENTS = 2 ** 24;

/** Bins that a plane is drawn together to at once: more than a large screen has pixels. Each takes up to 29 bytes. */
export const MAX_SHRUNK_BINS = 2 ** 21;

/**
 * Bins of a whole plane, and along one of its directions. It stays while one zooms, and is drawn together further
 * where the screen is smaller.
 */
export const MAX_OVERVIEW_BINS = 2 ** 20;
export const MAX_OVERVIEW_SIDE = 2048;

/** Pixels of the canvas of a drawing: a window of 4K. Larger windows are drawn less sharp. */
export const MAX_CANVAS_PIXELS = 3840 * 2160;

/** Bytes of a tensor on this computer that a view reads without asking: one to three seconds. */
export const MAX_UNASKED_VIEW_BYTES = 512 * MIB;

/**
 * Stretches that lines are drawn by, of all lines together, where they have more points than the page gets: 11 MiB of
 * least and greatest values. One line of four screens' width needs some 16,000.
 */
export const MAX_ENVELOPE_BINS = 2 ** 18;

/** Elements between two rows of a window that are read as well and dropped. Another read would cost more. */
export const WINDOW_GAP_ELEMENTS = 8192;

/**
 * Elements in one read for a window, dropped ones included. So many take at most 2 MiB, and the cells of a window
 * always fit.
 */
export const MAX_WINDOW_READ = 262_144;

/**
 * Pixels of a tensor that are drawn as a picture: 2048 × 2048, or 4096 × 1024. More take seconds to draw, and no screen
 * shows them all, so a pixel of a larger one stands for several elements.
 */
export const MAX_TENSOR_PICTURE_PIXELS = 2 ** 22;

/** Pixels of its longer side. Browsers draw nothing on a canvas that is much longer. */
export const MAX_TENSOR_PICTURE_SIDE = 8_192;

/**
 * Elements that are read for one picture so that each pixel is the mean of those that it stands for: one to two seconds
 * of a file on this computer.
 */
export const MAX_PICTURE_MEANS = 2 ** 26;

/** Pictures of a batch that are shown as a sheet. Browsers do not lay out pages of more than some ten million pixels. */
export const MAX_SHEET_PICTURES = 100_000;

/** Size of a tensor whose statistics are computed without asking. */
export const MAX_AUTO_STATISTICS_BYTES = 64 * MIB;

/** Bytes of planes that lie beside the one that is shown: of 512 × 512 × 512 floats, 64 planes. */
export const LANES_BYTES = 64 * MIB;

/** Bytes of viewed files and tensors that the page keeps. */
export const PAGE_CACHE_BYTES = 64 * MIB;

/**
 * The first bytes of a file, enough to recognize its type: tar has its magic at 257, and the second frame of an MP3
 * starts at 1,441 or earlier.
 */
export const SNIFF_BYTES = 2048;

/** Decoded content of a local package that is verified without asking. It takes two cores one to three seconds. */
export const MAX_AUTO_VERIFY_BYTES = 1024 * MIB;

/**
 * Size of a remote package that is downloaded and verified without asking, in bytes: three seconds at 20 Mbit/s. The
 * page says this size, as MB.
 */
export const MAX_AUTO_DOWNLOAD_BYTES = 8_000_000;

/**
 * Files of a package that the tree lists whole. The page takes 0.3 s to sort that many, and 100 MB for their rows. Of a
 * package with more files, the first `LISTED_OF_MANY` are listed, and the first of those that a filter finds: people
 * look for files of such a package by their names, and a tree that is made again for each letter must be small.
 */
export const MAX_LISTED_FILES = 100_000;
export const LISTED_OF_MANY = 20_000;

/**
 * Bytes of linked files that are fetched and kept while a package is open, without being saved. Browsers hold them in
 * memory, or in temporary files of a few gigabytes.
 */
export const MAX_KEPT_LINK_BYTES = 1024 * MIB;

/**
 * Addresses that are kept of one file: four times as many as are tried. A million files may share one hash, and each of
 * them shows its addresses.
 */
export const MAX_LINK_ADDRESSES = 64;

/** Characters of an address. A signed address has one or two thousand. Servers refuse more than 8 KiB. */
export const MAX_ADDRESS_LENGTH = 8192;

/**
 * Addresses that are tried for one file. Real packages have one. A hostile link list can hold thousands, to make the
 * page ask all of them.
 */
export const MAX_LINK_ATTEMPTS = 16;

/** Linked files that are open for partial reads. Each keeps up to `SOURCE_CACHE_BYTES` of what was read. */
export const MAX_OPEN_LINKS = 4;

/**
 * Linked files that are fetched at once, and sizes that are asked for at once. Together they make six, which is what
 * browsers allow for one host.
 */
export const LINKS_AT_ONCE = 2;
export const LINK_SIZES_AT_ONCE = 4;

/** Files whose sizes one click asks a host for. A hostile link list must not cause a hundred thousand requests. */
export const MAX_LINK_SIZES = 500;

/**
 * Bytes at the start of a remote file that are read by the request that also learns its size. Packers write the
 * metadata file first, so it is mostly among them. With `HTTP_END_BYTES` and three blocks between, a package of any
 * size is shown after less than 160 KB.
 */
export const HTTP_HEAD_BYTES = 16 * KIB;

/**
 * Bytes at the end of a remote file that are read at once. This is more than `TAIL_BYTES`, so that small files before
 * the directory come along.
 */
export const HTTP_END_BYTES = 88 * KIB;

/** Block size of the cache of a remote file. With a directory or an index come the bytes next to it. */
export const HTTP_BLOCK_BYTES = 16 * KIB;

/**
 * Gap between two reads of a remote file that is read as well and dropped. At 20 Mbit/s it takes 7 ms; a request takes
 * 20 to 200.
 */
export const HTTP_GAP_BYTES = 16 * KIB;

/** A stream of a remote file up to this size is cached as reads are, for example a picture that is viewed twice. */
export const HTTP_KEPT_STREAM_BYTES = MIB;

/**
 * Most bytes that are read ahead when small files of a remote package are read in order: half a second at 20 Mbit/s.
 */
export const HTTP_AHEAD_BYTES = MIB;

/** Bytes that are kept of one remote file: its directory, its small files, and what was viewed last. */
export const SOURCE_CACHE_BYTES = 32 * MIB;

/** Requests for parts of remote files that run at once. Browsers allow one host as many. */
export const MAX_HTTP_REQUESTS = 6;

/** Requests to a host for the row of one package in a list: one for its size and its start, one for its directory. */
export const MAX_GLANCE_REQUESTS = 2;

/** Most bytes of a package that is verified for its row in a list: a tenth of a second. A folder may have hundreds. */
export const MAX_GLANCE_VERIFY_BYTES = 16 * MIB;

/**
 * Files of a repository on a host that are listed, requests that the list may take, and bytes of an answer.
 * Repositories of models have some tens of files; those of datasets may have a million, and a page of the list has a
 * thousand.
 */
export const MAX_HOSTED_FILES = 2_000;
export const MAX_LISTING_REQUESTS = 4;
export const MAX_LISTING_BYTES = 8 * MIB;

/**
 * Least and most bytes of one request of a stream. The size doubles while a request takes less than `HTTP_PIECE_MS`
 * milliseconds.
 */
export const MIN_HTTP_PIECE = MIB;
export const MAX_HTTP_PIECE = 16 * MIB;
export const HTTP_PIECE_MS = 1000;

/**
 * Times that a host is asked for the same bytes, the first included. `HTTP_BACKOFF_MS` is the wait after the first
 * attempt, in milliseconds; it doubles each time.
 */
export const MAX_HTTP_ATTEMPTS = 4;
export const HTTP_BACKOFF_MS = 400;

/**
 * Longest wait in milliseconds if a host says how long to wait (Retry-After). After a longer one, people think that
 * nothing happens.
 */
export const MAX_RETRY_AFTER_MS = 20_000;

/** A connection that brings this many bytes before it breaks was worth it: the count of attempts starts again. */
export const HTTP_WORTHWHILE_BYTES = 256 * KIB;

/**
 * A file on a host that sends only whole files is downloaded without asking up to this many bytes: a second or two on
 * most connections, and no more memory than a picture takes. Where the host does not say how long a file is, no more
 * is read of it.
 */
export const MAX_UNASKED_DOWNLOAD = 8 * MIB;

/**
 * A host that sends less than these bytes in this many milliseconds counts as gone, and is asked again. Half a kilobyte
 * a second is a tenth of what a bad mobile network gives; a byte now and then would hold a download for days.
 */
export const HTTP_STALL_MS = 30_000;
export const HTTP_STALL_BYTES = 16 * KIB;

/**
 * A whole file that is downloaded where there is no private file system to put it in. Browsers hold it in memory, or in
 * temporary files.
 */
export const MAX_DOWNLOAD_BLOB_BYTES = 2048 * MIB;

/**
 * What a file that is gzip holds. It is decoded whole before it opens: browsers hold it in memory, or in temporary
 * files. Some ten seconds of work.
 */
export const MAX_UNWRAPPED_BYTES = 1024 * MIB;

/**
 * How long a package that was downloaded to be saved stays in the private file system, in milliseconds. The browser
 * copies it from there to the downloads: 40 GB at 100 MB/s take seven minutes.
 */
export const SAVED_KEPT_MS = 15 * 60_000;

/**
 * How long a private file stays that a draft no longer needs, in milliseconds: the browser may still copy it to the
 * kept draft, `MAX_KEPT_FILE_BYTES` at most, which take seconds.
 */
export const LEFT_DRAFT_FILE_MS = 60_000;

/**
 * A picture that is shown inside a text without asking, and what is read of any picture before it is shown. A
 * photograph takes 5 MB; a text may name hundreds.
 */
export const MAX_INLINE_PICTURE_BYTES = 16 * MIB;

/** A drawing (SVG) that is shown without asking. It is read as a whole. A plot of a thousand points takes 700 KB. */
export const MAX_DRAWING_BYTES = MIB;

/** Files that are read as a whole for the page at once. Each may need a decoder with a window of `MAX_ZSTD_WINDOW`. */
export const MAX_BLOBS_AT_ONCE = 2;

/**
 * Steps that can be undone, and characters of earlier texts that are kept for it: a thousand edits of a description of
 * 32 KB.
 */
export const MAX_DRAFT_STEPS = 1000;
export const MAX_DRAFT_CHARACTERS = 32_000_000;

/** Bytes of a README that becomes a description. Those of models on Hugging Face rarely have more than 100 KB. */
export const MAX_README_BYTES = 256 * 1024;

/**
 * A vocabulary, in a header or in a file of its own. It is parsed as a whole: the largest real ones have 35 MB.
 */
export const MAX_VOCABULARY_BYTES = 64 * MIB;
