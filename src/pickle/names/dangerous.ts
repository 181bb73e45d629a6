import { words } from './words.ts';

/** Names, and what they can do: it follows "They ". */
export interface NameGroup {
  can: string;
  names: readonly string[];
}

const group = (can: string, names: string): NameGroup => ({ can, names: words(names) });

/** Names in several modules. */
const within = (modules: string, can: string, names: string): NameGroup => ({
  can,
  names: words(modules).flatMap((module) => words(names).map((name) => `${module}.${name}`)),
});

/** Packages whose every name is dangerous, by the first part of their name. Python 2's names are among them. */
export const DANGEROUS_PACKAGES: readonly NameGroup[] = [
  group(
    'run programs, or control processes and threads',
    `os posix nt subprocess _posixsubprocess _winapi commands popen2 pipes pty tty sys signal _signal threading _thread
    thread multiprocessing _multiprocessing concurrent asyncio sched atexit resource platform psutil sh plumbum pexpect
    execnet invoke win32api win32com pywin winappdbg docker pyautogui pynput
    faulthandler fcntl curses _curses getpass`,
  ),
  group(
    'run code, or find what to run by its name',
    `code codeop importlib _imp imp _frozen_importlib _frozen_importlib_external pkgutil zipimport runpy modulefinder
    site sysconfig pdb bdb cProfile profile hotshot timeit trace doctest unittest test nose pytest _pytest inspect gc dis
    ast types new annotationlib pydoc lib2to3 idlelib rlcompleter _pyrepl turtledemo turtle tkinter _tkinter antigravity
    IPython ipykernel jupyter_client fire jinja2 mako numexpr pyximport ctypes _ctypes cffi mmap _interpreters
    _xxsubinterpreters interpreters _testcapi _testinternalcapi _bootsubprocess pip setuptools pkg_resources distutils
    _distutils_hack venv ensurepip _osx_support _aix_support py_compile compileall gettext tabnanny pyclbr zipapp cmd cgi cgitb _lsprof
    tracemalloc pstats`,
  ),
  group(
    'load other pickles, or objects in other ways',
    'pickle cPickle _pickle pickletools marshal shelve dbm anydbm dill cloudpickle jsonpickle yaml _yaml ruamel',
  ),
  group(
    'read or write files',
    `shutil tempfile fileinput linecache glob filecmp zipfile tarfile gzip bz2 lzma io _io _pyio mailbox netrc readline
    sqlite3 _sqlite3 _dbm _gdbm winreg _winreg msvcrt mailcap nturl2path wave aifc sunau syslog fsspec smart_open
    mimetypes imghdr sndhdr ossaudiodev uu shlex spwd pwd _sitebuiltins`,
  ),
  group(
    'talk to hosts',
    `socket _socket ssl _ssl socketserver SocketServer select selectors asyncore asynchat webbrowser urllib urllib2
    urllib3 http httplib wsgiref requests httpx aiohttp ftplib smtplib smtpd telnetlib poplib imaplib nntplib xmlrpc
    xmlrpclib paramiko fabric huggingface_hub gdown wget pycurl boto3 botocore s3fs gcsfs websocket websockets zmq
    selenium`,
  ),
];

/** Modules within other packages whose every name is dangerous. */
export const DANGEROUS_MODULES: readonly NameGroup[] = [
  group(
    'run or compile code',
    `torch.jit torch.fx torch.package torch.ops torch._ops torch.classes torch._classes torch._dynamo torch._inductor
    torch._functorch torch._export torch.export torch.onnx torch.library torch._library torch.testing
    torch.utils.cpp_extension torch.utils.bundled_inputs torch.utils.bottleneck torch.utils.collect_env
    torch.utils.benchmark torch.utils.hipify torch.utils.checkpoint torch.utils._config_module torch.multiprocessing
    torch.distributed.rpc torch.distributed.elastic torch.distributed.run torch.distributed.launch
    torch.distributed.launcher torch.distributed.nn.jit torch_utils.persistence dnnlib numpy.f2py numpy.distutils
    numpy.testing numpy._pytesttester numpy.lib.utils numpy.lib._utils_impl numpy.ctypeslib joblib.parallel joblib.pool
    joblib.executor joblib._parallel_backends joblib._utils joblib.testing sklearn.utils.estimator_checks
    sklearn.utils._testing sklearn.utils._joblib sklearn.utils.parallel pandas.core.computation pandas._testing
    pandas.util._print_versions numba.core.serialize transformers.dynamic_module_utils transformers.commands
    transformers.agents transformers.tools accelerate.commands sympy.parsing sympy.core.sympify
    sympy.utilities.lambdify scipy.stats._distn_infrastructure scipy.stats._continuous_distns
    scipy.stats._discrete_distns scipy._lib._uarray scipy._lib.decorator torch.distributed.nn torch._deploy
    torch._jit_internal torch.utils.jit torch.utils._freeze torch.utils.data.communication torch.utils.mobile_optimizer
    torch.nn.utils._deprecation_utils torch.backends.xeon sklearn._build_utils sklearn.utils.discovery six.moves past.builtins past.translation`,
  ),
  group(
    'load other pickles',
    `torch.serialization joblib.externals joblib.memory joblib.numpy_pickle_utils sklearn.externals numpy.lib.npyio
    numpy.lib.format numpy.lib._npyio_impl numpy.lib._format_impl pandas.compat.pickle_compat pyspark.serializers
    pyspark.cloudpickle ray.cloudpickle torch.utils.show_pickle torch.utils.model_dump torch._weights_only_unpickler`,
  ),
  group(
    'read or write files, or talk to hosts',
    `torch.hub torch.utils.model_zoo torch.utils.tensorboard torch.utils.data.datapipes torch.distributed.checkpoint
    torch.distributed.distributed_c10d logging.config logging.handlers torch.profiler torch.utils.file_baton
    torch.cuda._memory_viz scipy.io scipy.datasets scipy.misc numpy.compat joblib.backports joblib.logger
    sklearn.tree._export numpy.lib._datasource joblib.disk
    joblib._store_backends joblib._memmapping_reducer joblib.compressor sklearn.datasets pandas.io
    transformers.utils.hub datasets.load nltk.data nltk.downloader networkx.readwrite xml.sax xml.dom.expatbuilder xml.dom.pulldom xml.dom.xmlbuilder
    xml.etree.ElementInclude zoneinfo._common zoneinfo._tzpath`,
  ),
];

const builtins = 'builtins __builtin__ __builtins__';
const paths = 'pathlib.Path pathlib.PosixPath pathlib.WindowsPath';

/** Names that are dangerous in these modules, which have harmless or unknown ones beside them. */
export const DANGEROUS_NAMES: readonly NameGroup[] = [
  within(
    builtins,
    'run code, open files, or reach any attribute or name',
    `eval exec execfile compile __import__ __build_class__ open file input raw_input getattr setattr delattr globals
    locals vars dir breakpoint map filter apply reduce reload help exit quit __dict__ __loader__ __spec__`,
  ),
  within(
    'operator _operator',
    'reach any attribute or item, or call',
    'attrgetter methodcaller itemgetter call setitem delitem',
  ),
  within(
    'functools _functools',
    'call what they are given, or copy attributes',
    'partial partialmethod reduce update_wrapper wraps',
  ),
  group(
    'call what they are given',
    `itertools.starmap itertools.accumulate itertools.imap itertools.ifilter itertools.takewhile itertools.dropwhile
    itertools.filterfalse itertools.groupby weakref.finalize contextlib.ExitStack contextvars.Context.run
    collections._itemgetter numpy.vectorize numpy.frompyfunc numpy.apply_along_axis numpy.apply_over_axes
    numpy.piecewise numpy.fromfunction numpy.fromiter numpy.lib.function_base.vectorize
    numpy.lib._function_base_impl.vectorize numpy.lib.function_base.piecewise numpy.lib._function_base_impl.piecewise
    numpy.lib.shape_base.apply_along_axis numpy.lib._shape_base_impl.apply_along_axis
    numpy.lib.shape_base.apply_over_axes numpy.lib._shape_base_impl.apply_over_axes numpy.core.numeric.fromfunction
    numpy._core.numeric.fromfunction numpy.seterrcall numpy.core._ufunc_config.seterrcall
    torch.utils._pytree.tree_map torch.utils._pytree.tree_map_ torch.utils._pytree.tree_map_only torch.vmap
    torch.func.vmap torch.Tensor.map_ torch.Tensor.apply_ joblib.Parallel pandas.core.common.pipe
    pandas.core.common.apply_if_callable pandas._libs.lib.map_infer pandas._libs.lib.map_infer_mask`,
  ),
  group(
    'run code',
    `typing.get_type_hints typing._eval_type typing.ForwardRef typing.ForwardRef._evaluate dataclasses.make_dataclass
    numpy.core._ufunc_reconstruct numpy._core._ufunc_reconstruct numpy.lookfor torch._utils._import_dotted_name
    scipy._lib._bunch._make_tuple_bunch scipy.odr.ODR scipy.odr._odrpack.ODR dataclasses._create_fn dataclasses.dataclass dataclasses._process_class dataclasses._set_new_attribute string.Formatter string.Formatter.get_field uuid._get_command_stdout uuid._popen
    uuid.getnode uuid.uuid1 uuid._arp_getnode uuid._ifconfig_getnode uuid._ip_getnode uuid._netstat_getnode
    uuid._lanscan_getnode warnings._getcategory warnings._setoption encodings.search_function copy._reconstruct
    torch.compile torch._C.import_ir_module torch._C.import_ir_module_from_buffer torch._C._import_ir_module_from_package
    torch._C.CompilationUnit torch._C._jit_script_compile torch._C.ScriptModule pandas.eval six.exec_
    torch.utils.data._utils.worker._worker_loop
    keras.layers.Lambda keras.layers.core.lambda_layer.Lambda keras.src.layers.core.lambda_layer.Lambda
    tensorflow.keras.layers.Lambda tensorflow.python.keras.layers.core.Lambda tensorflow.py_function
    tensorflow.numpy_function tensorflow.load_library tensorflow.load_op_library`,
  ),
  group(
    'load other pickles, or files of models that can run code',
    `torch.load torch.storage._load_from_bytes numpy.load numpy.loads joblib.load joblib.Memory joblib.numpy_pickle.load
    joblib.numpy_pickle.load_temporary_memmap joblib.numpy_pickle._unpickle joblib.numpy_pickle.NumpyUnpickler joblib.numpy_pickle_compat.load_compatibility
    joblib.numpy_pickle_compat.ZipNumpyUnpickler
    pandas.read_pickle networkx.read_gpickle keras.models.load_model keras.saving.load_model
    tensorflow.keras.models.load_model tensorflow.saved_model.load gensim.utils.unpickle gensim.utils.SaveLoad.load
    copyreg.add_extension copy_reg.add_extension copyreg.pickle copy_reg.pickle`,
  ),
  group(
    'read or write files, or talk to hosts',
    `codecs.open codecs.lookup codecs.register codecs.EncodedFile argparse.FileType logging.FileHandler
    logging.basicConfig logging.StreamHandler xml.etree.ElementTree.parse xml.etree.ElementTree.iterparse
    xml.dom.minidom.parse xml.etree.ElementTree.ElementTree tokenize.open configparser.ConfigParser.read
    configparser.RawConfigParser.read
    torch.save torch.from_file torch._C.PyTorchFileReader torch._C.PyTorchFileWriter torch.distributed.init_process_group
    torch.distributed.TCPStore torch.distributed.FileStore torch._C._distributed_c10d.TCPStore
    torch._C._distributed_c10d.FileStore numpy.save numpy.savez numpy.savez_compressed numpy.savetxt numpy.loadtxt
    numpy.genfromtxt numpy.recfromtxt numpy.recfromcsv numpy.mafromtxt numpy.ndfromtxt numpy.fromregex numpy.fromfile
    numpy.core.multiarray.fromfile numpy._core.multiarray.fromfile numpy.core.records.fromfile
    numpy._core.records.fromfile numpy.rec.fromfile numpy.ma.mrecords.fromtextfile numpy.DataSource numpy.memmap
    numpy.core.memmap.memmap numpy._core.memmap.memmap joblib.dump joblib.numpy_pickle.dump pandas.ExcelFile
    pandas.ExcelWriter pandas.HDFStore nltk.download tensorflow.io.read_file tensorflow.io.write_file
    tensorflow.raw_ops.ReadFile tensorflow.raw_ops.WriteFile keras.utils.get_file`,
  ),
  within(
    paths,
    'read or change files',
    `open read_text read_bytes write_text write_bytes unlink rename replace rmdir mkdir touch chmod symlink_to
    hardlink_to link_to iterdir glob rglob`,
  ),
];

/** Modules that most modules of Python import, so that any of them leads there: `warnings.sys` is `sys`. */
export const REACHED_MODULES = words(`os posix nt subprocess sys shutil socket builtins __builtin__ __builtins__
  importlib ctypes pty marshal pickle _pickle cPickle cloudpickle dill runpy`);

/** Attributes that lead from any object to all others. */
export const REACHING_ATTRIBUTES = words(`__import__ __globals__ __subclasses__ __class__ __base__ __bases__ __mro__
  __getattribute__ __getattr__ __dict__ __code__ __func__ __self__ __closure__ __reduce__ __reduce_ex__ __loader__
  __spec__ __init__ __call__ f_globals gi_frame cr_frame`);

/** Names that are dangerous wherever they are, also as a part of a dotted name. */
export const DANGEROUS_WORDS = words(`_os _sys _io _builtins _shutil _subprocess _thread _posixsubprocess tempfile
  linecache threading multiprocessing asyncio zipfile tarfile urllib zipimport pkgutil eval exec execfile exec_ execv
  execve spawnl spawnv system startfile popen popen2 popen3 popen4 Popen fdopen check_output check_call getoutput
  getstatusoutput import_module load_module exec_module run_path run_module _run_code runctx runcode getattr setattr
  attrgetter _attrgetter methodcaller runstring execute_code from_pretrained load_model hf_hub_download
  snapshot_download urlopen urlretrieve rmtree unlink tofile fromfile from_file read_pickle to_pickle to_csv to_hdf
  to_sql to_parquet`);
