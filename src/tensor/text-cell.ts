/** Cells that are one but for these are quoted. */
const QUOTED = /[",\t\r\n]|^ | $|^$/;

/**
 * Texts that a spreadsheet takes for a formula and runs, whoever wrote them. What was marked before is marked again, so
 * that the mark can be taken off.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

const PLAIN_NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * A string as a cell of comma- or tab-separated values. One that a spreadsheet would take for a formula gets an
 * apostrophe before it. Quotation marks are put around it where it needs them, and those in it are doubled (RFC 4180).
 */
export function textCell(text: string): string {
  const plain = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
