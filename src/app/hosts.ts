// Services for hosts besides MCP: the pass-through to their models, and their hooks.
import { defer } from '../adapters/cloudflare';
import { shortDigest } from '../adapters/crypto';
import { PAUSING } from '../adapters/fetch';
import { ClaudeCodeHooks, GeminiCliHooks } from '../adapters/hooks';
import { PassThrough, targetOf } from '../adapters/llm';
import { OWN_TOOLS } from '../adapters/mcp';
import { type Access, allows, type Principal } from '../auth';
import { type Config, policyFor } from '../config';
import { contextAlone, type Protector, type Services, Trail } from '../gateway';
import { textResult } from '../shared/tool-result';
import { reporting } from './env';
import type { Shares } from './shares';

export function createHosts(parts: {
	access(request: Request): Promise<Access>;
	configOf(workspace: string): Promise<Config>;
	protectorOf(config: Config): Protector;
	services(workspace: string): Services;
	readonly shares: Shares;
	passOn(url: string, init: RequestInit): Promise<Response>;
}) {
	const { access, configOf, protectorOf, services, shares, passOn } = parts;
	const names = new Set(OWN_TOOLS.map(({ definition }) => definition.name));
	/** The key in Authorization is the provider's: a caller of Loadline is known by its own token alone. */
	const caller = async (request: Request): Promise<Principal | null> => {
		const token = targetOf(request)?.token;
		const from = request.headers.get(CALLER);
		const headers = {
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			// Wrong tokens are counted by address: those of one must lock out no other.
			...(from !== null && { [CALLER]: from }),
		};
		const found = await access(new Request(request.url, { headers }));
		return found.kind === 'caller' && allows(found.principal, 'mcp:use') ? found.principal : null;
	};
	const llm = new PassThrough({
		configOf,
		services,
		isOwnTool: (name) => names.has(name),
		fetch: passOn,
		digest: shortDigest,
		defer,
		mayLookInto: (workspace, milliseconds) => shares.charge('asks', workspace, milliseconds) === 0,
		now: PAUSING.now,
		report: reporting('host_error'),
	});
	const hooks = new ClaudeCodeHooks({
		services,
		digest: shortDigest,
		sessionTools: new Set(
			OWN_TOOLS.flatMap(({ definition: { name, inputSchema } }) =>
				Object.hasOwn((inputSchema.properties ?? {}) as object, 'session_id') ? [name] : [],
			),
		),
		async reduce(text, tool, principal) {
			const config = await configOf(principal.workspace);
			// `mode: off` is a policy that reduces nothing.
			const policy = policyFor(config, tool);
			const trail = new Trail(() => 0, { endpoint: tool, source: tool, tool });
			const outgoing = {
				result: textResult(text),
				endpoint: tool,
				args: {},
				view: {},
				policy,
			};
			const result = await protectorOf(config).send(outgoing, trail, contextAlone(principal));
			return trail.facts.report?.act === 'passthrough' ? undefined : result;
		},
	});
	return {
		llm: { caller, serve: llm.serve.bind(llm), madeIn: llm.madeIn.bind(llm) },
		hooks: { 'claude-code': hooks, 'gemini-cli': new GeminiCliHooks(hooks) },
	};
}

/** Header with the caller's address, set by the platform. */
const CALLER = 'cf-connecting-ip';
