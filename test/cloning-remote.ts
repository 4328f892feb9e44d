// A service in this process as if it were in another: what passes is cloned, as a call across isolates
// would clone it, so that nothing is shared by accident and nothing uncloneable slips in.
import type { Remote } from '../src/shared/remote';

/** Clones arguments and results of each method, and answers with a promise. */
export const cloningRemote = <Service extends object>(service: Service): Remote<Service> =>
	new Proxy(service, {
		get: (target, name) => {
			const method: unknown = Reflect.get(target, name);
			if (typeof method !== 'function') return undefined;
			return async (...args: unknown[]) =>
				structuredClone(Reflect.apply(method, target, structuredClone(args)));
		},
		// The proxy answers every method with a promise, which its target's type cannot say.
	}) as unknown as Remote<Service>;
