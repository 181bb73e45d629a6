import { entriesWith } from '../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';

/**
 * What can be wrong with an Ollama model or store. Errors are what Ollama rejects, and bytes that are not what a
 * manifest or a blob's name says; warnings are what only the format document forbids.
 */
defineArea('ollama', 'Ollama models');

const { error, info, warning } = entriesWith('Pull the model again, or ask the author to create it again with Ollama.');
const PULL_AGAIN = 'Run “ollama pull” with the model’s name: it downloads what is missing or damaged.';

const OLLAMA_FINDINGS = defineFindings({
  'ollama/manifest-too-large': error(
    'The manifest is too large',
    'It is longer than any real manifest. Boxcutter does not read it, to protect your browser’s memory.',
    'Treat the model as malicious.',
  ),
  'ollama/byte-order-mark': error(
    'The manifest begins with a byte-order mark',
    'JSON does not allow one, and Ollama rejects the manifest. Some editors add it.',
    'Save the file as UTF-8 without a byte-order mark, or pull the model again.',
  ),
  'ollama/bad-json': error(
    'The manifest is not valid JSON',
    'The text is invalid at this place. Everything before it is shown. Ollama does not list the model.',
  ),
  'ollama/too-deep': error(
    'The manifest is nested too deeply',
    'A real manifest has four levels. Ollama rejects more than 10,000.',
    'Treat the model as malicious.',
  ),
  'ollama/not-utf8': warning(
    'The manifest is not UTF-8',
    'Ollama replaces the invalid bytes with U+FFFD, and so does Boxcutter.',
  ),
  'ollama/trailing-data': warning(
    'Something follows the manifest',
    'Ollama ignores what follows the JSON object. Other programs reject the file.',
  ),
  'ollama/bad-type': error(
    'A value of the wrong type',
    'Ollama rejects the whole manifest where a value is not text, a number or a list as required.',
  ),
  'ollama/no-layers': error(
    'The manifest has no list of layers',
    'The layers are the model. Without “layers”, nothing can be loaded.',
  ),
  'ollama/empty-layers': warning(
    'The list of layers is empty',
    'The model has no weights here. Models that run on another host have none.',
    'See in the configuration whether the model runs on another host.',
  ),
  'ollama/too-many-layers': warning(
    'Too many layers to show',
    'The manifest has more layers than Boxcutter keeps, to protect your browser’s memory. The first are shown.',
    'If you trust the model, look at the manifest with other tools.',
  ),
  'ollama/duplicate-key': warning(
    'A key appears twice',
    'Ollama uses the last value. It merges two objects, and the last one wins. Other programs may use the first.',
  ),
  'ollama/key-case': warning(
    'A key in unusual case',
    'Ollama reads keys in any case, and so does Boxcutter. Other programs do not find this one.',
  ),
  'ollama/schema-version': warning(
    'An unknown version of the manifest',
    'Manifests have the schema version 2. Ollama does not check it, but registries do.',
  ),
  'ollama/manifest-type': warning(
    'An unknown type of manifest',
    'Ollama does not check the media type of a manifest, but registries do.',
  ),
  'ollama/bad-layer': error('Not a layer', 'Each layer is an object with a media type, a digest and a size.'),
  'ollama/layer-field': warning(
    'An incomplete layer',
    'The format requires a media type, a digest and a size. Ollama ignores a layer without a type, counts one without a size as empty, and skips a configuration without a digest.',
  ),
  'ollama/bad-digest': error(
    'Not a digest',
    'A digest is “sha256:” and 64 hexadecimal digits. It names the file of the layer, so Ollama rejects anything else.',
  ),
  'ollama/digest-case': warning(
    'A digest in upper case',
    'Digests are written in lower case. Where names of files differ by case, Ollama does not find this blob, and a pull rejects it.',
  ),
  'ollama/bad-size': error('A negative size', 'A layer cannot have fewer than 0 bytes.'),
  'ollama/unknown-media-type': warning(
    'An unknown layer',
    'Only Ollama may define media types with this prefix, but Boxcutter does not know this one. Older versions of Ollama ignore it.',
    'Update Ollama, or ask the author what the layer is for.',
  ),
  'ollama/foreign-layer': info(
    'A layer that Ollama ignores',
    'Its media type does not have Ollama’s prefix. It is downloaded with the model but never used.',
    'Nothing to do.',
  ),
  'ollama/deprecated-layer': warning(
    'A deprecated layer',
    'Ollama no longer supports embeddings in a model, and ignores the layer.',
    'Nothing to do: the model loads without it.',
  ),
  'ollama/bad-media-type': error(
    'A media type with a parameter twice',
    'It is unclear which of the two values counts.',
  ),
  'ollama/inexact-media-type': warning(
    'A media type that Ollama does not recognize',
    'Ollama compares the whole media type, and ignores a layer whose type has spaces, or parameters that the format’s document does not have.',
  ),
  'ollama/type-parameters': info(
    'A media type with parameters',
    'The format’s document gives a template its name, and a tensor its name, type and shape, as parameters of the media type. Ollama’s own reader compares the whole media type, and ignores such a layer.',
    'If Ollama has to load the layer, ask the author to create the model again with Ollama.',
  ),
  'ollama/unknown-parameter': warning(
    'An unknown parameter of a media type',
    'The format’s document gives a template a name, a tensor a name, a dtype and a shape, and a configuration a type. Programs do not look for others.',
  ),
  'ollama/template-name': warning(
    'A template with an empty name',
    'Templates are looked up by their names. One without a name is the default.',
  ),
  'ollama/two-templates': warning(
    'More than one default template',
    'The template without a name is the default of the model. Ollama uses the last one, and other programs may use the first.',
  ),
  'ollama/duplicate-template': warning(
    'Two templates with the same name',
    'Templates are looked up by their names. Programs may use either of them.',
  ),
  'ollama/config-type': warning(
    'The type of the configuration is unknown',
    'In the format’s document, the media type of a configuration says its format: “safetensors” or “gguf”. It decides what the names of tensors mean.',
  ),
  'ollama/no-config': info(
    'No configuration',
    'The configuration says what the model is: its family, its format and its number of parameters. Ollama loads a model without it, and knows none of these.',
  ),
  'ollama/tensor-incomplete': error(
    'A tensor without its type or shape',
    'The format’s document has the type and the shape of each tensor in its media type. Without them, its bytes mean nothing.',
  ),
  'ollama/tensor-blob': error(
    'The blob of a tensor is not a safetensors file',
    'The layer does not say the type and shape of the tensor, so its blob must: Ollama reads it as a safetensors file.',
    PULL_AGAIN,
  ),
  'ollama/tensors-unread': info(
    'Not all tensors were looked at',
    'Opening looks at the beginnings of the blobs of the first tensors only.',
    'Open the blobs of the others under Files.',
  ),
  'ollama/two-configs': error(
    'More than one configuration',
    'A model has one configuration layer. Programs may use any of these.',
  ),
  'ollama/tensor-name': error('A tensor without a name', 'The configuration finds tensors by their names.'),
  'ollama/duplicate-tensor': error(
    'Two tensors with the same name',
    'Programs may load either of them. Boxcutter shows the first.',
  ),
  'ollama/bad-shape': error(
    'Not a shape',
    'A shape is a list of whole numbers of at most 64 bits, one for each dimension.',
  ),
  'ollama/tensor-fields': warning(
    'The type or shape of a tensor is a field of its layer',
    'The format has both in the media type, and Ollama takes them from the file of the tensor. It ignores these fields. Boxcutter shows them.',
  ),
  'ollama/image-manifest': error(
    'A manifest of a container image',
    'All its layers are Docker or OCI layers, so Ollama finds nothing to load.',
    'Use the image with a container engine. A model has to be created with Ollama.',
  ),
  'ollama/unknown-dtype': warning(
    'An unknown element type',
    'The format does not list the types. Boxcutter knows those of safetensors, such as F32 and BF16.',
    'Use a program that knows the type.',
  ),
  'ollama/wrong-depth': warning(
    'A manifest in the wrong folder',
    'Ollama lists only manifests at manifests/host/namespace/model/tag. It does not see this one, and may delete its blobs.',
    'Move the file to where Ollama looks for it, or pull the model again.',
  ),
  'ollama/bad-name': warning(
    'A manifest whose path is not a model’s name',
    'Host, namespace, model and tag have letters, digits and few other characters. Ollama skips this one.',
    'Rename the file or its folders, or pull the model again.',
  ),
  'ollama/too-many-manifests': warning(
    'Too many models to show',
    'The folder has more manifests than Boxcutter reads, to protect your browser’s memory.',
    'Open the folder of one model instead, together with its blobs.',
  ),
  'ollama/blob-missing': error(
    'A blob is missing',
    'The manifest names a layer whose file is not in the folder of blobs. Ollama cannot load the model.',
    PULL_AGAIN,
  ),
  'ollama/size-mismatch': error(
    'A blob has the wrong size',
    'The manifest gives a different size. The file is damaged, cut off or a different one. Ollama does not check.',
    PULL_AGAIN,
  ),
  'ollama/digest-mismatch': error(
    'A blob is not what its name says',
    'A blob is named by the SHA-256 of its bytes. These bytes have a different one: they were damaged or changed. Ollama checks only when it downloads.',
    `Delete the file. ${PULL_AGAIN}`,
  ),
  'ollama/lfs-pointer': error(
    'A Git LFS pointer instead of a file',
    'The repository stores the file elsewhere. This text has only the file’s hash and size. It was downloaded without Git LFS.',
    'Run “git lfs pull” in the repository, or pull the model with Ollama.',
  ),
  'ollama/parameter-count': warning(
    'The weights are too small for the number of parameters',
    'The configuration says how many parameters the model has, and how they are stored. They would take more bytes than its weights have. Ollama shows the number but does not check it.',
    'Open the weights to see how many parameters they have.',
  ),
  'ollama/more-weights': warning(
    'The weights are too large for the number of parameters',
    'The configuration says how many parameters the model has. Even with 8 bytes for each, its weights are larger. Ollama shows the number but does not check it.',
    'Open the weights to see how many parameters they have.',
  ),
  'ollama/bad-count': warning(
    'Not a number of parameters',
    'The configuration says how many parameters the model has, as a number such as “7.2B” or “270M”. Ollama shows any text.',
    'Open the weights to see how many parameters they have.',
  ),
  'ollama/duplicate-blob': warning(
    'Two files of one blob',
    'Both names have the same digest. Boxcutter uses the one that Ollama reads.',
    'Delete the one with the older name, with a colon.',
  ),
  'ollama/misplaced-blob': warning(
    'A blob where Ollama does not look',
    'Ollama looks in the folder “blobs” beside “manifests”, for “sha256-” and 64 digits in lower case. It does not find this one: for Ollama it is missing.',
    'Move the file there, under such a name, or pull the model again.',
  ),
  'ollama/unnamed-blob': warning(
    'A blob that no model uses',
    'No manifest in the folder names it. Ollama deletes such files when it starts, unless OLLAMA_NOPRUNE is set.',
    'Nothing to do, unless a model is missing.',
  ),
  'ollama/partial-blob': info(
    'An unfinished download',
    'Ollama continues it when the model is pulled again, and deletes it when it starts.',
    'Pull the model again, or delete the file.',
  ),
  'ollama/blobs-elsewhere': info(
    'A manifest without its blobs',
    'The manifest lists the files of the model, but they are all missing. They were not checked.',
    'Open the folder “models”, or drop the manifest together with its blobs.',
  ),
  'ollama/bad-config': error(
    'The configuration is not valid',
    'The configuration must be a JSON object whose values have the expected types. Otherwise, Ollama does not load the model.',
    PULL_AGAIN,
  ),
  'ollama/bad-params': error(
    'The parameters are not valid',
    'Parameters must be a JSON object whose known options have values of the expected types. Otherwise, Ollama does not load or run the model.',
    PULL_AGAIN,
  ),
  'ollama/bad-template': error(
    'The template is not valid',
    'Templates are written in Go’s template language. Ollama does not load a model whose template it cannot parse. A function that does not exist may be one of a newer Ollama.',
    `Update Ollama. ${PULL_AGAIN}`,
  ),
  'ollama/bad-messages': error(
    'The messages are not valid',
    'Messages must be a JSON list of objects. Otherwise, Ollama does not load the model.',
    PULL_AGAIN,
  ),
  'ollama/texts-unread': info(
    'Not all texts were read',
    'Opening reads the templates, licenses and parameters of the first models only, each up to 64 KiB.',
    'Find the others under Files.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof OLLAMA_FINDINGS> {}
}
