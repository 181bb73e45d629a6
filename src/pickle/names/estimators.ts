/**
 * Classes of scikit-learn 1.2, by its parts. Its estimators only keep what they are given: their `__init__` assigns
 * attributes, and their state is taken over as it is. Functions and objects in it have names of their own.
 */
export const ESTIMATORS = `
  _loss: _loss.CyHalfSquaredError _loss.CyAbsoluteError _loss.CyPinballLoss _loss.CyHalfPoissonLoss
    _loss.CyHalfGammaLoss _loss.CyHalfTweedieLoss _loss.CyHalfBinomialLoss _loss.CyHalfMultinomialLoss
    _loss.__pyx_unpickle_CyHalfSquaredError _loss.__pyx_unpickle_CyAbsoluteError _loss.__pyx_unpickle_CyPinballLoss
    _loss.__pyx_unpickle_CyHalfPoissonLoss _loss.__pyx_unpickle_CyHalfGammaLoss _loss.__pyx_unpickle_CyHalfTweedieLoss
    _loss.__pyx_unpickle_CyHalfBinomialLoss _loss.__pyx_unpickle_CyHalfMultinomialLoss link.Interval link.IdentityLink
    link.LogLink link.LogitLink link.MultinomialLogit loss.HalfSquaredError loss.AbsoluteError loss.PinballLoss
    loss.HalfPoissonLoss loss.HalfGammaLoss loss.HalfTweedieLoss loss.HalfBinomialLoss loss.HalfMultinomialLoss
  base: BaseEstimator
  calibration: CalibratedClassifierCV _SigmoidCalibration
  cluster: _affinity_propagation.AffinityPropagation _agglomerative.AgglomerativeClustering
    _agglomerative.FeatureAgglomeration _bicluster.SpectralBiclustering _bicluster.SpectralCoclustering _birch.Birch
    _bisect_k_means.BisectingKMeans _dbscan.DBSCAN _kmeans.KMeans _kmeans.MiniBatchKMeans _mean_shift.MeanShift
    _optics.OPTICS _spectral.SpectralClustering
  compose: _column_transformer.ColumnTransformer _target.TransformedTargetRegressor
  covariance: _elliptic_envelope.EllipticEnvelope _empirical_covariance.EmpiricalCovariance
    _graph_lasso.BaseGraphicalLasso _graph_lasso.GraphicalLasso _graph_lasso.GraphicalLassoCV
    _robust_covariance.MinCovDet _shrunk_covariance.LedoitWolf _shrunk_covariance.OAS
    _shrunk_covariance.ShrunkCovariance
  cross_decomposition: _pls.CCA _pls.PLSCanonical _pls.PLSRegression _pls.PLSSVD
  decomposition: _dict_learning.DictionaryLearning _dict_learning.MiniBatchDictionaryLearning
    _dict_learning.SparseCoder _factor_analysis.FactorAnalysis _fastica.FastICA _incremental_pca.IncrementalPCA
    _kernel_pca.KernelPCA _lda.LatentDirichletAllocation _nmf.MiniBatchNMF _nmf.NMF _nmf._BaseNMF _pca.PCA
    _sparse_pca.MiniBatchSparsePCA _sparse_pca.SparsePCA _sparse_pca._BaseSparsePCA _truncated_svd.TruncatedSVD
  discriminant_analysis: LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis
  dummy: DummyClassifier DummyRegressor
  ensemble: _bagging.BaggingClassifier _bagging.BaggingRegressor _forest.ExtraTreesClassifier
    _forest.ExtraTreesRegressor _forest.RandomForestClassifier _forest.RandomForestRegressor
    _forest.RandomTreesEmbedding _gb.GradientBoostingClassifier _gb.GradientBoostingRegressor
    _gb_losses.BinomialDeviance _gb_losses.MultinomialDeviance _gb_losses.LeastSquaresError
    _gb_losses.LeastAbsoluteError _gb_losses.HuberLossFunction _gb_losses.QuantileLossFunction
    _gb_losses.ExponentialLoss _hist_gradient_boosting.binning._BinMapper
    _hist_gradient_boosting.gradient_boosting.HistGradientBoostingClassifier
    _hist_gradient_boosting.gradient_boosting.HistGradientBoostingRegressor
    _hist_gradient_boosting.predictor.TreePredictor _iforest.IsolationForest _stacking.StackingClassifier
    _stacking.StackingRegressor _voting.VotingClassifier _voting.VotingRegressor _weight_boosting.AdaBoostClassifier
    _weight_boosting.AdaBoostRegressor
  feature_extraction: _dict_vectorizer.DictVectorizer _hash.FeatureHasher image.PatchExtractor text.CountVectorizer
    text.HashingVectorizer text.TfidfTransformer text.TfidfVectorizer
  feature_selection: _from_model.SelectFromModel _rfe.RFE _rfe.RFECV _sequential.SequentialFeatureSelector
    _univariate_selection.GenericUnivariateSelect _univariate_selection.SelectFdr _univariate_selection.SelectFpr
    _univariate_selection.SelectFwe _univariate_selection.SelectKBest _univariate_selection.SelectPercentile
    _variance_threshold.VarianceThreshold
  gaussian_process: _gpc.GaussianProcessClassifier _gpc._BinaryGaussianProcessClassifierLaplace
    _gpr.GaussianProcessRegressor kernels.RBF kernels.Product kernels.Sum kernels.ConstantKernel kernels.WhiteKernel
    kernels.Matern kernels.RationalQuadratic kernels.ExpSineSquared kernels.DotProduct kernels.Exponentiation
    kernels.CompoundKernel
  impute: _base.MissingIndicator _base.SimpleImputer _base._BaseImputer _iterative.IterativeImputer _knn.KNNImputer
  isotonic: IsotonicRegression
  kernel_approximation: AdditiveChi2Sampler Nystroem PolynomialCountSketch RBFSampler SkewedChi2Sampler
  kernel_ridge: KernelRidge
  linear_model: _base.LinearRegression _bayes.ARDRegression _bayes.BayesianRidge _coordinate_descent.ElasticNet
    _coordinate_descent.ElasticNetCV _coordinate_descent.Lasso _coordinate_descent.LassoCV
    _coordinate_descent.MultiTaskElasticNet _coordinate_descent.MultiTaskElasticNetCV
    _coordinate_descent.MultiTaskLasso _coordinate_descent.MultiTaskLassoCV _glm.glm.GammaRegressor
    _glm.glm.PoissonRegressor _glm.glm.TweedieRegressor _glm.glm._GeneralizedLinearRegressor _huber.HuberRegressor
    _least_angle.Lars _least_angle.LarsCV _least_angle.LassoLars _least_angle.LassoLarsCV _least_angle.LassoLarsIC
    _logistic.LogisticRegression _logistic.LogisticRegressionCV _omp.OrthogonalMatchingPursuit
    _omp.OrthogonalMatchingPursuitCV _passive_aggressive.PassiveAggressiveClassifier
    _passive_aggressive.PassiveAggressiveRegressor _perceptron.Perceptron _quantile.QuantileRegressor
    _ransac.RANSACRegressor _ridge.Ridge _ridge.RidgeCV _ridge.RidgeClassifier _ridge.RidgeClassifierCV
    _ridge._BaseRidgeCV _ridge._RidgeGCV _sgd_fast.Hinge _sgd_fast.SquaredHinge _sgd_fast.Log _sgd_fast.ModifiedHuber
    _sgd_fast.SquaredLoss _sgd_fast.Huber _sgd_fast.EpsilonInsensitive _sgd_fast.SquaredEpsilonInsensitive
    _stochastic_gradient.SGDClassifier _stochastic_gradient.SGDRegressor _theil_sen.TheilSenRegressor
  manifold: _isomap.Isomap _locally_linear.LocallyLinearEmbedding _mds.MDS _spectral_embedding.SpectralEmbedding
    _t_sne.TSNE
  metrics: _dist_metrics.newObj _dist_metrics.EuclideanDistance _dist_metrics.ManhattanDistance
    _dist_metrics.MinkowskiDistance _dist_metrics.ChebyshevDistance _dist_metrics.HaversineDistance
    _scorer._passthrough_scorer
  mixture: _bayesian_mixture.BayesianGaussianMixture _gaussian_mixture.GaussianMixture
  model_selection: _search.GridSearchCV _search.RandomizedSearchCV _search_successive_halving.HalvingGridSearchCV
    _search_successive_halving.HalvingRandomSearchCV
  multiclass: OneVsOneClassifier OneVsRestClassifier OutputCodeClassifier _ConstantPredictor
  multioutput: ClassifierChain MultiOutputClassifier MultiOutputRegressor RegressorChain
  naive_bayes: BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB
  neighbors: _ball_tree.BallTree _ball_tree.newObj _classification.KNeighborsClassifier
    _classification.RadiusNeighborsClassifier _kd_tree.KDTree _kd_tree.newObj _kde.KernelDensity
    _lof.LocalOutlierFactor _nca.NeighborhoodComponentsAnalysis _nearest_centroid.NearestCentroid
    _regression.KNeighborsRegressor _regression.RadiusNeighborsRegressor _unsupervised.NearestNeighbors
  neural_network: _multilayer_perceptron.MLPClassifier _multilayer_perceptron.MLPRegressor _rbm.BernoulliRBM
    _stochastic_optimizers.AdamOptimizer _stochastic_optimizers.SGDOptimizer
  pipeline: FeatureUnion Pipeline
  preprocessing: _data.Binarizer _data.KernelCenterer _data.MaxAbsScaler _data.MinMaxScaler _data.Normalizer
    _data.PowerTransformer _data.QuantileTransformer _data.RobustScaler _data.StandardScaler
    _discretization.KBinsDiscretizer _encoders.OneHotEncoder _encoders.OrdinalEncoder _encoders._BaseEncoder
    _function_transformer.FunctionTransformer _label.LabelBinarizer _label.LabelEncoder _label.MultiLabelBinarizer
    _polynomial.PolynomialFeatures _polynomial.SplineTransformer
  random_projection: GaussianRandomProjection SparseRandomProjection
  semi_supervised: _label_propagation.LabelPropagation _label_propagation.LabelSpreading
    _self_training.SelfTrainingClassifier
  svm: _classes.LinearSVC _classes.LinearSVR _classes.NuSVC _classes.NuSVR _classes.OneClassSVM _classes.SVC
    _classes.SVR
  tree: _classes.DecisionTreeClassifier _classes.DecisionTreeRegressor _classes.ExtraTreeClassifier
    _classes.ExtraTreeRegressor _tree.Tree
  utils: _bunch.Bunch
`;
