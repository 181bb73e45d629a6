import { ESTIMATORS } from './estimators.ts';
import { PROVEN_MEMBERS } from './proven.ts';
import { words } from './words.ts';

/** Names that only make objects of what they are given, by the library that defines them. */
export interface HarmlessGroup {
  library: string;
  names: readonly string[];
}

const within = (module: string, text: string) => words(text).map((name) => `${module}.${name}`);

const BUILTINS = `object set frozenset list dict tuple int long float complex bool str unicode bytes bytearray slice
  range xrange Ellipsis NotImplemented`;

const OPTIMIZERS = `adadelta.Adadelta adagrad.Adagrad adam.Adam adamax.Adamax adamw.AdamW asgd.ASGD nadam.NAdam
  radam.RAdam rmsprop.RMSprop rprop.Rprop sgd.SGD sparse_adam.SparseAdam`;

const FUNCTIONS = `relu relu6 gelu elu selu celu silu mish leaky_relu softplus softsign softmax log_softmax sigmoid
  logsigmoid tanh hardtanh hardswish hardsigmoid glu`;

const MATRICES = 'bsr_matrix coo_matrix csc_matrix csr_matrix dia_matrix lil_matrix';

/** `module: Class Class` in lines. */
function estimators(): string[] {
  return ESTIMATORS.trim()
    .split(/\n {2}(?! )/)
    .flatMap((line) => {
      const [module = '', names = ''] = line.split(':');
      return within(`sklearn.${module.trim()}`, names);
    });
}

export const HARMLESS_NAMES: readonly HarmlessGroup[] = [
  {
    library: 'Python',
    names: [
      ...['builtins', '__builtin__'].flatMap((module) => within(module, BUILTINS)),
      ...words(`collections.OrderedDict collections.defaultdict collections.deque collections.Counter
        copyreg._reconstructor copy_reg._reconstructor copyreg.__newobj__ copy_reg.__newobj__ _codecs.encode
        datetime.date datetime.datetime datetime.time datetime.timedelta datetime.timezone decimal.Decimal
        fractions.Fraction uuid.UUID argparse.Namespace types.SimpleNamespace typing.Any io.BytesIO io.StringIO
        _io.BytesIO _io.StringIO pathlib.PosixPath pathlib.PurePosixPath pathlib.WindowsPath pathlib.PureWindowsPath
        pathlib.Path pathlib.PurePath`),
    ],
  },
  {
    library: 'NumPy',
    names: within(
      'numpy',
      `dtype ndarray bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 intc uintc longlong ulonglong
      float16 float32 float64 longdouble complex64 complex128 clongdouble str_ bytes_ void datetime64
      timedelta64 matrix ma.core._mareconstruct ma.core.MaskedArray matrixlib.defmatrix.matrix
      core.multiarray._reconstruct core.multiarray.scalar core.numeric._frombuffer _core.multiarray._reconstruct
      _core.multiarray.scalar _core.numeric._frombuffer random._pickle.__randomstate_ctor
      random._pickle.__generator_ctor random._pickle.__bit_generator_ctor random._mt19937.MT19937
      random._pcg64.PCG64 random._philox.Philox random._sfc64.SFC64 random._pcg64.PCG64DXSM`,
    ),
  },
  {
    library: 'PyTorch',
    names: [
      ...within(
        'torch',
        `Size device Tensor dtype FloatTensor DoubleTensor HalfTensor BFloat16Tensor LongTensor IntTensor
        ShortTensor CharTensor ByteTensor BoolTensor nn.parameter.Parameter nn.parameter.UninitializedParameter
        nn.parameter.Buffer nn.Parameter float16 float32 float64 half float double bfloat16 int8 int16 int32
        int64 short int long uint8 uint16 uint32 uint64 bool complex32 complex64 complex128 qint8 quint8 qint32
        quint4x2 quint2x4 float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu strided
        sparse_coo sparse_csr sparse_csc sparse_bsr sparse_bsc contiguous_format channels_last channels_last_3d
        preserve_format per_tensor_affine per_channel_affine FloatStorage DoubleStorage HalfStorage
        BFloat16Storage LongStorage IntStorage ShortStorage CharStorage ByteStorage BoolStorage
        ComplexFloatStorage ComplexDoubleStorage QInt8Storage QUInt8Storage QInt32Storage QUInt4x2Storage
        QUInt2x4Storage storage.TypedStorage storage.UntypedStorage storage._TypedStorage
        storage._UntypedStorage _utils._rebuild_tensor _utils._rebuild_tensor_v2 _utils._rebuild_tensor_v3
        _utils._rebuild_parameter _utils._rebuild_parameter_with_state _utils._rebuild_qtensor
        _utils._rebuild_sparse_tensor _utils._rebuild_sparse_csr_tensor _utils._rebuild_device_tensor_from_numpy
        _utils._rebuild_device_tensor_from_cpu_tensor _utils._rebuild_meta_tensor_no_storage
        _utils._rebuild_nested_tensor _tensor._rebuild_from_type_v2 serialization._get_layout
        jit._pickle.build_intlist jit._pickle.build_tensorlist jit._pickle.build_doublelist
        jit._pickle.build_boollist jit._pickle.build_tensor_from_id jit._pickle.restore_type_tag
        nn.parameter.UninitializedBuffer`,
      ),
      ...within('torch.optim', OPTIMIZERS),
      ...within('torch.nn.functional', FUNCTIONS),
      'torch._C._nn.gelu',
    ],
  },
  {
    library: 'SciPy',
    names: words(MATRICES).flatMap((name) => {
      const kind = name.slice(0, 3);
      return [`scipy.sparse._${kind}.${name}`, `scipy.sparse.${kind}.${name}`];
    }),
  },
  {
    library: 'joblib',
    names: words('joblib.numpy_pickle.NumpyArrayWrapper sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper'),
  },
  {
    library: 'pandas',
    names: within(
      'pandas',
      `core.frame.DataFrame core.series.Series core.internals.managers.BlockManager
      core.internals.managers.SingleBlockManager core.indexes.base._new_Index core.indexes.base.Index
      core.indexes.range.RangeIndex _libs.internals._unpickle_block`,
    ),
  },
  { library: 'scikit-learn', names: estimators() },
  { library: 'transformers and accelerate', names: PROVEN_MEMBERS.map(({ object }) => object) },
  {
    library: 'Lightning',
    names: words('pytorch_lightning.utilities.parsing.AttributeDict lightning_fabric.utilities.data.AttributeDict'),
  },
];

/**
 * Functions that are harmless as a value, which fitted objects keep. A call runs methods of what it is given: a pipeline
 * reads files.
 */
export const UNCALLED_NAMES: readonly string[] = ['sklearn.metrics._scorer._passthrough_scorer'];

/** Classes that are judged by a pattern of their module and name. */
export const HARMLESS_PATTERNS: readonly { are: string; pattern: RegExp }[] = [
  { are: 'types of NumPy 1.25 and later', pattern: /^numpy\.dtypes\.[A-Z][A-Za-z0-9]*DType$/ },
  {
    are: 'layers of PyTorch',
    pattern:
      /^torch\.nn\.modules\.(?:activation|adaptive|batchnorm|container|conv|distance|dropout|flatten|fold|instancenorm|linear|loss|normalization|padding|pixelshuffle|pooling|rnn|sparse|transformer|upsampling)\.[A-Z][A-Za-z0-9]*$/,
  },
  // No module of Python has this name.
  { are: 'classes that a TorchScript archive defines in its own `code/`', pattern: /^__torch__(?:\.\w+)*$/ },
];

/** Names in PyTorch's modules of layers that are not layers. */
export const NOT_LAYERS = /\.(?:Any|Callable|Dict|F|List|NamedTuple|Optional|Tuple|Union|TypeVar|Module)$/;
