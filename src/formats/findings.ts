/**
 * Loads the tables of every format: docs/findings.md is made of them. The worker and Node load a format's tables with
 * the format, and the page gets them from the worker.
 */
import '../archive/zip/findings.ts';
import '../archive/tar/findings.ts';
import '../codec/gzip/findings.ts';
import '../audit/findings.ts';
import '../pickle/findings.ts';
import '../tensor/contents/findings.ts';
import '../model/run/findings.ts';
import './carton/core/findings.ts';
import './numpy/core/findings.ts';
import './safetensors/core/findings.ts';
import './gguf/core/findings.ts';
import './ollama/core/findings.ts';
import './mlf/core/findings.ts';
import './mldef/core/findings.ts';
import './tar/core/findings.ts';
import './file/core/findings.ts';
