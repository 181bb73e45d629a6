import '../../../model/run/findings.ts';
/** Loads the tables of findings about cartons, in the order of docs/findings.md. */
import '../../../archive/zip/findings.ts';
import '../../../model/findings.ts';
import './findings/carton.ts';
import '../../../toml/findings.ts';
import './findings/schema.ts';
import './findings/lists.ts';
import '../../../tensor/findings.ts';
import './findings/meta.ts';
