/**
 * Classes of scikit-learn 1.2, by their modules. Its estimators only keep what they are given: their `__init__` assigns
 * attributes, and their state is taken over as it is. Functions and objects in it have names of their own.
 */
export const ESTIMATORS = `
  _loss._loss: CyHalfSquaredError CyAbsoluteError CyPinballLoss CyHalfPoissonLoss CyHalfGammaLoss
    CyHalfTweedieLoss CyHalfBinomialLoss CyHalfMultinomialLoss __pyx_unpickle_CyHalfSquaredError
    __pyx_unpickle_CyAbsoluteError __pyx_unpickle_CyPinballLoss __pyx_unpickle_CyHalfPoissonLoss
    __pyx_unpickle_CyHalfGammaLoss __pyx_unpickle_CyHalfTweedieLoss __pyx_unpickle_CyHalfBinomialLoss
    __pyx_unpickle_CyHalfMultinomialLoss
  _loss.link: Interval IdentityLink LogLink LogitLink MultinomialLogit
  _loss.loss: HalfSquaredError AbsoluteError PinballLoss HalfPoissonLoss HalfGammaLoss HalfTweedieLoss
    HalfBinomialLoss HalfMultinomialLoss
  base: BaseEstimator
  calibration: CalibratedClassifierCV _SigmoidCalibration
  cluster._affinity_propagation: AffinityPropagation
  cluster._agglomerative: AgglomerativeClustering FeatureAgglomeration
  cluster._bicluster: SpectralBiclustering SpectralCoclustering
  cluster._birch: Birch
  cluster._bisect_k_means: BisectingKMeans
  cluster._dbscan: DBSCAN
  cluster._kmeans: KMeans MiniBatchKMeans
  cluster._mean_shift: MeanShift
  cluster._optics: OPTICS
  cluster._spectral: SpectralClustering
  compose._column_transformer: ColumnTransformer
  compose._target: TransformedTargetRegressor
  covariance._elliptic_envelope: EllipticEnvelope
  covariance._empirical_covariance: EmpiricalCovariance
  covariance._graph_lasso: BaseGraphicalLasso GraphicalLasso GraphicalLassoCV
  covariance._robust_covariance: MinCovDet
  covariance._shrunk_covariance: LedoitWolf OAS ShrunkCovariance
  cross_decomposition._pls: CCA PLSCanonical PLSRegression PLSSVD
  decomposition._dict_learning: DictionaryLearning MiniBatchDictionaryLearning SparseCoder
  decomposition._factor_analysis: FactorAnalysis
  decomposition._fastica: FastICA
  decomposition._incremental_pca: IncrementalPCA
  decomposition._kernel_pca: KernelPCA
  decomposition._lda: LatentDirichletAllocation
  decomposition._nmf: MiniBatchNMF NMF _BaseNMF
  decomposition._pca: PCA
  decomposition._sparse_pca: MiniBatchSparsePCA SparsePCA _BaseSparsePCA
  decomposition._truncated_svd: TruncatedSVD
  discriminant_analysis: LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis
  dummy: DummyClassifier DummyRegressor
  ensemble._bagging: BaggingClassifier BaggingRegressor
  ensemble._forest: ExtraTreesClassifier ExtraTreesRegressor RandomForestClassifier RandomForestRegressor
    RandomTreesEmbedding
  ensemble._gb: GradientBoostingClassifier GradientBoostingRegressor
  ensemble._gb_losses: BinomialDeviance MultinomialDeviance LeastSquaresError LeastAbsoluteError HuberLossFunction
    QuantileLossFunction ExponentialLoss
  ensemble._hist_gradient_boosting.binning: _BinMapper
  ensemble._hist_gradient_boosting.gradient_boosting: HistGradientBoostingClassifier HistGradientBoostingRegressor
  ensemble._hist_gradient_boosting.predictor: TreePredictor
  ensemble._iforest: IsolationForest
  ensemble._stacking: StackingClassifier StackingRegressor
  ensemble._voting: VotingClassifier VotingRegressor
  ensemble._weight_boosting: AdaBoostClassifier AdaBoostRegressor
  feature_extraction._dict_vectorizer: DictVectorizer
  feature_extraction._hash: FeatureHasher
  feature_extraction.image: PatchExtractor
  feature_extraction.text: CountVectorizer HashingVectorizer TfidfTransformer TfidfVectorizer
  feature_selection._from_model: SelectFromModel
  feature_selection._rfe: RFE RFECV
  feature_selection._sequential: SequentialFeatureSelector
  feature_selection._univariate_selection: GenericUnivariateSelect SelectFdr SelectFpr SelectFwe SelectKBest
    SelectPercentile
  feature_selection._variance_threshold: VarianceThreshold
  gaussian_process._gpc: GaussianProcessClassifier _BinaryGaussianProcessClassifierLaplace
  gaussian_process._gpr: GaussianProcessRegressor
  gaussian_process.kernels: RBF Product Sum ConstantKernel WhiteKernel Matern RationalQuadratic ExpSineSquared
    DotProduct Exponentiation CompoundKernel
  impute._base: MissingIndicator SimpleImputer _BaseImputer
  impute._iterative: IterativeImputer
  impute._knn: KNNImputer
  isotonic: IsotonicRegression
  kernel_approximation: AdditiveChi2Sampler Nystroem PolynomialCountSketch RBFSampler SkewedChi2Sampler
  kernel_ridge: KernelRidge
  linear_model._base: LinearRegression
  linear_model._bayes: ARDRegression BayesianRidge
  linear_model._coordinate_descent: ElasticNet ElasticNetCV Lasso LassoCV MultiTaskElasticNet
    MultiTaskElasticNetCV MultiTaskLasso MultiTaskLassoCV
  linear_model._glm.glm: GammaRegressor PoissonRegressor TweedieRegressor _GeneralizedLinearRegressor
  linear_model._huber: HuberRegressor
  linear_model._least_angle: Lars LarsCV LassoLars LassoLarsCV LassoLarsIC
  linear_model._logistic: LogisticRegression LogisticRegressionCV
  linear_model._omp: OrthogonalMatchingPursuit OrthogonalMatchingPursuitCV
  linear_model._passive_aggressive: PassiveAggressiveClassifier PassiveAggressiveRegressor
  linear_model._perceptron: Perceptron
  linear_model._quantile: QuantileRegressor
  linear_model._ransac: RANSACRegressor
  linear_model._ridge: Ridge RidgeCV RidgeClassifier RidgeClassifierCV _BaseRidgeCV _RidgeGCV
  linear_model._sgd_fast: Hinge SquaredHinge Log ModifiedHuber SquaredLoss Huber EpsilonInsensitive
    SquaredEpsilonInsensitive
  linear_model._stochastic_gradient: SGDClassifier SGDRegressor
  linear_model._theil_sen: TheilSenRegressor
  manifold._isomap: Isomap
  manifold._locally_linear: LocallyLinearEmbedding
  manifold._mds: MDS
  manifold._spectral_embedding: SpectralEmbedding
  manifold._t_sne: TSNE
  metrics._dist_metrics: newObj EuclideanDistance ManhattanDistance MinkowskiDistance ChebyshevDistance
    HaversineDistance
  metrics._scorer: _passthrough_scorer
  mixture._bayesian_mixture: BayesianGaussianMixture
  mixture._gaussian_mixture: GaussianMixture
  model_selection._search: GridSearchCV RandomizedSearchCV
  model_selection._search_successive_halving: HalvingGridSearchCV HalvingRandomSearchCV
  multiclass: OneVsOneClassifier OneVsRestClassifier OutputCodeClassifier _ConstantPredictor
  multioutput: ClassifierChain MultiOutputClassifier MultiOutputRegressor RegressorChain
  naive_bayes: BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB
  neighbors._ball_tree: BallTree newObj
  neighbors._classification: KNeighborsClassifier RadiusNeighborsClassifier
  neighbors._kd_tree: KDTree newObj
  neighbors._kde: KernelDensity
  neighbors._lof: LocalOutlierFactor
  neighbors._nca: NeighborhoodComponentsAnalysis
  neighbors._nearest_centroid: NearestCentroid
  neighbors._regression: KNeighborsRegressor RadiusNeighborsRegressor
  neighbors._unsupervised: NearestNeighbors
  neural_network._multilayer_perceptron: MLPClassifier MLPRegressor
  neural_network._rbm: BernoulliRBM
  neural_network._stochastic_optimizers: AdamOptimizer SGDOptimizer
  pipeline: FeatureUnion Pipeline
  preprocessing._data: Binarizer KernelCenterer MaxAbsScaler MinMaxScaler Normalizer PowerTransformer
    QuantileTransformer RobustScaler StandardScaler
  preprocessing._discretization: KBinsDiscretizer
  preprocessing._encoders: OneHotEncoder OrdinalEncoder _BaseEncoder
  preprocessing._function_transformer: FunctionTransformer
  preprocessing._label: LabelBinarizer LabelEncoder MultiLabelBinarizer
  preprocessing._polynomial: PolynomialFeatures SplineTransformer
  random_projection: GaussianRandomProjection SparseRandomProjection
  semi_supervised._label_propagation: LabelPropagation LabelSpreading
  semi_supervised._self_training: SelfTrainingClassifier
  svm._classes: LinearSVC LinearSVR NuSVC NuSVR OneClassSVM SVC SVR
  tree._classes: DecisionTreeClassifier DecisionTreeRegressor ExtraTreeClassifier ExtraTreeRegressor
  tree._tree: Tree
  utils._bunch: Bunch
`;
