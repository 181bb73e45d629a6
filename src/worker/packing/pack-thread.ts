import { threadScope } from '../thread.ts';
import { createPacking, type FromPacker, type ToPacker } from './packing.ts';

/** A worker that packs files. Wires messages. An error that is not caught ends the worker, and with it the package. */

const scope = threadScope<ToPacker, FromPacker>();

const take = createPacking((message, transfer) => scope.postMessage(message, transfer));

scope.addEventListener('message', (event) => take(event.data));
