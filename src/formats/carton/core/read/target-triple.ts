/**
 * A target triple as Rust's `target-lexicon` 0.12.11 reads it, which the reference reader uses (carton.toml,
 * `required_platforms`). Each part has words of its own, so every part but the first may be left out.
 */

export interface TargetTriple {
  architecture: string;
  vendor: string;
  operatingSystem: string;
  environment: string;
  binaryFormat: string;
}

export type TargetTripleResult = { ok: true; triple: TargetTriple } | { ok: false; reason: string };

const words = (text: string) => new Set(text.split(' '));

const ARM = words(
  'arm armeb armv4 armv4t armv5t armv5te armv5tej armv6 armv6j armv6k armv6z armv6kz armv6t2 armv6m armv7 armv7a armv7k armv7ve ' +
    'armv7m armv7r armv7s armv8 armv8a armv8.1a armv8.2a armv8.3a armv8.4a armv8.5a armv8m.base armv8m.main armv8r thumbeb thumbv4t ' +
    'thumbv5te thumbv6m thumbv7a thumbv7em thumbv7m thumbv7neon thumbv8m.base thumbv8m.main armebv7r',
);
const ARCHITECTURES = words(
  'unknown amdgcn asmjs avr bpfeb bpfel hexagon loongarch64 m68k msp430 nvptx64 powerpc powerpc64 powerpc64le s390x sparc sparc64 ' +
    'sparcv9 wasm32 wasm64 x86_64 x86_64h xtensa aarch64 arm64 aarch64_be riscv32 riscv32gc riscv32i riscv32im riscv32imac riscv32imc ' +
    'riscv64 riscv64gc riscv64imac i386 i586 i686 mips mipsel mipsisa32r6 mipsisa32r6el mips64 mips64el mipsisa64r6 mipsisa64r6el ' +
    'clever clever1.0',
);
const VENDORS = words(
  'unknown amd apple espressif experimental fortanix ibm kmc nintendo nvidia pc rumprun sun uwp wrs',
);
const OPERATING_SYSTEMS = words(
  'unknown aix amdhsa bitrig cloudabi cuda darwin dragonfly emscripten freebsd fuchsia haiku hermit horizon illumos ios l4re linux ' +
    'nebulet netbsd none openbsd psp redox solaris solid_asp3 tvos uefi vxworks wasi watchos windows espidf',
);
const ENVIRONMENTS = words(
  'unknown amdgiz android androideabi eabi eabihf gnu gnuabi64 gnueabi gnueabihf gnuspe gnux32 gnu_ilp32 gnullvm hermitkernel ' +
    'linuxkernel macabi musl musleabi musleabihf muslabi64 msvc newlib kernel uclibc uclibceabi uclibceabihf sgx sim softfloat spe',
);
const BINARY_FORMATS = words('unknown elf coff macho wasm xcoff');

/** Triples with words that only they have: `3ds` is the system horizon, and `esp` the vendor espressif. */
const SPECIAL = new Map([
  ['armv6k-nintendo-3ds', 'armv6k-nintendo-horizon-newlib'],
  ['riscv32imc-esp-espidf', 'riscv32imc-espressif-espidf-newlib'],
]);

const isArchitecture = (part: string) => ARCHITECTURES.has(part) || ARM.has(part);

/** `macosx10.7.0` carries its version, all three numbers of 16 bits. */
function isOperatingSystem(part: string): boolean {
  const version = /^macosx(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(part);
  if (version) return version.slice(1).every((number) => Number(number) <= 0xffff);
  return OPERATING_SYSTEMS.has(part);
}

/** An unknown vendor may have any plain name that is not a word of another part. */
function isVendor(part: string): boolean {
  if (VENDORS.has(part)) return true;
  if (isArchitecture(part) || isOperatingSystem(part) || ENVIRONMENTS.has(part) || BINARY_FORMATS.has(part))
    return false;
  return /^[a-z][a-z0-9_.]*$/.test(part);
}

/** The parts after the architecture, in order. */
const PARTS = [
  { name: 'vendor', fits: isVendor },
  { name: 'operating system', fits: isOperatingSystem },
  { name: 'environment', fits: (part: string) => ENVIRONMENTS.has(part) },
  { name: 'binary format', fits: (part: string) => BINARY_FORMATS.has(part) },
];

/** Reads a triple. Where the reference refuses it, `reason` says at which part. */
export function parseTargetTriple(text: string): TargetTripleResult {
  const [architecture = '', ...parts] = (SPECIAL.get(text) ?? text).split('-');
  if (!isArchitecture(architecture))
    return { ok: false, reason: `${JSON.stringify(architecture)} is not an architecture` };
  const taken = PARTS.map(({ fits }) => (parts[0] !== undefined && fits(parts[0]) ? parts.shift() : undefined));
  if (parts[0] !== undefined) {
    const expected = PARTS[taken.findLastIndex((part) => part !== undefined) + 1];
    const what = expected ? `no ${expected.name}` : 'one part too many';
    return { ok: false, reason: `${JSON.stringify(parts[0])} is ${what}` };
  }
  const [vendor = 'unknown', operatingSystem = 'unknown', environment = 'unknown', format] = taken;
  const machine = architecture === 'arm64' ? 'aarch64' : architecture;
  const binaryFormat = format ?? defaultBinaryFormat(machine, operatingSystem, environment);
  return { ok: true, triple: { architecture: machine, vendor, operatingSystem, environment, binaryFormat } };
}

/** Other names that systems have for an architecture, with its name in triples. */
const ALIASES: Readonly<Record<string, string>> = { amd64: 'x86_64', x64: 'x86_64', 'x86-64': 'x86_64' };

/**
 * The triple that a text means, with letter case, surrounding space, and other names of its architecture or of macOS
 * corrected. Undefined where nothing changes, or where the result is not a triple.
 */
export function targetTripleFix(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  const machine = Object.keys(ALIASES).find((alias) => lower.startsWith(`${alias}-`));
  const named = machine === undefined ? lower : (ALIASES[machine] as string) + lower.slice(machine.length);
  const fixed = named.replace(/-apple-macos$/, '-apple-darwin');
  return fixed !== text && parseTargetTriple(fixed).ok ? fixed : undefined;
}

/** Systems without a binary format of their own. On WebAssembly they have its format; elsewhere none is known. */
const FORMATLESS = words('nebulet emscripten vxworks wasi unknown');

function defaultBinaryFormat(architecture: string, os: string, environment: string): string {
  if (os === 'none') return environment === 'eabi' || environment === 'eabihf' ? 'elf' : 'unknown';
  if (os === 'aix') return 'xcoff';
  if (os === 'windows') return 'coff';
  if (/^(darwin|ios|macosx.*|tvos|watchos)$/.test(os)) return 'macho';
  if (FORMATLESS.has(os)) return architecture === 'wasm32' || architecture === 'wasm64' ? 'wasm' : 'unknown';
  return 'elf';
}

const OS_NAMES: Readonly<Record<string, string>> = {
  linux: 'Linux',
  darwin: 'macOS',
  windows: 'Windows',
  ios: 'iOS',
  tvos: 'tvOS',
  watchos: 'watchOS',
  wasi: 'WASI',
  freebsd: 'FreeBSD',
  netbsd: 'NetBSD',
  openbsd: 'OpenBSD',
  fuchsia: 'Fuchsia',
  emscripten: 'Emscripten',
  none: 'bare metal',
  unknown: 'any system',
};

const ARCHITECTURE_NAMES: Readonly<Record<string, string>> = {
  x86_64: '64-bit x86',
  aarch64: '64-bit Arm',
  i686: '32-bit x86',
  i586: '32-bit x86',
  i386: '32-bit x86',
  wasm32: 'WebAssembly',
  wasm64: '64-bit WebAssembly',
  riscv64gc: '64-bit RISC-V',
};

/** The triple in words: "Linux on 64-bit x86". */
export function describeTargetTriple(target: TargetTriple): string {
  const { architecture, operatingSystem: os, environment } = target;
  const machine = ARCHITECTURE_NAMES[architecture] ?? architecture;
  const name = OS_NAMES[os] ?? os.replace(/^macosx/, 'macOS ');
  const system = environment.startsWith('android') ? 'Android' : name;
  const simulator = environment === 'sim' ? ' simulator' : '';
  const libc = environment.startsWith('musl') ? ' (musl)' : '';
  return `${system}${simulator} on ${machine}${libc}`;
}

/** The names that are not listed yet, each platform once: `arm64-apple-darwin` is `aarch64-apple-darwin`. */
export function newPlatforms(names: readonly string[], listed: readonly string[]): string[] {
  const key = (name: string) => {
    const parsed = parseTargetTriple(name);
    return parsed.ok ? JSON.stringify(parsed.triple) : name;
  };
  const known = new Set(listed.map(key));
  return names.filter((name) => {
    const isNew = !known.has(key(name));
    known.add(key(name));
    return isNew;
  });
}
