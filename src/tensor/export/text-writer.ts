/** Bytes that are gathered before they are handed on. */
const FULL = 1024 * 1024;

/** Room beyond that, for what is written between two looks at `isFull`: a string, and the 64 indices of an element. */
const ROOM = FULL + 8 * 1024;

/** A string up to this length is encoded in place: each of its UTF-16 units takes up to three bytes. */
const SHORT_TEXT = 1024;

const DIGIT_ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;

/** Powers of ten that a float64 holds exactly. */
const TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** Floats between these have their decimal digits computed in exact float64 arithmetic. */
const LEAST = 1e-4;
const BEYOND = 1e9;

/** 10^-4, 10^-3, and so on. No float32 lies between the true value of one of them and its float64. */
const STEPS = Float64Array.from({ length: 15 }, (_, at) => Number(`1e${at - 4}`));

/** Half of the way from a float64 of `LEAST` and more to the next one, by its biased exponent, from this one on. */
const LOWEST_EXPONENT = 1023 - 14;
const HALF_GAPS = Float64Array.from({ length: 45 }, (_, at) => 2 ** (LOWEST_EXPONENT + at - 1023 - 53));

/** Gathers text as UTF-8 bytes. Numbers are written digit by digit: 17 million strings would take seconds. */
export class TextWriter {
  #bytes = new Uint8Array(ROOM);
  #length = 0;
  readonly #float = new Float64Array(1);
  readonly #words = new Uint32Array(this.#float.buffer);
  readonly #encoder = new TextEncoder();

  /** Whether it is time to `take` what is there. */
  get isFull(): boolean {
    return this.#length >= FULL;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Takes what was written so far. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(ROOM);
    this.#length = 0;
    return taken;
  }

  byte(byte: number): void {
    this.#bytes[this.#length++] = byte;
  }

  /** Writes text that is ASCII and short. */
  ascii(text: string): void {
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length++] = text.charCodeAt(at);
  }

  /** Writes any text. Lone surrogates become U+FFFD. */
  text(text: string): void {
    if (text.length <= SHORT_TEXT) {
      this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
      return;
    }
    const encoded = this.#encoder.encode(text);
    const grown = new Uint8Array(this.#length + encoded.length + ROOM);
    grown.set(this.#bytes.subarray(0, this.#length));
    grown.set(encoded, this.#length);
    this.#bytes = grown;
    this.#length += encoded.length;
  }

  /** Writes a whole number of less than 2^53. */
  integer(value: number): void {
    if (value < 0) this.byte(MINUS);
    const positive = Math.abs(value);
    if (positive < (TEN[9] as number)) this.#small(positive);
    else {
      const high = Math.floor(positive / (TEN[9] as number));
      this.#small(high);
      this.#padded(positive - high * (TEN[9] as number), 9);
    }
  }

  /** Writes a number as `elementText` has it: every digit of `String`, and "-0" for minus zero. */
  float(value: number): void {
    if (Number.isSafeInteger(value) && value !== 0) this.integer(value);
    else if (Math.fround(value) !== value || !this.#short(value))
      this.ascii(Object.is(value, -0) ? '-0' : String(value));
  }

  /** Digits of a number of less than 10^9, or of the 8 leading digits of one of less than 2^53. */
  #small(value: number): void {
    let count = 1;
    while (count < 9 && value >= (TEN[count] as number)) count++;
    this.#padded(value, count);
  }

  #padded(value: number, digits: number): void {
    let rest = value | 0;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = DIGIT_ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    this.#length += digits;
  }

  /**
   * Writes a float32 as the shortest text that reads back as the same float64: what `String` gives, by a tenth of the
   * work. The significand has 24 bits, so 17 decimal digits and what remains of them are exact in float64. Gives false,
   * and writes nothing, for those that it leaves to `String`.
   */
  #short(value: number): boolean {
    const positive = Math.abs(value);
    if (!(positive >= LEAST && positive < BEYOND)) return false;
    this.#float[0] = positive;
    const high = this.#words[1] as number;
    // Below a power of two, values lie closer than above it.
    if ((high & 0xfffff) === 0 && this.#words[0] === 0) return false;
    let exponent = -4;
    while (positive >= (STEPS[exponent + 5] as number)) exponent++;
    const scaled = positive * (TEN[8 - exponent] as number);
    let first = Math.floor(scaled);
    const second = (scaled - first) * (TEN[8] as number);
    // Half of the way to the next float64, in units of the 17th digit.
    const reach = (HALF_GAPS[(high >>> 20) - LOWEST_EXPONENT] as number) * (TEN[16 - exponent] as number);
    let last = roundWithin(second, reach);
    if (last === TEN[8]) {
      last = 0;
      first++;
      if (first === TEN[9]) {
        first = TEN[8] as number;
        exponent++;
      }
    }
    if (value < 0) this.byte(MINUS);
    this.#decimal(first, last, exponent);
    return true;
  }

  /** Writes 17 digits, 9 and 8, without the zeros at their end. The first one stands for 10^exponent. */
  #decimal(first: number, last: number, exponent: number): void {
    const bytes = this.#bytes;
    let to = this.#length;
    if (exponent < 0) {
      bytes[to++] = DIGIT_ZERO;
      bytes[to++] = POINT;
      for (let zero = -1; zero > exponent; zero--) bytes[to++] = DIGIT_ZERO;
    }
    // Digits behind the point have one byte more before them.
    const start = to;
    let rest = last | 0;
    for (let at = 16; at >= 0; at--) {
      if (at === 8) rest = first | 0;
      const tenth = (rest / 10) | 0;
      bytes[start + at + (exponent >= 0 && at > exponent ? 1 : 0)] = DIGIT_ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    if (exponent >= 0) bytes[start + exponent + 1] = POINT;
    to = start + (exponent >= 0 ? 18 : 17);
    while (bytes[to - 1] === DIGIT_ZERO) to--;
    if (bytes[to - 1] === POINT) to--;
    this.#length = to;
  }
}

/**
 * Rounds the last 8 of 17 digits to 15 digits, else to 16, else to 17, so that they change by at most `reach`. Of two
 * that are as close, the even one, as ECMAScript has it.
 */
function roundWithin(digits: number, reach: number): number {
  const whole = digits | 0;
  const fraction = digits - whole;
  for (let unit = 100; unit > 1; unit /= 10) {
    const low = whole % unit;
    const rest = low + fraction;
    const isUp = rest === unit / 2 ? (((whole - low) / unit) & 1) === 1 : rest > unit / 2;
    if ((isUp ? unit - rest : rest) <= reach) return isUp ? whole - low + unit : whole - low;
  }
  return fraction > 0.5 || (fraction === 0.5 && (whole & 1) === 1) ? whole + 1 : whole;
}
