/**
 * What is known of an imported name. `harmless`: a framework's own class or function that makes an object of what it is
 * given and runs nothing else. `dangerous`: it runs code, reads or writes files, asks hosts, or reaches whatever else
 * it is told to. `unknown`: everything that nobody has looked at.
 */
export type Standing = 'harmless' | 'unknown' | 'dangerous';

const words = (text: string) => text.trim().split(/\s+/);

/** Modules of which every name is dangerous, by the first part of their name. Python 2's names are among them. */
const DANGEROUS_PACKAGES: ReadonlySet<string> = new Set(
  words(`
    os posix nt subprocess _posixsubprocess commands popen2 sys shutil pty tty socket _socket ssl
    socketserver SocketServer select selectors asyncio asyncore asynchat concurrent threading _thread thread multiprocessing
    _multiprocessing signal sched atexit resource importlib imp pkgutil zipimport runpy modulefinder site sysconfig
    pickle cPickle _pickle pickletools marshal shelve dbm anydbm dill cloudpickle jsonpickle yaml ctypes _ctypes cffi mmap
    code codeop pdb bdb cProfile profile hotshot timeit trace doctest unittest test inspect gc dis ast types new
    webbrowser urllib urllib2 urllib3 http httplib requests httpx aiohttp ftplib smtplib smtpd telnetlib poplib imaplib
    nntplib xmlrpc xmlrpclib paramiko fabric pexpect
    pip setuptools pkg_resources distutils _distutils_hack venv ensurepip lib2to3 idlelib turtledemo antigravity
    pydoc linecache fileinput tempfile zipfile tarfile sqlite3 io _io _pyio msvcrt winreg _winreg _winapi
    _osx_support _aix_support _bootsubprocess _frozen_importlib _frozen_importlib_external _imp mailcap nturl2path
    win32api win32com pywin winappdbg psutil sh plumbum IPython ipykernel
  `),
);

/** Modules within others, of which every name is dangerous. */
const DANGEROUS_MODULES: readonly string[] = words(`
  torch.hub torch.package torch.multiprocessing torch.distributed.rpc torch.distributed.elastic torch.distributed.run
  torch.distributed.launch torch.utils.cpp_extension torch.utils.model_zoo
  torch.utils.bundled_inputs torch.utils.bottleneck torch.utils.collect_env torch.utils.benchmark torch.ops torch._ops
  torch.classes torch._classes torch.serialization torch.fx torch._dynamo torch._inductor torch.testing._internal torch.onnx
  numpy.f2py numpy.distutils numpy.testing numpy.lib.npyio numpy.lib.format numpy.lib._npyio_impl numpy.lib._format_impl
  numpy.lib.utils numpy.ctypeslib joblib.numpy_pickle_utils joblib.memory joblib.externals joblib.parallel
  pandas.io pandas.core.computation logging.config`);

/** Names that are dangerous in these modules, which have harmless or unknown ones beside them. */
const DANGEROUS_NAMES: ReadonlySet<string> = new Set([
  ...['builtins', '__builtin__', '__builtins__'].flatMap((module) =>
    words(`eval exec execfile compile __import__ __build_class__ open file input raw_input getattr setattr delattr globals
      locals vars dir breakpoint map filter apply reduce reload help exit quit __dict__ __loader__ __spec__`).map(
      (name) => `${module}.${name}`,
    ),
  ),
  ...['operator', '_operator'].flatMap((module) =>
    words('attrgetter methodcaller itemgetter call setitem delitem').map((name) => `${module}.${name}`),
  ),
  ...['functools', '_functools'].flatMap((module) =>
    words('partial partialmethod reduce').map((name) => `${module}.${name}`),
  ),
  ...words(`itertools.starmap itertools.accumulate itertools.imap itertools.ifilter
    codecs.open codecs.lookup codecs.register copyreg.add_extension copy_reg.add_extension copyreg.pickle copy_reg.pickle
    platform.popen platform._syscmd_ver platform._syscmd_uname platform._syscmd_file uuid._get_command_stdout
    uuid._popen pathlib.Path.unlink
    torch.load torch.save torch.jit.load torch.jit.save torch.jit._serialization.load torch.compile torch.from_file
    torch.storage._load_from_bytes torch.utils.data.datapipes.utils.decoder.basichandlers
    numpy.load numpy.loads numpy.save numpy.savez numpy.savetxt numpy.loadtxt numpy.genfromtxt numpy.fromfile
    numpy.memmap numpy.vectorize numpy.frompyfunc numpy.apply_along_axis numpy.apply_over_axes numpy.piecewise
    numpy.fromfunction numpy.core.memmap.memmap numpy._core.memmap.memmap
    joblib.load joblib.dump joblib.numpy_pickle.load joblib.numpy_pickle.dump joblib.numpy_pickle._unpickle
    joblib.Memory joblib.Parallel
    pandas.read_pickle pandas.eval pandas.read_csv pandas.compat.pickle_compat.load
    tensorflow.io.read_file tensorflow.io.write_file tensorflow.py_function tensorflow.numpy_function
    tensorflow.load_library tensorflow.load_op_library keras.models.load_model tensorflow.keras.models.load_model
    keras.layers.Lambda keras.layers.core.lambda_layer.Lambda weakref.finalize contextlib.ExitStack`),
]);

/** Modules that most modules of Python import, so that any of them leads there: `warnings.sys` is `sys`. */
const REACHED_MODULES =
  words(`os posix nt subprocess sys shutil socket builtins __builtin__ __builtins__ importlib ctypes
  pty marshal pickle _pickle cPickle cloudpickle dill runpy`);

/** Attributes that lead from any object to all others. */
const REACHING = words(`__import__ __globals__ __subclasses__ __class__ __base__ __bases__ __mro__ __getattribute__
  __getattr__ __dict__ __code__ __func__ __self__ __closure__ __reduce__ __reduce_ex__ __loader__ __spec__ __init__
  __call__ f_globals gi_frame cr_frame`);

/** Dangerous as a part of a module's name. */
const DANGEROUS_MODULE_PARTS: ReadonlySet<string> = new Set([...REACHED_MODULES, ...REACHING]);

/** Dangerous as a name in a module, or as a part of one. */
const DANGEROUS_NAME_PARTS: ReadonlySet<string> = new Set([
  ...REACHED_MODULES,
  ...REACHING,
  ...words(`eval exec execfile system popen popen2 popen3 popen4 Popen check_output check_call getoutput getstatusoutput
    import_module getattr setattr attrgetter methodcaller runstring execute_code`),
]);

const HARMLESS_NAMES: ReadonlySet<string> = new Set([
  ...['builtins', '__builtin__'].flatMap((module) =>
    words(`object set frozenset list dict tuple int long float complex bool str unicode bytes bytearray slice range xrange
      Ellipsis NotImplemented`).map((name) => `${module}.${name}`),
  ),
  ...words(`collections.OrderedDict collections.defaultdict collections.deque collections.Counter
    copyreg._reconstructor copy_reg._reconstructor copyreg.__newobj__ copy_reg.__newobj__ _codecs.encode
    datetime.date datetime.datetime datetime.time datetime.timedelta datetime.timezone decimal.Decimal
    fractions.Fraction uuid.UUID argparse.Namespace
    pathlib.PosixPath pathlib.PurePosixPath pathlib.WindowsPath pathlib.PureWindowsPath pathlib.Path pathlib.PurePath
    joblib.numpy_pickle.NumpyArrayWrapper`),
  // NumPy.
  ...words(`dtype ndarray bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 intc uintc longlong ulonglong float16
    float32 float64 longdouble complex64 complex128 clongdouble str_ bytes_ void datetime64 timedelta64 matrix
    ma.core._mareconstruct ma.core.MaskedArray matrixlib.defmatrix.matrix
    core.multiarray._reconstruct core.multiarray.scalar core.numeric._frombuffer
    _core.multiarray._reconstruct _core.multiarray.scalar _core.numeric._frombuffer
    random._pickle.__randomstate_ctor random._pickle.__generator_ctor random._pickle.__bit_generator_ctor
    random._mt19937.MT19937 random._pcg64.PCG64 random._philox.Philox random._sfc64.SFC64`).map(
    (name) => `numpy.${name}`,
  ),
  // PyTorch.
  ...words(`Size device Tensor dtype FloatTensor DoubleTensor HalfTensor BFloat16Tensor LongTensor IntTensor ShortTensor
    CharTensor ByteTensor BoolTensor nn.parameter.Parameter nn.parameter.UninitializedParameter
    nn.parameter.Buffer nn.Parameter
    float16 float32 float64 half float double bfloat16 int8 int16 int32 int64 short int long uint8 uint16 uint32 uint64
    bool complex32 complex64 complex128 qint8 quint8 qint32 quint4x2 quint2x4 float8_e4m3fn float8_e5m2 float8_e4m3fnuz
    float8_e5m2fnuz float8_e8m0fnu strided sparse_coo sparse_csr sparse_csc sparse_bsr sparse_bsc contiguous_format
    channels_last channels_last_3d preserve_format per_tensor_affine per_channel_affine
    FloatStorage DoubleStorage HalfStorage BFloat16Storage LongStorage IntStorage ShortStorage CharStorage ByteStorage
    BoolStorage ComplexFloatStorage ComplexDoubleStorage QInt8Storage QUInt8Storage QInt32Storage QUInt4x2Storage
    QUInt2x4Storage
    storage.TypedStorage storage.UntypedStorage storage._TypedStorage storage._UntypedStorage
    _utils._rebuild_tensor _utils._rebuild_tensor_v2 _utils._rebuild_tensor_v3 _utils._rebuild_parameter
    _utils._rebuild_parameter_with_state _utils._rebuild_qtensor _utils._rebuild_sparse_tensor
    _utils._rebuild_sparse_csr_tensor _utils._rebuild_device_tensor_from_numpy
    _utils._rebuild_device_tensor_from_cpu_tensor _utils._rebuild_meta_tensor_no_storage _utils._rebuild_nested_tensor
    _tensor._rebuild_from_type_v2 serialization._get_layout
    jit._pickle.build_intlist jit._pickle.build_tensorlist jit._pickle.build_doublelist jit._pickle.build_boollist
    jit._pickle.build_tensor_from_id jit._pickle.restore_type_tag`).map((name) => `torch.${name}`),
  // pandas.
  ...words(`core.frame.DataFrame core.series.Series core.internals.managers.BlockManager
    core.internals.managers.SingleBlockManager core.indexes.base._new_Index core.indexes.base.Index
    core.indexes.range.RangeIndex _libs.internals._unpickle_block`).map((name) => `pandas.${name}`),
  // Estimators of scikit-learn: their classes take over a state, and call nothing while they do.
  ...[
    ...[
      'linear_model._base.LinearRegression',
      'linear_model._logistic.LogisticRegression',
      'linear_model._ridge.Ridge',
    ],
    ...['linear_model._coordinate_descent.Lasso', 'linear_model._coordinate_descent.ElasticNet'],
    ...['linear_model._stochastic_gradient.SGDClassifier', 'linear_model._stochastic_gradient.SGDRegressor'],
    ...['ensemble._forest.RandomForestClassifier', 'ensemble._forest.RandomForestRegressor'],
    ...['ensemble._gb.GradientBoostingClassifier', 'ensemble._gb.GradientBoostingRegressor'],
    ...['tree._classes.DecisionTreeClassifier', 'tree._classes.DecisionTreeRegressor', 'tree._tree.Tree'],
    ...['svm._classes.SVC', 'svm._classes.SVR', 'svm._classes.LinearSVC', 'naive_bayes.GaussianNB'],
    ...['neighbors._classification.KNeighborsClassifier', 'neighbors._regression.KNeighborsRegressor'],
    ...['preprocessing._data.StandardScaler', 'preprocessing._data.MinMaxScaler', 'preprocessing._label.LabelEncoder'],
    ...['preprocessing._encoders.OneHotEncoder', 'pipeline.Pipeline', 'compose._column_transformer.ColumnTransformer'],
    ...['decomposition._pca.PCA', 'cluster._kmeans.KMeans', 'impute._base.SimpleImputer'],
  ].map((name) => `sklearn.${name}`),
]);

/** NumPy's classes of types (NumPy 1.25 and later), and PyTorch's modules: one class in one module. */
const HARMLESS_PATTERNS: readonly RegExp[] = [
  /^numpy\.dtypes\.[A-Z][A-Za-z0-9]*DType$/,
  /^torch\.nn\.modules\.(?:activation|adaptive|batchnorm|container|conv|distance|dropout|flatten|fold|instancenorm|linear|loss|normalization|padding|pixelshuffle|pooling|rnn|sparse|transformer|upsampling)\.[A-Z][A-Za-z0-9]*$/,
  // Classes that a TorchScript archive defines in its own `code/`. No module of Python has this name.
  /^__torch__(?:\.\w+)*$/,
];

/** Names in modules of layers that are no layers. */
const NO_LAYERS = /\.(?:Any|Callable|Dict|F|List|NamedTuple|Optional|Tuple|Union|TypeVar|Module)$/;

/**
 * What is known of a name of a module, as Python imports it. Names can be dotted from protocol 4 on, and lead through
 * attributes of a module: such a name is never harmless.
 */
export function standingOf(module: string, name: string): Standing {
  const full = `${module}.${name}`;
  const [top = ''] = module.split('.', 1);
  if (DANGEROUS_PACKAGES.has(top) || DANGEROUS_NAMES.has(full)) return isExcepted(full) ? 'harmless' : 'dangerous';
  if (HARMLESS_NAMES.has(full) && isOneName(module, name)) return 'harmless';
  if (DANGEROUS_MODULES.some((one) => full === one || full.startsWith(`${one}.`))) return 'dangerous';
  // An attribute of something dangerous, such as `builtins.getattr.__call__`.
  const parts = full.split('.');
  for (let end = 2; end < parts.length; end++) {
    if (DANGEROUS_NAMES.has(parts.slice(0, end).join('.'))) return 'dangerous';
  }
  if (module.split('.').some((part) => DANGEROUS_MODULE_PARTS.has(part))) return 'dangerous';
  if (name.split('.').some((part) => DANGEROUS_NAME_PARTS.has(part))) return 'dangerous';
  const isKnown = isOneName(module, name) && HARMLESS_PATTERNS.some((pattern) => pattern.test(full));
  return isKnown && !NO_LAYERS.test(full) ? 'harmless' : 'unknown';
}

/** Whether the last part alone is the name, so that nothing of it leads through an attribute. */
function isOneName(module: string, name: string): boolean {
  return !name.includes('.') && module !== '';
}

/** Names of dangerous modules that are harmless by themselves. */
function isExcepted(full: string): boolean {
  return /^(?:types\.SimpleNamespace|_?io\.(?:BytesIO|StringIO))$/.test(full);
}
