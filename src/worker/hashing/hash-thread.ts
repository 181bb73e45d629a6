import { threadScope } from '../thread.ts';
import { createHashing, type FromHasher, type ToHasher } from './hashing.ts';

/** A worker of the pool. Wires messages. An error that is not caught ends the worker, and with it the verification. */

const scope = threadScope<ToHasher, FromHasher>();

const take = createHashing((message) => scope.postMessage(message));

scope.addEventListener('message', (event) => take(event.data));
