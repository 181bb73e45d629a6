/**
 * Boxcutter as a library, for Node, workers and pages: opens packages of machine-learning models, reads them, checks
 * them and saves changes. docs/library.md has examples.
 */

import { BoxcutterError } from '../base/errors.ts';
import type { PackageError } from './types.ts';

export { openPackage } from './open.ts';
export type {
  AuditFact,
  AuditOptions,
  AuditResult,
  EditPlan,
  FieldValue,
  FolderInput,
  ModelPackage,
  OpenOptions,
  PackageChange,
  PackageError,
  PackageFileInfo,
  PackageFinding,
  PackageInput,
  ReadOptions,
  SaveOptions,
  TensorInfo,
  TensorValues,
  UsageCode,
  VerifyOptions,
  VerifyResult,
} from './types.ts';
export { UsageError } from './usage-error.ts';

/** Whether an error says by its `code` what is wrong with a file, or why its bytes do not come. */
export function isPackageError(error: unknown): error is PackageError {
  return error instanceof BoxcutterError;
}
