import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';

/**
 * What can be wrong with an Ollama model or store. Errors are what Ollama rejects, and bytes that are not what a
 * manifest or a blob's name says; warnings are what only the format document forbids.
 */
defineArea('ollama', 'Ollama models');

const PULL_AGAIN = 'Run “ollama pull” with the model’s name: it downloads what is missing or damaged.';
const CREATE_AGAIN = 'Pull the model again, or ask the author to create it again with Ollama.';

const OLLAMA_FINDINGS = defineFindings({
  'ollama/manifest-too-large': {
    severity: 'error',
    title: 'The manifest is too large',
    meaning: 'It is longer than any real manifest. Boxcutter does not read it, to protect your browser’s memory.',
    action: 'Treat the model as malicious.',
  },
  'ollama/byte-order-mark': {
    severity: 'error',
    title: 'The manifest begins with a byte-order mark',
    meaning: 'JSON has none, and Ollama rejects the manifest. Some editors add it.',
    action: 'Save the file as UTF-8 without a byte-order mark, or pull the model again.',
  },
  'ollama/bad-json': {
    severity: 'error',
    title: 'The manifest is not valid JSON',
    meaning: 'The text is invalid at this place. Everything before it is shown. Ollama does not list the model.',
    action: CREATE_AGAIN,
  },
  'ollama/too-deep': {
    severity: 'error',
    title: 'The manifest is nested too deeply',
    meaning: 'A real manifest has four levels. Ollama rejects more than 10,000.',
    action: 'Treat the model as malicious.',
  },
  'ollama/not-utf8': {
    severity: 'warning',
    title: 'The manifest is not UTF-8',
    meaning: 'Ollama replaces the invalid bytes with U+FFFD, and so does Boxcutter.',
    action: CREATE_AGAIN,
  },
  'ollama/trailing-data': {
    severity: 'warning',
    title: 'Something follows the manifest',
    meaning: 'Ollama ignores what follows the JSON object. Other programs reject the file.',
    action: CREATE_AGAIN,
  },
  'ollama/bad-type': {
    severity: 'error',
    title: 'A value of the wrong type',
    meaning: 'Ollama rejects the whole manifest where a value is not text, a number or a list as required.',
    action: CREATE_AGAIN,
  },
  'ollama/no-layers': {
    severity: 'error',
    title: 'The manifest has no list of layers',
    meaning: 'The layers are the model. Without “layers”, nothing can be loaded.',
    action: CREATE_AGAIN,
  },
  'ollama/empty-layers': {
    severity: 'warning',
    title: 'The list of layers is empty',
    meaning: 'The model has no weights here. A model that runs on another host has none.',
    action: 'See in the configuration whether the model runs on another host.',
  },
  'ollama/too-many-layers': {
    severity: 'warning',
    title: 'Too many layers to show',
    meaning:
      'The manifest has more layers than Boxcutter keeps, to protect your browser’s memory. The first are shown.',
    action: 'If you trust the model, look at the manifest with other tools.',
  },
  'ollama/duplicate-key': {
    severity: 'warning',
    title: 'A key is there twice',
    meaning:
      'Ollama uses the last value, and of two objects what either has, the last one first. Other programs may use the first.',
    action: CREATE_AGAIN,
  },
  'ollama/key-case': {
    severity: 'warning',
    title: 'A key in unusual case',
    meaning: 'Ollama reads keys in any case, and so does Boxcutter. Other programs do not find this one.',
    action: CREATE_AGAIN,
  },
  'ollama/schema-version': {
    severity: 'warning',
    title: 'An unknown version of the manifest',
    meaning: 'Manifests have the schema version 2. Ollama does not check it, but registries do.',
    action: CREATE_AGAIN,
  },
  'ollama/manifest-type': {
    severity: 'warning',
    title: 'An unknown type of manifest',
    meaning: 'Ollama does not check the media type of a manifest, but registries do.',
    action: CREATE_AGAIN,
  },
  'ollama/bad-layer': {
    severity: 'error',
    title: 'A layer that is not one',
    meaning: 'Each layer is an object with a media type, a digest and a size.',
    action: CREATE_AGAIN,
  },
  'ollama/layer-field': {
    severity: 'warning',
    title: 'An incomplete layer',
    meaning:
      'The format requires a media type, a digest and a size. Ollama ignores a layer without a type, counts one without a size as empty, and does without a configuration that has no digest.',
    action: CREATE_AGAIN,
  },
  'ollama/bad-digest': {
    severity: 'error',
    title: 'Not a digest',
    meaning:
      'A digest is “sha256:” and 64 hexadecimal digits. It names the file of the layer, so Ollama rejects anything else.',
    action: CREATE_AGAIN,
  },
  'ollama/digest-case': {
    severity: 'warning',
    title: 'A digest in capital letters',
    meaning:
      'Digests are written in small letters. Where names of files differ by case, Ollama does not find this blob, and a pull rejects it.',
    action: CREATE_AGAIN,
  },
  'ollama/bad-size': {
    severity: 'error',
    title: 'A negative size',
    meaning: 'A layer cannot have fewer than 0 bytes.',
    action: CREATE_AGAIN,
  },
  'ollama/unknown-media-type': {
    severity: 'warning',
    title: 'An unknown layer',
    meaning:
      'Only Ollama may define media types with this prefix, and Boxcutter does not know this one. Older versions of Ollama ignore it.',
    action: 'Update Ollama, or ask the author what the layer is for.',
  },
  'ollama/foreign-layer': {
    severity: 'info',
    title: 'A layer that Ollama ignores',
    meaning: 'Its media type does not have Ollama’s prefix. It is downloaded with the model and never used.',
    action: 'Nothing to do.',
  },
  'ollama/deprecated-layer': {
    severity: 'warning',
    title: 'A deprecated layer',
    meaning: 'Ollama no longer supports embeddings in a model, and ignores the layer.',
    action: 'Nothing to do: the model loads without it.',
  },
  'ollama/bad-media-type': {
    severity: 'error',
    title: 'A media type with a parameter twice',
    meaning: 'It is unclear which of the two values counts.',
    action: CREATE_AGAIN,
  },
  'ollama/inexact-media-type': {
    severity: 'warning',
    title: 'A media type that Ollama does not recognize',
    meaning:
      'Ollama compares the whole media type, and ignores a layer whose type has parameters or spaces. The format’s document allows parameters.',
    action: CREATE_AGAIN,
  },
  'ollama/two-configs': {
    severity: 'error',
    title: 'More than one configuration',
    meaning: 'A model has one configuration layer. Programs may use any of these.',
    action: CREATE_AGAIN,
  },
  'ollama/tensor-name': {
    severity: 'error',
    title: 'A tensor without a name',
    meaning: 'The configuration finds tensors by their names.',
    action: CREATE_AGAIN,
  },
  'ollama/duplicate-tensor': {
    severity: 'error',
    title: 'Two tensors with the same name',
    meaning: 'Programs may load either of them. Boxcutter shows the first.',
    action: CREATE_AGAIN,
  },
  'ollama/bad-shape': {
    severity: 'error',
    title: 'Not a shape',
    meaning: 'A shape is a list of whole numbers of at most 64 bits, one for each dimension.',
    action: CREATE_AGAIN,
  },
  'ollama/tensor-fields': {
    severity: 'warning',
    title: 'The type or shape of a tensor is a field of its layer',
    meaning:
      'The format has both in the media type, and Ollama takes them from the file of the tensor. It ignores these fields. Boxcutter shows them.',
    action: CREATE_AGAIN,
  },
  'ollama/image-manifest': {
    severity: 'error',
    title: 'A manifest of a container image',
    meaning: 'Its layers are those of Docker or OCI, and none is one of Ollama. Ollama finds nothing to load.',
    action: 'Use the image with a container engine. A model has to be created with Ollama.',
  },
  'ollama/unknown-dtype': {
    severity: 'warning',
    title: 'An unknown element type',
    meaning: 'The format does not list the types. Boxcutter knows those of safetensors, such as F32 and BF16.',
    action: 'Use a program that knows the type.',
  },
  'ollama/wrong-depth': {
    severity: 'warning',
    title: 'A manifest in the wrong folder',
    meaning:
      'Ollama lists only manifests at manifests/host/namespace/model/tag. It does not see this one, and may delete its blobs.',
    action: 'Move the file to where Ollama looks for it, or pull the model again.',
  },
  'ollama/bad-name': {
    severity: 'warning',
    title: 'A manifest whose path is not a model’s name',
    meaning: 'Host, namespace, model and tag have letters, digits and few other characters. Ollama skips this one.',
    action: 'Rename the file or its folders, or pull the model again.',
  },
  'ollama/too-many-manifests': {
    severity: 'warning',
    title: 'Too many models to show',
    meaning: 'The folder has more manifests than Boxcutter reads, to protect your browser’s memory.',
    action: 'Open the folder of one model instead, together with its blobs.',
  },
  'ollama/blob-missing': {
    severity: 'error',
    title: 'A blob is missing',
    meaning: 'The manifest names a layer whose file is not in the folder of blobs. Ollama cannot load the model.',
    action: PULL_AGAIN,
  },
  'ollama/size-mismatch': {
    severity: 'error',
    title: 'A blob has the wrong size',
    meaning: 'The manifest says another size. The file is damaged, cut off or another one. Ollama does not check.',
    action: PULL_AGAIN,
  },
  'ollama/digest-mismatch': {
    severity: 'error',
    title: 'A blob is not what its name says',
    meaning:
      'A blob is named by the SHA-256 of its bytes. These bytes have another one: they were damaged or changed. Ollama checks only when it downloads.',
    action: `Delete the file. ${PULL_AGAIN}`,
  },
  'ollama/lfs-pointer': {
    severity: 'error',
    title: 'A Git LFS pointer instead of a blob',
    meaning:
      'The repository stores the blob elsewhere. This text has only its hash and size. It comes from a download without Git LFS.',
    action: 'Run “git lfs pull” in the repository, or pull the model with Ollama.',
  },
  'ollama/parameter-count': {
    severity: 'warning',
    title: 'The weights are too small for the number of parameters',
    meaning:
      'The configuration says how many parameters the model has, and how they are stored. They take more bytes than its weights have. Ollama shows the number and does not check it.',
    action: 'Open the weights to see how many parameters they have.',
  },
  'ollama/duplicate-blob': {
    severity: 'warning',
    title: 'Two files of one blob',
    meaning: 'Both names have the same digest. Boxcutter uses the first.',
    action: 'Delete the one with the older name, with a colon.',
  },
  'ollama/misplaced-blob': {
    severity: 'warning',
    title: 'A blob where Ollama does not look',
    meaning:
      'Ollama looks in the folder “blobs” beside “manifests”, for “sha256-” and 64 digits in lower case. It does not find this one: for Ollama it is missing.',
    action: 'Move the file there, under such a name, or pull the model again.',
  },
  'ollama/unnamed-blob': {
    severity: 'warning',
    title: 'A blob that no model uses',
    meaning:
      'No manifest in the folder names it. Ollama deletes such files when it starts, unless OLLAMA_NOPRUNE is set.',
    action: 'Nothing to do, unless a model is missing.',
  },
  'ollama/partial-blob': {
    severity: 'info',
    title: 'An unfinished download',
    meaning: 'Ollama continues it when the model is pulled again, and deletes it when it starts.',
    action: 'Pull the model again, or delete the file.',
  },
  'ollama/blobs-elsewhere': {
    severity: 'info',
    title: 'A manifest without its blobs',
    meaning: 'The manifest lists the files of the model, but none of them is here. They were not checked.',
    action: 'Open the folder “models”, or drop the manifest together with its blobs.',
  },
  'ollama/bad-config': {
    severity: 'error',
    title: 'The configuration is not valid',
    meaning:
      'The configuration is a JSON object whose values have certain types. Ollama does not load the model where they do not.',
    action: PULL_AGAIN,
  },
  'ollama/bad-params': {
    severity: 'error',
    title: 'The parameters are not valid',
    meaning:
      'Parameters are a JSON object whose known options have values of certain types. Ollama does not load or run the model where they are not.',
    action: PULL_AGAIN,
  },
  'ollama/bad-template': {
    severity: 'error',
    title: 'The template is not valid',
    meaning:
      'Templates are written in Go’s template language. Ollama does not load a model whose template it cannot parse. A function that does not exist may be one of a newer Ollama.',
    action: `Update Ollama. ${PULL_AGAIN}`,
  },
  'ollama/bad-messages': {
    severity: 'error',
    title: 'The messages are not valid',
    meaning: 'Messages are a JSON list of objects. Ollama does not load the model where they are not.',
    action: PULL_AGAIN,
  },
  'ollama/texts-unread': {
    severity: 'info',
    title: 'Not all texts were read',
    meaning: 'Opening reads the templates, licenses and parameters of the first models only.',
    action: 'Find the others under Files.',
  },
});

type Table = typeof OLLAMA_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
