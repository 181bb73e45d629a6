import { error } from '../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../base/findings.ts';

/** Why a model does not run, or was stopped. */
export const RUN_FINDINGS = defineFindings({
  'run/not-component': error(
    'Not a WebAssembly component',
    'The runner loads WebAssembly components. The file is something else.',
    'Ask the author for the component. A core module becomes one with wasm-tools.',
  ),
  'run/damaged': error(
    'A damaged component',
    'The file begins as a WebAssembly component, and then breaks the rules of its format.',
    'Ask the author for an undamaged file.',
  ),
  'run/other-interface': error(
    'A component with another interface',
    'It asks for more than a model may have, or offers something else than a model does. It was not started.',
    'Run it in a program that has what it asks for, if you trust it.',
  ),
  'run/too-large': error(
    'More than a run may use',
    'The model, its memory, or what goes in or out is larger than the limit.',
    'Raise the limit if you trust the model.',
  ),
  'run/too-long': error(
    'Stopped at the time limit',
    'The model did not finish in time, so it was ended.',
    'Raise the limit if you trust the model.',
  ),
  'run/trap': error(
    'The model stopped with an error',
    'Its code did something that WebAssembly forbids, or gave up by itself. Nothing outside of it was touched.',
    'Check the inputs, or ask the author.',
  ),
  'run/bad-output': error(
    'The model gave something impossible',
    'What it gave is not a list of tensors: its lengths, places or types are impossible.',
    'Ask the author.',
  ),
  'run/bad-input': error(
    'An input that cannot be given to the model',
    'The model takes tensors of numbers and texts whose values the package holds.',
    'Choose another input.',
  ),
  'run/not-started': error(
    'No model can run here',
    'Models run in a thread of their own, without network or storage, and it did not start. An old browser cannot start it, or the server of the page sends headers of another version of it.',
    'Reload the page, use another browser, or run the self-tests on the command line: boxcutter inspect --run.',
  ),
  'run/ended': error(
    'The thread of the model has failed',
    'It ended while the model ran in it, for example for want of memory.',
    'Try again with a smaller input, or close other tabs.',
  ),
});
defineArea('run', 'Running a model');

declare module '../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof RUN_FINDINGS> {}
}
