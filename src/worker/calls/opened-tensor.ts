import { InternalError } from '../../base/errors.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import type { TensorInfo } from '../../model/package.ts';
import { asConverted, type ConvertedTensor } from '../../model/pair/conversion.ts';
import { comparedType } from '../../model/tensor/compared-type.ts';
import { tensorIndex } from '../../model/tensor/tensor-size.ts';
import { differenceReader } from '../../tensor/compare/difference.ts';
import { type AlignedTensors, alignedTensors } from '../../tensor/compare/shapes.ts';
import { defaultTolerance, type StorageError, storageError, type Tolerance } from '../../tensor/compare/tolerance.ts';
import { checkShape } from '../../tensor/reader.ts';
import type { TensorReader } from '../../tensor/values.ts';
import { fromAdded, markedAdded } from '../gathering/added-reader.ts';
import type { ComparedAsk, OtherTensor, PackageAsk, TensorAsk } from '../protocol.ts';
import { openDraftPackage, type PackageOpener } from '../saving/draft-calls.ts';
import type { OpenPackages } from './open-packages.ts';

/** A tensor of an open package, or the differences of two as one. */
export interface OpenedTensor {
  open: AuditedPackage;
  info: TensorInfo;
  reader: TensorReader;
  /** Tells the values apart from those of other tensors of the package. */
  key: string;
}

/** Two tensors as they are compared. */
export interface OpenedPair extends AlignedTensors {
  own: OpenedTensor;
  /** By default, for their types. */
  tolerance: Tolerance;
  storageError: StorageError | undefined;
  /** One of both lies in a compressed file: going back in it starts again. */
  isCompressed: boolean;
}

/** Opens tensors of open packages. With a draft, of the package that saving it would give. Rejects as `checkShape`. */
export function tensorOpener(packages: OpenPackages, openPackage: PackageOpener) {
  const openOf = async ({ handle, draft }: PackageAsk, signal: AbortSignal | undefined) =>
    openDraftPackage(packages.get(handle), draft, openPackage, signal);

  async function plainTensor(ask: ComparedAsk, signal: AbortSignal | undefined) {
    const open = await openOf(ask, signal);
    const info = infoOf(open, ask.tensor);
    checkShape(info.shape);
    const read = () => open.tensor(ask.tensor, signal);
    const reader = ask.isBeside ? markedAdded(await fromAdded(read)) : await read();
    return { open, info, reader, key: ask.tensor };
  }

  /** Rejects as `alignedTensors` too. */
  async function pairOf(ask: ComparedAsk, minus: OtherTensor, signal: AbortSignal | undefined): Promise<OpenedPair> {
    const own = await plainTensor(ask, signal);
    const other = await plainTensor(minus, signal);
    const [a, b] = [comparedAs(own), comparedAs(other)];
    return {
      ...alignedTensors(a, minus.converted ? { ...b, reader: asConverted(a, b) } : b, minus.transposed),
      own,
      isCompressed: [own, other].some(({ open, info: { data } }) => {
        return data !== undefined && fileIndex(open.package.files).get(data.path)?.compressed === true;
      }),
      tolerance: defaultTolerance(comparedType(own.info), comparedType(other.info)),
      storageError: storageError(
        { ...own.info, error: own.reader.storageError },
        { ...other.info, error: other.reader.storageError },
      ),
    };
  }

  async function tensorOf(ask: TensorAsk, signal: AbortSignal | undefined): Promise<OpenedTensor> {
    if (!ask.minus) return plainTensor(ask, signal);
    const pair = await pairOf(ask, ask.minus, signal);
    const { handle, tensor, transposed = false, converted = false } = ask.minus;
    const { values: _, ...info } = pair.own.info;
    return {
      open: pair.own.open,
      info: { ...info, dtype: 'float64' },
      reader: differenceReader(pair),
      key: JSON.stringify([ask.tensor, handle, tensor, transposed, converted]),
    };
  }

  return { openOf, tensorOf, pairOf };
}

function comparedAs({ info, reader, open }: OpenedTensor): ConvertedTensor {
  return { ...info, reader, origins: open.package.origins };
}

/** The entry of a tensor that the page knows. */
export function infoOf({ package: { tensors } }: AuditedPackage, name: string): TensorInfo {
  const info = tensorIndex(tensors).get(name);
  if (!info) throw new InternalError('internal/bug', 'The package has no tensor with this name.');
  return info;
}
