"""Writes pickles as training programs leave them: `benign-pickles.py FOLDER` prints the names of the files as JSON.

Installed libraries write their own files. Classes of others are defined here, under the names and with the attributes
that these libraries have. What needs a library that is missing is left out.
"""
import argparse, collections, datetime, decimal, enum, fractions, gzip, io, json, os, pathlib, pickle, random, sys
import tarfile, types, uuid, warnings

warnings.filterwarnings("ignore")
folder = sys.argv[1]
written = []


def library(name):
    try:
        return __import__(name)
    except ImportError:
        return None


np, torch, joblib, sklearn, scipy = map(library, ("numpy", "torch", "joblib", "sklearn", "scipy"))


def layout(*needed):
    """Writes a file with the function's name, where the libraries are there. The function gets its path."""
    def write(function):
        name = function.__name__.replace("__", ".").replace("_", "-")
        if all(library is not None for library in needed):
            function(os.path.join(folder, name))
            written.append(name)
        return function
    return write


def define(name, *bases, **attributes):
    """A class under the name of another library's, `package.module.Class`."""
    module, _, short = name.rpartition(".")
    path = ""
    for part in module.split("."):
        path = f"{path}.{part}".lstrip(".")
        sys.modules.setdefault(path, types.ModuleType(path))
    made = type(short, bases or (object,), {"__module__": module, "__qualname__": short, **attributes})
    setattr(sys.modules[module], short, made)
    return made


def make(kind, **state):
    """An object whose state is this, without a call of its class."""
    made = kind.__new__(kind)
    made.__dict__.update(state)
    return made


def by_name(self, protocol):
    return getattr, (type(self), self.name)


def by_value(self, protocol):
    return type(self), (self.value,)


def enumeration(name, reduce, **members):
    """An enumeration as Python 3.11.0 pickles it (`by_name`), or as other versions do (`by_value`)."""
    module, _, short = name.rpartition(".")
    define(name)
    made = enum.Enum(short, members, module=module, qualname=short, type=str)
    made.__reduce_ex__ = reduce
    setattr(sys.modules[module], short, made)
    return made


def dump(path, value, protocol=2):
    with open(path, "wb") as file:
        pickle.dump(value, file, protocol)


# Python's own values.
PLAIN = {
    "numbers": [1, 2**70, 1.5, 1 + 2j, True, None], "text": "é", "bytes": b"b", "array": bytearray(b"c"),
    "set": {1}, "frozen": frozenset([2]), "range": range(3), "slice": slice(1, 2),
    "counter": collections.Counter("aab"), "queue": collections.deque([1], 3), "lists": collections.defaultdict(list),
    "date": datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc), "decimal": decimal.Decimal("1.5"),
    "fraction": fractions.Fraction(1, 3), "id": uuid.UUID(int=7), "path": pathlib.PurePosixPath("a/b"),
    "object": types.SimpleNamespace(a=1),
}
for protocol in range(6):
    def plain(path):
        dump(path, PLAIN, protocol)
    plain.__name__ = f"python_protocol_{protocol}__pkl"
    layout()(plain)

if np:
    ARRAYS = {
        "float": np.arange(6.0).reshape(2, 3), "fortran": np.asfortranarray(np.eye(3)), "empty": np.zeros((0, 2)),
        "object": np.array([{"a": 1}, None, "b"], dtype=object), "text": np.array(["a", "bc"]),
        "fields": np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]), "date": np.array(["2020-01-01"], "M8[D]"),
        "scalar": np.float64(1.5), "type": np.dtype("f4"), "masked": np.ma.array([1, 2], mask=[0, 1]),
        "matrix": np.matrix([[1]]), "class": np.float32,
    }
    for protocol in range(6):
        def arrays(path):
            dump(path, ARRAYS, protocol)
        arrays.__name__ = f"numpy_protocol_{protocol}__pkl"
        layout()(arrays)


@layout(np)
def numpy_objects__npy(path):
    np.save(path, np.array([{"a": np.eye(2)}, [1], None], dtype=object))


@layout(np)
def numpy_objects__npz(path):
    np.savez(path, objects=np.array([{"a": 1}], dtype=object), numbers=np.eye(2))


@layout(np)
def numpy_random__pkl(path):
    kinds = (np.random.MT19937, np.random.PCG64, np.random.Philox, np.random.SFC64, np.random.PCG64DXSM)
    dump(path, [np.random.RandomState(0), *(np.random.Generator(kind(1)) for kind in kinds)], 4)


@layout(np)
def detectron_weights__pkl(path):
    dump(path, {"model": {"conv.weight": np.ones((2, 2), "f4")}, "__author__": "Model Zoo"}, 3)


# scikit-learn.
if sklearn and joblib:
    from sklearn import (
        cluster, compose, datasets, decomposition, dummy, ensemble, feature_extraction, gaussian_process, impute,
        linear_model, mixture, model_selection, multioutput, naive_bayes, neighbors, neural_network, pipeline,
        preprocessing, svm, tree,
    )
    X, Y = datasets.make_classification(40, 5, random_state=0)


@layout(sklearn, joblib)
def random_forest__joblib(path):
    joblib.dump(ensemble.RandomForestClassifier(3, random_state=0).fit(X, Y), path)


@layout(sklearn, joblib)
def random_forest_zlib__joblib(path):
    joblib.dump(ensemble.RandomForestRegressor(3).fit(X, Y), path, compress=("zlib", 3))


@layout(sklearn, joblib)
def decision_tree_2018__joblib(path):
    """As scikit-learn wrote before 0.23, which had a joblib of its own."""
    wrapper = joblib.numpy_pickle.NumpyArrayWrapper
    old = "sklearn.externals.joblib.numpy_pickle"
    define(f"{old}.NumpyArrayWrapper")
    sys.modules[old].NumpyArrayWrapper, own = wrapper, wrapper.__module__
    wrapper.__module__ = old
    joblib.dump(tree.DecisionTreeClassifier().fit(X, Y), path)
    wrapper.__module__ = own


@layout(sklearn)
def pipeline__pkl(path):
    steps = compose.ColumnTransformer([("n", preprocessing.StandardScaler(), [0, 1]), ("k", "passthrough", [2])])
    dump(path, pipeline.make_pipeline(impute.SimpleImputer(), steps, linear_model.LogisticRegression()).fit(X, Y), 4)


@layout(sklearn, joblib)
def gradient_boosting__joblib(path):
    made = [ensemble.GradientBoostingClassifier(n_estimators=2), ensemble.HistGradientBoostingClassifier(max_iter=2)]
    joblib.dump([one.fit(X, Y) for one in made], path)


@layout(sklearn, joblib)
def text_classifier__joblib(path):
    words = feature_extraction.text.TfidfVectorizer()
    joblib.dump(pipeline.make_pipeline(words, naive_bayes.MultinomialNB()).fit(["a bc", "de fg"], [0, 1]), path)


@layout(sklearn, joblib)
def grid_search__joblib(path):
    joblib.dump(model_selection.GridSearchCV(svm.SVC(), {"C": [1, 2]}, cv=2).fit(X, Y), path)


@layout(sklearn, joblib)
def neighbors__joblib(path):
    trees = [neighbors.KNeighborsClassifier(3, algorithm=kind).fit(X, Y) for kind in ("kd_tree", "ball_tree", "brute")]
    joblib.dump(trees, path)


@layout(sklearn, joblib)
def many_estimators__joblib(path):
    made = [
        cluster.KMeans(2, n_init=1), cluster.DBSCAN(), decomposition.PCA(2), decomposition.TruncatedSVD(2),
        ensemble.AdaBoostClassifier(n_estimators=2), ensemble.ExtraTreesClassifier(2), ensemble.IsolationForest(n_estimators=2),
        ensemble.BaggingClassifier(n_estimators=2), ensemble.VotingClassifier([("a", naive_bayes.GaussianNB())]),
        linear_model.Ridge(), linear_model.Lasso(), linear_model.SGDClassifier(), linear_model.BayesianRidge(),
        gaussian_process.GaussianProcessClassifier(), mixture.GaussianMixture(), dummy.DummyClassifier(),
        neural_network.MLPClassifier((3,), max_iter=5), svm.LinearSVC(), svm.OneClassSVM(),
        tree.DecisionTreeRegressor(), tree.ExtraTreeClassifier(), preprocessing.MinMaxScaler(),
        preprocessing.PolynomialFeatures(), preprocessing.QuantileTransformer(n_quantiles=5),
        preprocessing.KBinsDiscretizer(2, encode="ordinal"), preprocessing.OneHotEncoder(handle_unknown="ignore"),
    ]
    joblib.dump([one.fit(X, Y) for one in made], path)


@layout(scipy)
def scipy_sparse__pkl(path):
    from scipy import sparse
    dump(path, [sparse.csr_matrix([[1, 0]]), sparse.csc_matrix([[1, 0]]), sparse.coo_matrix([[1, 0]])], 4)


# PyTorch.
if torch:
    from torch import nn

    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(8, 2))
    optimizer = torch.optim.AdamW(model.parameters(), 0.01)
    model(torch.ones(1, 1, 4, 4).repeat(2, 1, 1, 1)).sum().backward()
    optimizer.step()
    weights = model.state_dict()


@layout(torch)
def state_dict__pt(path):
    torch.save(weights, path)


@layout(torch)
def state_dict_old__pth(path):
    torch.save(weights, path, _use_new_zipfile_serialization=False)


@layout(torch)
def pytorch_model__bin(path):
    torch.save({k: v.to(torch.bfloat16 if "weight" in k else torch.half) for k, v in weights.items()}, path)


@layout(torch)
def tensor_kinds__pt(path):
    eye = torch.eye(3)
    kinds = [eye.to_sparse(), torch.quantize_per_tensor(eye, 0.1, 0, torch.qint8), nn.Parameter(eye), eye.to(torch.cfloat)]
    torch.save([*kinds, eye.to_sparse_csr(), torch.device("cpu"), torch.float16, eye.shape], path)


@layout(torch)
def whole_module__pt(path):
    torch.save(model, path)


@layout(torch)
def whole_module_old__pt(path):
    torch.save(nn.ModuleList([nn.LSTM(2, 2), nn.MultiheadAttention(4, 2)]), path, _use_new_zipfile_serialization=False)


@layout(torch)
def whole_transformer__pt(path):
    torch.save(nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 1), path)


@layout(torch)
def torchscript__pt(path):
    torch.jit.save(torch.jit.script(nn.Linear(2, 2)), path)


@layout(torch)
def optimizer__pt(path):
    torch.save(optimizer.state_dict(), path)


@layout(torch)
def whole_optimizer__pt(path):
    torch.save([optimizer, torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)], path)


@layout(torch)
def scheduler__pt(path):
    torch.save(torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1.0).state_dict(), path)


@layout(torch)
def one_cycle_scheduler__pt(path):
    torch.save(torch.optim.lr_scheduler.OneCycleLR(torch.optim.Adam(model.parameters()), 0.1, 10).state_dict(), path)


@layout(torch)
def scaler__pt(path):
    torch.save({"scale": 65536.0, "growth_factor": 2.0, "growth_interval": 2000, "_growth_tracker": 3}, path)


@layout(torch, np)
def rng_state__pth(path):
    torch.save({"python": random.getstate(), "numpy": np.random.get_state(), "cpu": torch.get_rng_state()}, path)


@layout(torch, np)
def distributed_checkpoint__pt(path):
    state = collections.OrderedDict((f"module.{k}", v) for k, v in weights.items())
    torch.save({"epoch": 3, "arch": "resnet18", "state_dict": state, "best_acc1": np.float64(71.2),
                "optimizer": optimizer.state_dict(), "args": argparse.Namespace(lr=0.1)}, path)


@layout(torch)
def whisper__pt(path):
    torch.save({"dims": {"n_mels": 80, "n_vocab": 51865}, "model_state_dict": weights}, path)


@layout(torch)
def textual_inversion__pt(path):
    torch.save({"string_to_token": {"*": torch.tensor(265)}, "name": "style",
                "string_to_param": nn.ParameterDict({"*": nn.Parameter(torch.ones(1, 4))}), "step": 100}, path)


@layout(torch)
def lightning__ckpt(path):
    checkpoint = define("pytorch_lightning.callbacks.model_checkpoint.ModelCheckpoint")
    attributes = define("pytorch_lightning.utilities.parsing.AttributeDict", dict)
    torch.save({"epoch": 1, "global_step": 10, "pytorch-lightning_version": "1.5.0", "state_dict": weights,
                "callbacks": {checkpoint: {"best_model_score": torch.tensor(0.5), "dirpath": "a"}},
                "optimizer_states": [optimizer.state_dict()], "lr_schedulers": [],
                "hparams_name": "kwargs", "hyper_parameters": attributes(lr=0.1)}, path)


@layout(torch)
def lightning_2__ckpt(path):
    torch.save({"epoch": 1, "loops": {"fit_loop": {"state_dict": {}}}, "state_dict": weights, "callbacks":
                {"ModelCheckpoint{'monitor': None}": {"best_model_path": ""}}, "hyper_parameters": {"lr": 0.1}}, path)


@layout(torch)
def deepspeed_model_states__pt(path):
    stage = enumeration("deepspeed.runtime.zero.config.ZeroStageEnum", by_value, weights="1")
    scaler = define("deepspeed.runtime.fp16.loss_scaler.LossScaler")
    torch.save({"module": weights, "param_shapes": [collections.OrderedDict(w=weights["4.weight"].shape)],
                "ds_config": {"zero": stage.weights}, "loss_scaler": make(scaler, cur_scale=1.0)}, path)


def training_arguments(reduce, kind="transformers.training_args.TrainingArguments", **more):
    trainer = "transformers.trainer_utils"
    interval = enumeration(f"{trainer}.IntervalStrategy", reduce, NO="no", STEPS="steps", EPOCH="epoch")
    schedule = enumeration(f"{trainer}.SchedulerType", reduce, LINEAR="linear", COSINE="cosine")
    hub = enumeration(f"{trainer}.HubStrategy", reduce, EVERY_SAVE="every_save")
    names = enumeration("transformers.training_args.OptimizerNames", reduce, ADAMW_TORCH="adamw_torch")
    return make(define(kind), output_dir="out", learning_rate=5e-5, evaluation_strategy=interval.EPOCH,
                save_strategy=interval.STEPS, logging_strategy=interval.STEPS, lr_scheduler_type=schedule.LINEAR,
                hub_strategy=hub.EVERY_SAVE, optim=names.ADAMW_TORCH, fsdp=[], debug=[], **more)


@layout(torch)
def training_args__bin(path):
    torch.save(training_arguments(by_value, _n_gpu=1, __cached__setup_devices=torch.device("cpu")), path)


@layout(torch)
def training_args_3_11__bin(path):
    distributed = enumeration("accelerate.utils.dataclasses.DistributedType", by_name, NO="NO")
    state = define("accelerate.state.PartialState")
    kind = "transformers.training_args_seq2seq.Seq2SeqTrainingArguments"
    torch.save(training_arguments(by_name, kind, distributed_state=make(
        state, _cpu=False, backend=None, device=torch.device("cpu"), distributed_type=distributed.NO)), path)


@layout(torch)
def training_args_3_11_old__bin(path):
    torch.save(training_arguments(by_name), path, _use_new_zipfile_serialization=False)


def write_nemo(path, mode):
    ckpt = io.BytesIO()
    torch.save(weights, ckpt)
    with tarfile.open(path, mode) as tar:
        for name, content in (("./model_config.yaml", b"sample_rate: 16000\n"), ("./model_weights.ckpt", ckpt.getvalue())):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))


@layout(torch)
def speech__nemo(path):
    write_nemo(path, "w")


@layout(torch)
def speech_gzip__nemo(path):
    write_nemo(path, "w:gz")


@layout(torch)
def fairseq_old__pt(path):
    meters = define("fairseq.meters.AverageMeter")
    args = argparse.Namespace(arch="transformer", criterion="cross_entropy", max_epoch=3)
    torch.save({"args": args, "model": weights, "optimizer_history": [{"num_updates": 5}],
                "extra_state": {"meter": make(meters, val=1.0)}}, path)


@layout(torch)
def fairseq_hydra__pt(path):
    package = "omegaconf"
    config = define(f"{package}.dictconfig.DictConfig")
    any_node = define(f"{package}.nodes.AnyNode")
    metadata, container = define(f"{package}.base.Metadata"), define(f"{package}.base.ContainerMetadata")
    import typing
    node = make(any_node, _metadata=make(metadata, ref_type=typing.Any, optional=True, key="lr"), _val=0.1, _parent=None)
    cfg = make(config, _metadata=make(container, key_type=typing.Any, element_type=typing.Any, flags={}),
               _content={"lr": node}, _parent=None)
    torch.save({"cfg": cfg, "args": None, "model": weights, "task_state": {}}, path)


def yolo_model(kind, head, **state):
    """A model whose classes are subclasses of PyTorch's modules, pickled whole."""
    conv = define("ultralytics.nn.modules.conv.Conv", nn.Module)
    block = nn.Module.__new__(conv)
    nn.Module.__init__(block)
    block.conv, block.bn, block.act = nn.Conv2d(1, 2, 3, bias=False), nn.BatchNorm2d(2), nn.SiLU(inplace=True)
    made = nn.Module.__new__(define(kind, nn.Module))
    nn.Module.__init__(made)
    last = nn.Module.__new__(head)
    nn.Module.__init__(last)
    last.cv2 = nn.ModuleList([nn.Conv2d(2, 2, 1)])
    last.__dict__.update(state)
    made.model = nn.Sequential(block, nn.Upsample(scale_factor=2), last)
    made.__dict__.update(yaml={"nc": 80}, names={0: "person"}, stride=torch.tensor([8.0]))
    return made.half()


def forward(self, x):
    return x


def yolo_detect(name="ultralytics.nn.modules.head.Detect"):
    found = define(name, nn.Module)
    method = types.FunctionType(forward.__code__, globals(), "forward")
    method.__module__, method.__qualname__ = found.__module__, "Detect.forward"
    found.forward = method
    return found


@layout(torch)
def yolov8__pt(path):
    model = yolo_model("ultralytics.nn.tasks.DetectionModel", yolo_detect())
    args = make(define("ultralytics.utils.IterableSimpleNamespace", types.SimpleNamespace), box=7.5)
    model.__dict__.update(args=args)
    torch.save({"epoch": -1, "model": model, "ema": None, "train_args": {"imgsz": 640}, "version": "8.0.0"}, path)


@layout(torch)
def yolov8_segment__pt(path):
    detect = yolo_detect()
    segment = define("ultralytics.nn.modules.head.Segment", detect)
    torch.save({"model": yolo_model("ultralytics.nn.tasks.SegmentationModel", segment, detect=detect.forward)}, path)


@layout(torch)
def yolov5__pt(path):
    model = yolo_model("models.yolo.Model", define("models.yolo.Detect", nn.Module))
    torch.save({"epoch": 299, "best_fitness": np.array([0.5]), "model": model, "updates": None, "opt": None,
                "git": {"remote": "https://example.org"}, "date": datetime.datetime.now().isoformat()}, path)


@layout(torch)
def fastai_export__pkl(path):
    learner = define("fastai.learner.Learner")
    layers = define("fastai.layers.AdaptiveConcatPool2d", nn.Module)
    pool = nn.Module.__new__(layers)
    nn.Module.__init__(pool)
    listed = define("fastcore.foundation.L")
    opt = define("fastai.optimizer.Adam")
    loss = define("fastai.losses.CrossEntropyLossFlat")
    torch.save(make(learner, model=nn.Sequential(pool, nn.Linear(2, 2)), lr=0.001, path=pathlib.Path("."),
                    cbs=make(listed, items=[]), opt_func=opt, loss_func=make(loss, axis=-1)), path)


# Others' objects, pickled alone.
@layout(np)
def xgboost__pkl(path):
    booster = make(define("xgboost.core.Booster"), handle=bytearray(b"binf"), feature_names=None)
    dump(path, make(define("xgboost.sklearn.XGBClassifier"), n_estimators=2, _Booster=booster, missing=np.nan), 4)


@layout()
def lightgbm__pkl(path):
    dump(path, make(define("lightgbm.basic.Booster"), handle="tree\nversion=v4\n", best_iteration=3, params={}), 4)


@layout(np)
def gensim_word2vec__model(path):
    vectors = make(define("gensim.models.keyedvectors.KeyedVectors"), key_to_index={"a": 0}, vectors=np.eye(2, dtype="f4"))
    dump(path, make(define("gensim.models.word2vec.Word2Vec"), wv=vectors, random=np.random.RandomState(1)), 4)


@layout(np)
def spacy_vectors__pkl(path):
    strings = make(define("spacy.strings.StringStore"), keys=["a"])
    dump(path, make(define("spacy.vectors.Vectors"), data=np.eye(2, dtype="f4"), key2row={1: 0}, strings=strings), 4)


@layout(np)
def pandas_frame__pkl(path):
    pandas = library("pandas")
    if pandas:
        return pandas.DataFrame({"a": [1, 2], "b": ["x", "y"], "t": pandas.to_datetime(["2020", "2021"])}).to_pickle(path)
    # As pandas 1.5 pickles a frame of two rows.
    new = define("pandas.core.indexes.base._new_Index")
    unpickle = define("pandas._libs.internals._unpickle_block")
    index, span = define("pandas.core.indexes.base.Index"), define("pandas.core.indexes.range.RangeIndex")
    manager, frame = define("pandas.core.internals.managers.BlockManager"), define("pandas.core.frame.DataFrame")

    class Made:
        def __init__(self, *parts): self.parts = parts
        def __reduce__(self): return self.parts
    columns = Made(new, (index, {"data": np.array(["a"], dtype=object), "name": None}))
    rows = Made(new, (span, {"start": 0, "stop": 2, "step": 1, "name": None}))
    block = Made(unpickle, (np.ones((1, 2)), slice(0, 1, 1), 2))
    dump(path, make(frame, _mgr=Made(manager, ((block,), [columns, rows])), _typ="dataframe", attrs={}), 4)


@layout()
def vocabulary_gzip__pkl(path):
    with gzip.open(path, "wb") as file:
        pickle.dump({"the": 1, "a": 2}, file, 3)


print(json.dumps(written))
