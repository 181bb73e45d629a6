/** Limits, each with its reason; those of one file alone may stand there. Sizes are in bytes unless the name says otherwise. Checked before anything is allocated. */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Directory of a zip. A million entries with names of 100 bytes take 150 MiB; the whole of it is held in memory. */
export const MAX_DIRECTORY_BYTES = 256 * MIB;

/** Entries of a zip. Ten times the largest repository snapshots that are packed whole; each costs the page about 1 KiB. */
export const MAX_ENTRIES = 1_000_000;

/** One name. Linux's PATH_MAX; longer ones cannot be unpacked anywhere. */
export const MAX_NAME_BYTES = 4096;

/**
 * What is read at the end of a file to find the directory: the largest comment (65,535) with its record (22), the zip64
 * locator (20) and record (56), rounded up. Usually it holds the whole directory too.
 */
export const TAIL_BYTES = 66 * KIB;

/** A symlink's text. Linux's PATH_MAX. */
export const MAX_SYMLINK_BYTES = 4096;

/** Links followed from one to the next. Linux's own limit is 40. */
export const MAX_SYMLINK_HOPS = 40;

/** Texts of symlinks read on opening, so that a directory full of links does not become a thousand reads of a slow disk. */
export const MAX_SYMLINKS_READ = 20_000;

/** Characters of paths looked up to follow all symlinks of a package: `MAX_SYMLINKS_READ` links of 20 parts and 160 characters. */
export const MAX_RESOLVE_CHARACTERS = 32_000_000;

/** A string tensor's file. It is parsed whole. */
export const MAX_STRING_TENSOR_BYTES = 32 * MIB;

/** Nesting of TOML tables and arrays, dotted keys counted by part. Real files have four; parsers recurse. */
export const MAX_TOML_DEPTH = 64;

/**
 * Keys, values and comments of one TOML file. A key takes 4 KB and 16 µs while its place is found; in a file with a fault at its end,
 * which is parsed twice, 6 KB and 20 µs. So this is three quarters of a gigabyte and three seconds at worst. The largest real files
 * have some thousands.
 */
export const MAX_TOML_VALUES = 125_000;

/** Dimensions of a tensor. NumPy allows 64; a product of more takes long to compute. */
export const MAX_RANK = 64;

/** Window of a zstd frame: 2^27, what zstd itself allows without being told otherwise, and what `--ultra -22` writes. */
export const MAX_ZSTD_WINDOW = 128 * MIB;

/** A window that every worker may hold. Up to level 19, zstd needs no larger one; what does is decoded by one worker after the others. */
export const SHARED_ZSTD_WINDOW = 8 * MIB;

/** Decoded bytes held by all workers together. */
export const DECODED_BUDGET = 256 * MIB;

/** Workers that hash at once. More than this, and the disk is what they wait for. */
export const MAX_HASHERS = 8;

/**
 * A file up to this size is decoded whole to be hashed, by `crypto.subtle`, which has no streams: two at once fill the budget. It copies
 * what it hashes; only one file above `MAX_UNGATED_DIGEST` is copied at a time.
 */
export const MAX_WHOLE_DIGEST = DECODED_BUDGET / 2;

/** Files hashed whole by all workers at once without waiting for their turn: eight of these are a quarter of the budget. */
export const MAX_UNGATED_DIGEST = 8 * MIB;

/** A file up to this size, decoded and in its container, is hashed along with its neighbours, all of them read at once. */
export const MAX_BATCHED_FILE = MIB;

/** What one read for many small files spans at most. */
export const BATCH_BYTES = 4 * MIB;

/** Files hashed before the results are told: small ones take 10 to 50 µs each. */
export const BATCH_FILES = 512;

/** Small packages are hashed in the thread that is there already: starting workers takes longer. */
export const MAX_UNPOOLED_BYTES = 2 * MIB;

/** Decoded bytes handed from a decoding to a hashing worker at once, and how many such pieces are on their way. */
export const PIPE_PIECE = MIB;
export const PIPE_PIECES = 8;

/** A compressed entry up to this size is decoded whole and kept, so that going back costs nothing. */
export const MAX_WHOLE_ENTRY = 16 * MIB;

/** Decoded entries kept of one archive: the four largest that are decoded whole, or thousands of small ones. */
export const WHOLE_ENTRY_CACHE_BYTES = 4 * MAX_WHOLE_ENTRY;

/** Half-read compressed entries of one thread. Each may hold a zstd window of `MAX_ZSTD_WINDOW`, so two fill the budget. */
export const MAX_OPEN_CURSORS = 2;

/** Bytes asked of a source at once while streaming. Measured best on local files. */
export const STREAM_CHUNK = 4 * MIB;

/** A file shown as an image, sound or film. It stands in memory decoded, and pictures again as pixels. */
export const MAX_MEDIA_BYTES = 256 * MIB;

/** A file shown as text. What is longer is shown up to here, and as hex beyond. */
export const MAX_TEXT_BYTES = MIB;

/** Pieces of `MAX_TEXT_BYTES` that are shown of one text. More would make the page slow to scroll and to search. */
export const MAX_TEXT_PIECES = 16;

/** Bytes of one page of the hex view: 4,096 rows of sixteen. */
export const HEX_PAGE_BYTES = 64 * KIB;

/** Pages of one file that the hex view keeps, so that going back through a compressed file costs nothing for a while. */
export const KEPT_HEX_PAGES = 64;

/** Text that is coloured as code; colouring takes a second for each MiB. */
export const MAX_HIGHLIGHT_BYTES = 256 * KIB;

/** Pixels of a picture that is shown without asking: decoding takes four bytes each. */
export const MAX_PICTURE_PIXELS = 50_000_000;

/** Cells in one window of a tensor: more than a screen of any size shows at once. */
export const MAX_WINDOW_CELLS = 20_000;

/** Elements between two rows of a window that are read along and dropped: fewer than another read would cost. */
export const WINDOW_GAP_ELEMENTS = 8192;

/** Elements of one read for a window, what is dropped included. At most 2 MiB, and a window's cells always fit. */
export const MAX_WINDOW_READ = 262_144;

/** A tensor drawn as a picture: larger ones take seconds to draw, and no screen shows them whole. */
export const MAX_TENSOR_PICTURE_PIXELS = 4_000_000;

/** A tensor whose statistics are computed without asking. */
export const MAX_AUTO_STATISTICS_BYTES = 64 * MIB;

/** Bytes that the page keeps of files and tensors that were looked at. */
export const PAGE_CACHE_BYTES = 64 * MIB;

/** The first bytes of a file, enough to know it by: tar's magic stands at 257, an MP3's second frame at up to 1,441. */
export const SNIFF_BYTES = 2048;

/** Decoded content of a local package that is checked without asking: one to three seconds of two cores. */
export const MAX_AUTO_VERIFY_BYTES = 1024 * MIB;

/**
 * Linked files that are fetched and kept while a package is open, without being saved. Browsers hold these in memory, or in temporary
 * files of a few gigabytes.
 */
export const MAX_KEPT_LINK_BYTES = 1024 * MIB;

/** Addresses of one file that are kept: four times what is tried. A hash may be that of a million files, and each shows them. */
export const MAX_LINK_ADDRESSES = 64;

/** Characters of an address. Signed ones have a thousand or two; servers refuse more than 8 KiB. */
export const MAX_ADDRESS_LENGTH = 8192;

/** Addresses of one file that are tried. Real packages have one; a hostile link list can give thousands, to have them all asked. */
export const MAX_LINK_ATTEMPTS = 16;

/** Linked files that are open for reading parts of them. Each keeps what was read of it, up to `SOURCE_CACHE_BYTES`. */
export const MAX_OPEN_LINKS = 4;

/** Linked files that are fetched at once, and sizes that are asked for at once: what browsers allow one host is six. */
export const LINKS_AT_ONCE = 2;
export const LINK_SIZES_AT_ONCE = 4;

/** Files whose size one click asks a host for, so that a hostile link list cannot have it asked a hundred thousand times. */
export const MAX_LINK_SIZES = 500;

/**
 * Read of a remote file with the question how long it is: what packers write first, the metadata file, mostly stands there. With
 * `HTTP_END_BYTES` and three blocks between, a package of any size is shown for less than 160 KB.
 */
export const HTTP_HEAD_BYTES = 16 * KIB;

/** Read of the end of a remote file at once: more than `TAIL_BYTES`, so that small files before a directory come along. */
export const HTTP_END_BYTES = 88 * KIB;

/** Bytes kept of a remote file are kept in blocks of this size: a directory's or index's neighbours come with it. */
export const HTTP_BLOCK_BYTES = 16 * KIB;

/** Bytes between two reads of a remote file that are read along and dropped: 7 ms at 20 Mbit/s, where a request takes 20 to 200. */
export const HTTP_GAP_BYTES = 16 * KIB;

/** Streams of a remote file up to this size are kept like reads are: a picture that is looked at twice. */
export const HTTP_KEPT_STREAM_BYTES = MIB;

/** Read ahead at most where one small file of a remote package is read after the other: half a second at 20 Mbit/s. */
export const HTTP_AHEAD_BYTES = MIB;

/** Bytes kept of what was read of one remote file: its directory and the small files, and what was looked at last. */
export const SOURCE_CACHE_BYTES = 32 * MIB;

/** Requests for parts of remote files at once: what browsers allow one host. */
export const MAX_HTTP_REQUESTS = 6;

/** One request streams at least, and at most, so many bytes; it grows while a piece takes less than `HTTP_PIECE_MS`. */
export const MIN_HTTP_PIECE = MIB;
export const MAX_HTTP_PIECE = 16 * MIB;
export const HTTP_PIECE_MS = 1000;

/** Times that a host is asked for the same bytes, the first one included, and what is waited after that one, in milliseconds; it doubles. */
export const MAX_HTTP_ATTEMPTS = 4;
export const HTTP_BACKOFF_MS = 400;

/** Waited at most, in milliseconds, where a host says how long (Retry-After): longer, and people think that nothing happens. */
export const MAX_RETRY_AFTER_MS = 20_000;

/** A connection that brings so many bytes before it breaks was worth it: the count of attempts begins anew. */
export const HTTP_WORTHWHILE_BYTES = 256 * KIB;

/** A host that sends nothing for so long, in milliseconds, is taken for gone, and asked again. */
export const HTTP_STALL_MS = 30_000;

/** A whole file downloaded without a private file system to put it in. Browsers hold it in memory, or in temporary files. */
export const MAX_DOWNLOAD_BLOB_BYTES = 2048 * MIB;

/**
 * A package that was downloaded to be saved stays in the private file system for so long, in milliseconds: the browser copies it from there
 * to the downloads, 40 GB at 100 MB/s in seven minutes.
 */
export const SAVED_KEPT_MS = 15 * 60_000;

/** A picture shown within a text without asking. A photograph takes 5 MB; a text may name hundreds. */
export const MAX_INLINE_PICTURE_BYTES = 16 * MIB;

/** Files read whole at a time for the page: each may hold a decoder with a window of `MAX_ZSTD_WINDOW`. */
export const MAX_BLOBS_AT_ONCE = 2;

/** Steps that can be undone, and characters of the texts before them that are kept for it: a thousand edits of a description of 32 KB. */
export const MAX_DRAFT_STEPS = 1000;
export const MAX_DRAFT_CHARACTERS = 32_000_000;

/** Bytes of a remote package that are read without asking to check it, once it is edited: half a minute at 20 Mbit/s. */
export const MAX_AUTO_REMOTE_VERIFY_BYTES = 64 * MIB;
