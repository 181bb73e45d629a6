import type { RunFact, RunFacts } from '../../../model/run-facts.ts';
import { factItems, factName } from '../../../model/run-facts.ts';
import type { FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';

/** What the page calls a model, and a folder of several. */
export function wordsOf(isStore: boolean): PackageWords {
  return {
    ...(isStore ? { one: 'folder', a: 'a folder of models' } : { one: 'model', a: 'a model' }),
    hashList: isStore ? 'manifests' : 'manifest',
    reader: 'Ollama',
    checked: isStore ? ['the manifests', 'the sizes of all blobs'] : ['the manifest', 'the sizes of its blobs'],
  };
}

/** Errors for which Ollama does not list the model, or does not load it. */
export const VERDICTS: FormatVerdicts = {
  refused: [
    'ollama/byte-order-mark',
    'ollama/bad-json',
    'ollama/too-deep',
    'ollama/bad-type',
    'ollama/bad-digest',
    'ollama/image-manifest',
    'ollama/blob-missing',
    'ollama/lfs-pointer',
    'ollama/bad-config',
    'ollama/bad-params',
    'ollama/bad-messages',
    'ollama/bad-template',
  ],
};

const DATA = 'Nothing of its own: Ollama reads weights, adapters, parameters and texts as data';

const TEMPLATE =
  'The template is a text with placeholders. Ollama fills it in with each prompt, and it decides what the model is given';

/**
 * What running a model runs. A model that runs elsewhere sends prompts there.
 *
 * @param remoteHosts hosts on which models run, as their configurations name them
 * @param unread models whose configuration was not read
 */
export function runsOf(remoteHosts: readonly string[], hasTemplate: boolean, unread: number): RunFacts {
  const notes = hasTemplate ? [[TEMPLATE]] : [];
  if (remoteHosts.length === 0 && unread > 0) {
    const text = unread === 1 ? 'The configuration' : `The configurations of ${unread} models`;
    const unknown: RunFact = {
      kind: 'runs',
      text: [`Perhaps on another host: ${text} that would say so ${unread === 1 ? 'was' : 'were'} not read`],
      brief: ['perhaps on another host'],
      notes,
    };
    return { sentence: 'Where it runs is unknown', weight: 'warning', facts: [unknown] };
  }
  if (remoteHosts.length === 0) {
    const nothing: RunFact = { kind: 'nothing', text: [DATA], ...(hasTemplate ? { notes } : {}) };
    return { sentence: 'Loading it runs nothing', weight: 'ok', facts: [nothing] };
  }
  const [first] = remoteHosts;
  const elsewhere: RunFact = {
    kind: 'runs',
    text:
      remoteHosts.length === 1
        ? ['The model runs on ', factName(first as string), ', and Ollama sends prompts there']
        : [`Models run on ${remoteHosts.length} hosts, and Ollama sends prompts there`],
    brief: [remoteHosts.length === 1 ? 'on another host' : `on ${remoteHosts.length} hosts`],
    lists: remoteHosts.length === 1 ? undefined : [factItems(['Hosts'], remoteHosts, (host) => [factName(host)])],
    notes,
  };
  return { sentence: 'Running it sends prompts to another host', weight: 'warning', facts: [elsewhere] };
}
