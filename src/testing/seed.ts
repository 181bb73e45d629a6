import fc from 'fast-check';

/**
 * Continuous integration runs the same random cases each time, so that a run that fails is due to the change. Other
 * runs draw new ones, and find what these miss.
 */
const CI_SEED = 20_261_122;

if (process.env.CI) fc.configureGlobal({ seed: CI_SEED });
