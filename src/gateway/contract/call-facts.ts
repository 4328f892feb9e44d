// Treatment of one call at an endpoint: protected, passed, or passed and computed, as `mode` and `rollout` say
// (docs/config.md "Trying it out"); and its facts, for telemetry and the session. Its arguments are the session's
// alone: no count and no log has them.
import {
	type Config,
	canProtect,
	type EndpointConfig,
	policyFor,
	settingsFor,
	steadyVariant,
	type Variant,
	variantFor,
} from '../../config';
import { type HostRoom, type Outcome, type Policy, protect, reportUntouched } from '../../protect';
import type { JsonObject } from '../../shared/json-values';
import { onceFor } from '../../shared/once';
import { remember } from '../../shared/remember';
import type { ToolResult } from '../../shared/tool-result';
import type { AnswerPlan, CallRecord } from '../../telemetry';
import { conversationOf, type GatewayContext } from './gateway';
import { type Endpoint, endpointOf, OWN_SOURCE } from './names';
import type { OwnSource } from './tool-source';

/** One finished call, also one that failed; `arguments` and results are the caller's own data. */
export interface CallFacts {
	/** Endpoint name; of a call that goes on, that of the call it continues. */
	readonly endpoint: string;
	/** Its source; an upstream's name, `demo`, or `loadline` for our own. */
	readonly source: string;
	/** The tool's name as the caller used it. */
	readonly tool: string;
	/** Use of an earlier result's handle, if any. */
	readonly cursorUse: CallRecord['cursorUse'];
	/** As the caller sent them. */
	readonly arguments?: JsonObject;
	/** `session_id` of a tool of our own, as received. */
	readonly sessionArgument?: unknown;
	/** Binds the call to the rules that the session of that name loaded. */
	readonly isOfRun?: boolean;
	readonly variant: Variant;
	/** Of what was sent; in the variant `shadow`, of what would have been. Absent when nothing was reduced or weighed. */
	readonly report?: Outcome['report'];
	/** Absent when the call failed before a result. */
	readonly result?: ToolResult;
	/** `tool_error` for a result that says so, `invalid_arguments`, a handle's fault, or a source's. */
	readonly errorCode?: string;
	/** Milliseconds, as far as the platform's clock moves during a request. */
	readonly totalMs: number;
	/** Among the calls of the process, as they began. */
	readonly order?: number | undefined;
	/** Milliseconds that the source took; absent when it was not asked. */
	readonly upstreamMs?: number;
	/** Endpoints whose kept results went into it, by reference or in a join. */
	readonly references?: readonly string[];
	/** Absent of results that came whole, and of calls that said at once what they want. */
	readonly asked?: NonNullable<CallRecord['learn']>;
	/** Tokens that the call said its answer may take. */
	readonly tokens?: number;
	/** The first handle of what was kept, where it is the source's own result; of what is read on from, its id. */
	readonly handle?: string;
	/** As the source gave it; absent when a handle was read. */
	readonly original?: ToolResult;
}

/** Collects the facts of one call while it runs. */
export class Trail {
	readonly #begun: number;
	/** The facts so far. */
	facts: Omit<CallFacts, 'totalMs'>;

	/** @param clock milliseconds */
	constructor(
		private readonly clock: () => number,
		facts: Pick<CallFacts, 'endpoint' | 'source' | 'tool' | 'arguments' | 'order'>,
	) {
		this.#begun = clock();
		this.facts = { ...facts, cursorUse: 'none', variant: 'on' };
	}

	note(facts: Partial<Omit<CallFacts, 'totalMs'>>): void {
		this.facts = { ...this.facts, ...facts };
	}

	/** The call goes on from a result of this endpoint, and counts there. */
	goOn(endpoint: string, cursorUse: CallRecord['cursorUse']): void {
		const source = endpointOf(endpoint, {})?.source ?? this.facts.source;
		this.note({ endpoint, source, cursorUse });
	}

	close(): CallFacts {
		return { ...this.facts, totalMs: this.clock() - this.#begun };
	}
}

/** Returns whether a policy can reduce anything: then the tool takes Loadline's arguments. */
export const isProtected = (policy: Policy): boolean =>
	policy.pagination || policy.summarization || policy.chunking;

/** Returns whether a tool is listed with arguments of Loadline's, for all callers alike. */
export const listsArguments = (treatment: Treatment): boolean =>
	treatment.arguments === 'always' && treatment.canBeProtected && isProtected(treatment.policy);

/** The policy within what the caller's host lets through. */
export const withHostLimits = (
	policy: Policy,
	{ room }: { readonly room?: HostRoom | undefined },
): Policy => (room === undefined ? policy : { ...policy, host: room });

/** The limits of one call. Own tools that must be read whole are chunked or paged when too long, never condensed. */
export function policyOf(
	treatment: Treatment,
	own: OwnSource,
	endpoint: Endpoint,
	context: GatewayContext,
): Policy {
	const { room } = context;
	const policy = room ? { ...treatment.policy, host: room } : treatment.policy;
	if (endpoint.source !== OWN_SOURCE) return policy;
	// They page themselves: what a call of one gives is what it asked for.
	const { tokenBudgetThreshold: all } = policy;
	const asAskedFor = { ...policy, firstAnswerTokens: { list: all, object: all, text: all } };
	const whole = own.facts(endpoint.tool)?.whole;
	if (whole === 'items') return { ...asAskedFor, summarization: false };
	return whole === true ? { ...asAskedFor, whole } : asAskedFor;
}

/** The limits by what was learnt of the tool; a room that is set for the tool itself stays. */
export function plannedPolicy(
	policy: Policy,
	{ fields, room }: AnswerPlan,
	{ firstAnswerTokens: set }: Pick<EndpointConfig, 'firstAnswerTokens'>,
): Policy {
	const { firstAnswerTokens } = policy;
	const isRoomFree = room !== undefined && firstAnswerTokens && set?.list === undefined;
	return {
		...policy,
		...(fields.length > 0 && { wanted: fields }),
		...(isRoomFree && { firstAnswerTokens: { ...firstAnswerTokens, list: room } }),
	};
}

/** Treatments by configuration and endpoint; callers may make names up, so that only so many are remembered. */
const treatmentsUnder = onceFor((_: Config) => new Map<string, Treatment>());
const MOST_TREATMENTS = 1_000;

/** Returns the settings of an endpoint, the same for every caller. */
export function treatmentOf(config: Config, endpoint: string): Treatment {
	const known = treatmentsUnder(config);
	const found = known.get(endpoint);
	if (found) return found;
	const made = newTreatment(config, endpoint);
	remember(known, endpoint, made, MOST_TREATMENTS);
	return made;
}

function newTreatment(config: Config, endpoint: string) {
	const policy = policyFor(config, endpoint);
	const settings = settingsFor(config, endpoint);
	const isIdle = !isProtected(policy) && settings.strip.length === 0;
	return {
		...settings,
		/** The limits, as they bind whoever is protected. */
		policy,
		/** Somebody may be protected here. */
		canBeProtected: canProtect(config, endpoint),
		/** The treatment of every call; undefined where that depends on who calls. */
		always: isIdle ? 'off' : steadyVariant(config, endpoint),
	};
}

/** The settings of an endpoint, and what follows of them. */
export type Treatment = ReturnType<typeof newTreatment>;

/**
 * Returns the treatment of this call; `off` also where nothing can be done to its result. The subject of a rollout is a
 * conversation of a principal that the host names, else the principal. The session of a transport is none: some hosts
 * open one for every call, and would flip sides within a conversation.
 */
export const variantOf = (config: Config, endpoint: string, { meta, principal }: GatewayContext) =>
	treatmentOf(config, endpoint).always ??
	variantFor(config, endpoint, `${principal.id}\0${conversationOf(meta) ?? ''}`);

/**
 * Computes the protected form of a result that passes (`shadow`), or just its size, so that both sides of an experiment compare. Never fails a call: undefined when it cannot be said.
 */
export const weigh = (variant: Variant, result: ToolResult, policy: Policy) => {
	if (!isProtected(policy)) return undefined;
	try {
		if (variant === 'shadow') return protect(result, { view: {} }, policy).report;
		return reportUntouched(result, policy);
	} catch {
		return undefined;
	}
};
