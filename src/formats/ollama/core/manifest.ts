import { formatNumberOf } from '../../../base/amounts.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { ByteOffsets, decodeText } from '../../../json/encoding.ts';
import { JsonError, JsonReader } from '../../../json/reader.ts';
import { lfsPointer } from '../../../model/file/look.ts';
import { completeLayer, type Layer, readLayer, type WrittenLayer } from './layer.ts';
import { MAX_GO_DEPTH, MAX_LAYERS } from './limits.ts';
import type { LayerKind } from './media-type.ts';
import { MemberReader, type Tell } from './member.ts';

/** What a manifest says. */
export interface Manifest {
  schemaVersion?: bigint;
  mediaType?: string;
  config?: Layer;
  /** In the order of the manifest, at most `MAX_LAYERS`. */
  layers: readonly Layer[];
  /** The bytes from the start whose SHA-256 is the ID: see `listedBytes`. */
  idBytes: number;
}

/** Types of a manifest as a whole: Docker's, which Ollama writes, and the same of the Open Container Initiative. */
const MANIFEST_TYPES = [
  'application/vnd.docker.distribution.manifest.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
];

/** Types of the layers of container images. */
const IMAGE_LAYER = /^application\/vnd\.(?:docker\.image\.rootfs|oci\.image\.layer)\./;

/** The version that Ollama writes. */
const SCHEMA_VERSION = 2n;

/**
 * Parses a manifest and reports what is wrong with it. Of a broken one, gives what comes before the break. Never
 * throws.
 */
export function parseManifest(bytes: Uint8Array, path: string, report: Report): Manifest {
  const tell: Tell = (code, message, place) => report.add(code, message, { path, ...place });
  const { text, badByte } = decodeText(bytes);
  if (badByte !== undefined) tell('ollama/not-utf8', `Byte ${badByte} is not valid UTF-8.`);
  const pointer = lfsPointer(text);
  if (pointer) {
    const size = formatNumberOf(pointer.size, 'byte');
    tell('ollama/lfs-pointer', `The manifest is a Git LFS pointer. The file itself has ${size}.`);
    return { layers: [], idBytes: bytes.length };
  }
  const hasMark = text.startsWith('\ufeff');
  if (hasMark) tell('ollama/byte-order-mark', 'The manifest begins with a byte-order mark (U+FEFF).');
  const parser = new ManifestParser(new JsonReader(text, hasMark ? 1 : 0, MAX_GO_DEPTH), tell);
  const end = parser.parse();
  const isWhole = end === undefined || badByte !== undefined;
  const endByte = isWhole ? bytes.length : new ByteOffsets(text).of(end);
  return { ...parser.manifest, idBytes: listedBytes(endByte, bytes.length) };
}

/** The buffer with which Go's `json.Decoder` begins. It becomes twice as long, and this much, whenever it is full. */
const GO_BUFFER = 512;

/**
 * How many bytes of a manifest Ollama hashes for the ID that it lists. It hashes what Go's decoder reads, and that
 * reads until its buffer is full or the file ends, and no more once the object has ended.
 *
 * @param end the byte after the object
 */
function listedBytes(end: number, size: number): number {
  let filled = GO_BUFFER;
  while (filled < end) filled = 2 * filled + GO_BUFFER;
  return Math.min(filled, size);
}

class ManifestParser {
  readonly manifest: Omit<Manifest, 'idBytes'> & { layers: Layer[] } = { layers: [] };
  readonly #reader: JsonReader;
  readonly #tell: Tell;
  readonly #members: MemberReader;
  #config: WrittenLayer | undefined;
  /** The items of `layers`, each undefined where it is not a layer. Null and undefined as `layers` is. */
  #items: (WrittenLayer | undefined)[] | null | undefined;
  /** Layers beyond `MAX_LAYERS`. */
  #left = 0;

  constructor(reader: JsonReader, tell: Tell) {
    this.#reader = reader;
    this.#tell = tell;
    this.#members = new MemberReader(reader, tell);
  }

  /** Reads the manifest. Gives the place after it, in UTF-16 units; undefined where it is broken. */
  parse(): number | undefined {
    let end: number | undefined;
    try {
      if (this.#members.isObject('The manifest')) this.#readAll();
      end = this.#reader.at;
      this.#checkEnd();
      this.#checkAll();
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      const code = error.kind === 'too-deep' ? 'ollama/too-deep' : 'ollama/bad-json';
      const before = this.#reader.text.slice(0, error.at).split('\n');
      const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
      this.#tell(code, `At character ${error.at + 1}, ${error.message}.`, { line, column });
    }
    this.#complete();
    this.#checkLayers();
    return end;
  }

  #readAll(): void {
    const { manifest } = this;
    const known = {
      schemaVersion: () => {
        manifest.schemaVersion = this.#members.integer('“schemaVersion”') ?? manifest.schemaVersion;
      },
      mediaType: () => {
        manifest.mediaType = this.#members.text('“mediaType”') ?? manifest.mediaType;
      },
      config: () => {
        // Of two objects, Go reads the second into the first.
        this.#config = readLayer(this.#members, 'The configuration', this.#config, true) ?? this.#config;
      },
      layers: () => this.#readLayers(),
    };
    this.#members.object('The manifest', known, {
      layers: () => {
        this.#items = null;
      },
    });
  }

  /** Makes layers of what was written. */
  #complete(): void {
    const { manifest } = this;
    if (this.#config) manifest.config = completeLayer(this.#config, 'The configuration', true, this.#tell);
    for (const [at, item] of (this.#items ?? []).entries()) {
      if (item) manifest.layers.push(completeLayer(item, `Layer ${at + 1}`, false, this.#tell));
    }
  }

  #readLayers(): void {
    this.#left = 0;
    // Of two lists the last one counts, and Go reads each of its items into that of the first.
    const before = this.#items ?? [];
    const items: typeof before = [];
    this.#items = items;
    if (!this.#members.isList('“layers”')) items.push(undefined);
    else {
      this.#reader.array((index) => {
        if (index >= MAX_LAYERS) {
          this.#reader.skip();
          this.#left++;
        } else items.push(readLayer(this.#members, `Layer ${index + 1}`, before[index]));
      });
    }
  }

  #checkEnd(): void {
    const { text, at } = this.#reader;
    if (/[^ \t\r\n]/.test(text.slice(at))) {
      this.#tell('ollama/trailing-data', `The manifest ends at character ${at}, and the file does not.`);
    }
  }

  #checkAll(): void {
    const { schemaVersion, mediaType } = this.manifest;
    if (schemaVersion !== undefined && schemaVersion !== SCHEMA_VERSION) {
      this.#tell('ollama/schema-version', `The manifest has the schema version ${schemaVersion}.`);
    }
    if (mediaType !== undefined && !MANIFEST_TYPES.includes(mediaType)) {
      this.#tell('ollama/manifest-type', `The manifest has the media type ${quote(mediaType)}.`);
    }
    if (this.#items === null) this.#tell('ollama/no-layers', '“layers” is null.');
    else if (!this.#items) this.#tell('ollama/no-layers', 'The manifest has no layers.');
    else if (this.#items.length === 0) {
      this.#tell('ollama/empty-layers', 'The manifest has an empty list of layers.');
    }
    if (this.#left > 0) {
      const count = MAX_LAYERS + this.#left;
      this.#tell('ollama/too-many-layers', `The manifest has ${count} layers. The first ${MAX_LAYERS} are listed.`);
    }
  }

  /** What concerns several layers. */
  #checkLayers(): void {
    const { layers, config } = this.manifest;
    const sizes = new Map<string, bigint>();
    for (const { sha256, size } of config ? [...layers, config] : layers) {
      if (sha256 === undefined || size === undefined) continue;
      const known = sizes.get(sha256);
      if (known === undefined) sizes.set(sha256, size);
      else if (known !== size) {
        this.#tell('ollama/size-mismatch', `The digest ${quote(sha256)} has the sizes ${known} and ${size}.`);
      }
    }
    const inLayers = layers.filter(({ type }) => type.kind === 'config');
    // Ollama names it beside the layers. The format's document has it among them.
    const isOther = config?.sha256 !== undefined && inLayers.some(({ sha256 }) => sha256 !== config.sha256);
    const configs = inLayers.length + (isOther ? 1 : 0);
    if (configs > 1) this.#tell('ollama/two-configs', `The manifest has ${configs} configuration layers.`);
    if (layers.some(({ type }) => IMAGE_LAYER.test(type.text)) && layers.every(({ type }) => type.kind === 'foreign')) {
      this.#tell('ollama/image-manifest', 'No layer has a media type of Ollama.');
    }
    this.#checkNames('tensor', (name) => {
      this.#tell('ollama/duplicate-tensor', `Two tensors have the name ${quote(name)}.`);
    });
    this.#checkTemplates();
  }

  /** Calls `twice` for each name that a layer of this kind has after another one. */
  #checkNames(kind: LayerKind, twice: (name: string) => void): void {
    const names = new Set<string>();
    for (const { type, name } of this.manifest.layers) {
      if (type.kind !== kind || !name) continue;
      if (names.has(name)) twice(name);
      names.add(name);
    }
  }

  /** Of several templates, says which is used: the last one without a name, as Ollama reads them. */
  #checkTemplates(): void {
    const templates = this.manifest.layers.filter(({ type }) => type.kind === 'template');
    const defaults = templates.filter(({ name, type }) => !name && !type.isInexact);
    if (defaults.length > 1) {
      const count = `The manifest has ${formatNumberOf(defaults.length, 'template')} without a name.`;
      this.#tell('ollama/two-templates', `${count} Ollama uses the last one.`);
    }
    this.#checkNames('template', (name) => {
      this.#tell('ollama/duplicate-template', `Two templates have the name ${quote(name)}.`);
    });
    if (templates.length < 2) return;
    const used = defaults.at(-1);
    for (const layer of templates) {
      const note = layer === used ? 'the default, which is used' : defaults.includes(layer) ? 'not used' : undefined;
      if (note !== undefined) layer.type = { ...layer.type, note };
    }
  }
}
