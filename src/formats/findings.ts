/**
 * Loads the tables of every format: for the page, which shows what a finding or an error means, and for docs/findings.md. The worker and Node
 * load a format's tables with the format.
 */
import '../archive/zip/findings.ts';
import './carton/core/findings.ts';
