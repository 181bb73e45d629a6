import { words } from '../../src/pickle/names/words.ts';

/** What another scanner says of names: `module.*` is every name of a module, and of what is in it. */
export interface Peer {
  name: string;
  /** The day of the version that was compared. */
  date: string;
  unsafe: readonly string[];
  safe: readonly string[];
}

const named = (module: string, names: string) => words(names).map((name) => `${module}.${name}`);
const whole = (modules: string) => words(modules).map((module) => `${module}.*`);

const STORAGES = `LongStorage FloatStorage HalfStorage QUInt2x4Storage QUInt4x2Storage QInt32Storage QInt8Storage
  QUInt8Storage ComplexFloatStorage ComplexDoubleStorage DoubleStorage BFloat16Storage BoolStorage CharStorage
  ShortStorage IntStorage ByteStorage`;
const BUILTINS = 'eval compile getattr apply exec open breakpoint';

const PICKLESCAN: Peer = {
  name: 'picklescan',
  date: '2026-07-01',
  unsafe: [
    ...named('builtins', BUILTINS),
    ...named('__builtin__', BUILTINS),
    ...named(
      'cloudpickle.cloudpickle',
      '_builtin_type _make_function _function_setstate _make_cell _make_empty_cell subimport',
    ),
    ...named('operator', 'attrgetter itemgetter methodcaller'),
    ...named('_operator', 'attrgetter itemgetter methodcaller'),
    ...whole(`aiohttp asyncio bdb commands ctypes httplib numpy.f2py numpy.testing._private.utils nt posix os
      requests.api runpy shutil socket ssl subprocess sys cProfile distutils.file_util pdb pickle _pickle pip pty profile
      pydoc test timeit urllib.request uuid venv webbrowser _osx_support _aix_support _pyrepl`),
    ...words(`types.CodeType functools.partial logging.FileHandler _io.FileIO code.InteractiveInterpreter.runcode
      doctest.debug_script ensurepip._run_pip idlelib.autocomplete.AutoComplete.get_entity
      idlelib.autocomplete.AutoComplete.fetch_completions idlelib.calltip.Calltip.fetch_tip idlelib.calltip.get_entity
      idlelib.debugobj.ObjectTreeItem.SetText idlelib.pyshell.ModifiedInterpreter.runcode
      idlelib.pyshell.ModifiedInterpreter.runcommand idlelib.run.Executive.runcode imaplib.IMAP4_stream
      lib2to3.pgen2.grammar.Grammar.loads lib2to3.pgen2.pgen.ParserGenerator.make_label pkgutil.resolve_name
      torch._dynamo.guards.GuardBuilder.get torch._inductor.codecache.compile_file
      torch.fx.experimental.symbolic_shapes.ShapeEnv.evaluate_guards_expression
      torch.jit.unsupported_tensor_ops.execWrapper torch.serialization.load
      torch.utils._config_module.ConfigModule.load_config torch.utils.bottleneck.__main__.run_cprofile
      torch.utils.bottleneck.__main__.run_autograd_prof torch.utils.collect_env.run
      torch.utils.data.datapipes.utils.decoder.basichandlers trace.Trace.run trace.Trace.runctx`),
  ],
  safe: [
    ...named('torch', STORAGES),
    ...words(`collections.OrderedDict numpy.dtype numpy.ndarray numpy._core.multiarray._reconstruct
      numpy.core.multiarray._reconstruct torch._utils._rebuild_tensor_v2`),
  ],
};

const MODELSCAN: Peer = {
  name: 'modelscan',
  date: '2025-08-06',
  unsafe: [
    ...named('builtins', `${BUILTINS} __import__`),
    ...named('__builtin__', `${BUILTINS} __import__`),
    'operator.attrgetter',
    ...whole(`runpy os nt posix socket subprocess sys pty pickle _pickle bdb pdb shutil asyncio webbrowser httplib
      requests.api aiohttp.client`),
  ],
  safe: [],
};

const FICKLING: Peer = {
  name: 'fickling',
  date: '2026-08-14',
  unsafe: [
    ...named('builtins', 'eval exec compile open __import__ __loader__ __spec__ getattr setattr delattr hasattr'),
    ...named('builtins', 'globals locals vars input breakpoint memoryview'),
    ...whole(`os posix nt subprocess sys pty commands multiprocessing _posixsubprocess code codeop runpy marshal types
      doctest _interpreters _xxsubinterpreters importlib _frozen_importlib _frozen_importlib_external _imp imp pkgutil
      zipimport gc site unittest inspect test _operator operator functools cProfile profile pdb bdb timeit trace socket
      ssl httplib http urllib urllib2 requests aiohttp asyncio webbrowser smtplib imaplib ftplib poplib telnetlib nntplib
      ctypes _ctypes pickle _pickle dill cloudpickle joblib shutil tempfile filecmp distutils pydoc pexpect pipes venv
      ensurepip pip idlelib lib2to3 socketserver xmlrpc signal _signal threading _thread atexit sqlite3 _sqlite3 fileinput
      glob platform linecache difflib compileall py_compile mmap select selectors logging syslog tarfile zipfile shelve
      uuid _osx_support _aix_support torch.hub torch._dynamo torch._inductor torch.jit numpy.f2py numpy.distutils`),
    ...words(`torch.load torch.compile torch.utils._config_module.ConfigModule
      torch.distributed.elastic.rendezvous.api.basichandlers numpy.testing._private.utils.runstring _io.FileIO _io.open
      io.FileIO io.open`),
  ],
  safe: [
    ...named('torch', `${STORAGES} Size device Tensor bfloat16 float16 float32`),
    ...named(
      'builtins',
      `bool int float complex str bytes bytearray list tuple set frozenset dict len abs sum min max round pow divmod
      sorted reversed enumerate zip range map filter slice iter next all any hash id repr ascii bin hex oct ord chr
      isinstance issubclass object callable format`,
    ),
    ...named('torch._utils', '_rebuild_tensor _rebuild_tensor_v2 _rebuild_parameter'),
    ...named(
      'transformers.trainer_utils',
      'IntervalStrategy SchedulerType HubStrategy EvaluationStrategy FSDPOption SaveStrategy ShardedDDPOption',
    ),
    ...named('torch.nn.modules', 'linear.Linear linear.Identity upsampling.Upsample pooling.MaxPool2d'),
    ...named('torch.nn.modules', 'batchnorm.BatchNorm2d conv.Conv2d activation.SiLU loss.BCEWithLogitsLoss'),
    ...words(`numpy.dtype numpy.ndarray numpy.float64 numpy.core.multiarray._reconstruct
      numpy._core.multiarray._reconstruct torch._tensor._rebuild_from_type_v2 torch.storage._load_from_bytes
      transformers.training_args.TrainingArguments transformers.training_args.OptimizerNames
      transformers.integrations.deepspeed.HfDeepSpeedConfig transformers.trainer_pt_utils.AcceleratorConfig
      simpletransformers.config.model_args.ClassificationArgs accelerate.state.PartialState
      accelerate.utils.deepspeed.HfDeepSpeedConfig accelerate.utils.dataclasses.DistributedType
      accelerate.utils.dataclasses.DeepSpeedPlugin ultralytics.nn.modules.block.C2f ultralytics.nn.modules.conv.Conv
      ultralytics.nn.modules.head.Detect ultralytics.nn.modules.head.Segment ultralytics.utils.loss.BboxLoss
      ultralytics.utils.tal.TaskAlignedAssigner _io.BytesIO _codecs.encode collections.OrderedDict
      collections.defaultdict argparse.Namespace tokenizers.Tokenizer tokenizers.AddedToken tokenizers.models.Model
      transformers.models.bert.tokenization_bert_fast.BertTokenizerFast copyreg._reconstructor
      __main__.TrainingArguments sklearn.preprocessing._label.LabelEncoder trl.trainer.sft_config.SFTConfig
      trl.trainer.dpo_config.FDivergenceType sentence_transformers.training_args.BatchSamplers
      pyannote.audio.core.task.Specifications pyannote.audio.core.task.Problem pyannote.audio.core.task.Resolution`),
  ],
};

export const PEERS: readonly Peer[] = [PICKLESCAN, MODELSCAN, FICKLING];

/** Names that others call unsafe, and Boxcutter does not call dangerous. */
export const MILDER: readonly { names: readonly string[]; why: string }[] = [
  {
    names: ['uuid.*', 'functools.*', 'operator.*', '_operator.*', 'joblib.*', 'logging.*'],
    why: 'Names of these modules are judged one by one. Those that run code, call or open files are dangerous. `uuid.UUID`, and the wrapper of joblib’s arrays, are harmless. Others, such as `logging.getLogger` or `operator.add`, are unknown.',
  },
  {
    names: ['difflib.*'],
    why: 'It compares texts, and opens no file. Its names are unknown.',
  },
  {
    names: ['builtins.hasattr', 'builtins.memoryview'],
    why: 'They give a bool, or a view of bytes, and no way to anything else. They are unknown.',
  },
];

/** Names that others call safe, and Boxcutter does not call harmless. */
export const STRICTER: readonly { names: readonly string[]; why: string }[] = [
  {
    names: ['torch.storage._load_from_bytes'],
    why: 'It unpickles the bytes that it gets. fickling looks into them while it loads them, which a list of names cannot. Dangerous.',
  },
  {
    names: ['builtins.map', 'builtins.filter'],
    why: 'They call what they are given. Dangerous.',
  },
  {
    names: named(
      'builtins',
      `len abs sum min max round pow divmod sorted reversed enumerate zip iter next all any hash id repr ascii bin hex oct
      ord chr isinstance issubclass callable format`,
    ),
    why: 'They call methods of what they are given, and models seldom need them. Unknown.',
  },
  {
    names: words(`transformers.training_args.TrainingArguments __main__.TrainingArguments
      trl.trainer.sft_config.SFTConfig accelerate.state.PartialState accelerate.utils.dataclasses.DeepSpeedPlugin
      accelerate.utils.deepspeed.HfDeepSpeedConfig transformers.integrations.deepspeed.HfDeepSpeedConfig
      transformers.trainer_pt_utils.AcceleratorConfig simpletransformers.config.model_args.ClassificationArgs`),
    why: 'Where these classes are called, they read files of settings, set environment variables or connect to other processes. Unknown.',
  },
  {
    names: words(`ultralytics.nn.modules.block.C2f ultralytics.nn.modules.conv.Conv ultralytics.nn.modules.head.Detect
      ultralytics.nn.modules.head.Segment ultralytics.utils.loss.BboxLoss ultralytics.utils.tal.TaskAlignedAssigner`),
    why: 'The package writes a file of settings when it is imported. Unknown.',
  },
  {
    names: words(`tokenizers.Tokenizer tokenizers.AddedToken tokenizers.models.Model
      transformers.models.bert.tokenization_bert_fast.BertTokenizerFast trl.trainer.dpo_config.FDivergenceType
      sentence_transformers.training_args.BatchSamplers pyannote.audio.core.task.Specifications
      pyannote.audio.core.task.Problem pyannote.audio.core.task.Resolution`),
    why: 'Nobody has looked at what importing and calling them runs. Unknown.',
  },
];
