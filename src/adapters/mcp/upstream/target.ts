// The pooled client of a caller at an upstream.
import type { CallContext, JsonObject } from '../../../gateway';
import { isRecord } from '../../../shared/is-record';
import type { PoolKey } from './pool';

/** The client a caller needs; see {@link PoolKey}. */
export function poolKey(target: string, context: CallContext): PoolKey {
	const { workspace, id } = context.principal;
	const capabilities = askable(context);
	const facts = [
		target,
		workspace,
		id,
		...(Object.keys(capabilities).length ? [capabilities] : []),
	];
	const shared = JSON.stringify(facts);
	const { conversation } = context;
	const own = conversation === undefined ? shared : JSON.stringify([...facts, conversation]);
	return { target, shared, own };
}

/**
 * Returns the capabilities of the caller's client for a 2025 server: the capabilities that can be passed on, in a form
 * that is the same for the same client.
 */
export function askable({ ask, clientCapabilities }: CallContext): JsonObject {
	if (!ask || !clientCapabilities) return {};
	const { elicitation, roots, sampling } = clientCapabilities;
	return {
		...(isRecord(elicitation) && { elicitation: flags(elicitation, ['form', 'url']) }),
		...(isRecord(roots) && { roots: {} }),
		...(isRecord(sampling) && { sampling: flags(sampling, ['context', 'tools']) }),
	};
}

const flags = (capability: JsonObject, names: readonly string[]): JsonObject =>
	Object.fromEntries(names.filter((name) => isRecord(capability[name])).map((name) => [name, {}]));
