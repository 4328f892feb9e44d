// Treatment of a source's answer: further pages joined to it, passed or protected as config says.
import type { GatherSetting } from '../../config';
import { type Policy, passThrough, stripResult } from '../../protect';
import type { ToolResult } from '../../shared/tool-result';
import { asks } from '../asking/arguments';
import type { SplitCall } from '../asking/own-arguments';
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { ToolCall, ToolSource } from '../contract/tool-source';
import { isProtected, type Treatment, weigh } from '../contract/treatment';
import { type Gathered, gather } from '../paging/gather';
import { pageAfter } from '../paging/page-after';
import type { CallPorts } from './call-ports';
import { countingFor } from './exact-counting';

/** A call that its source has answered. */
export interface Answered {
	readonly source: ToolSource;
	/** Endpoint name. */
	readonly name: string;
	/** As the source got it. */
	readonly call: ToolCall;
	/** Loadline's part of the caller's arguments. */
	readonly wanted: SplitCall;
	readonly treatment: Treatment;
	/** Its policy, as it binds this call. */
	readonly policy: Policy;
	readonly variant: Parameters<typeof weigh>[0];
	readonly result: ToolResult;
}

/** Turns a source's answer into what the caller gets; off or in shadow as it came, unless the call asks otherwise. */
export class ReducedAnswers {
	constructor(private readonly ports: CallPorts) {}

	async of(answered: Answered, trail: Trail, context: GatewayContext): Promise<ToolResult> {
		const { source, name, call, wanted, treatment, policy, variant, result: given } = answered;
		const { own, protector } = this.ports;
		// A whole original is sent again as it was.
		if (source === own && own.facts(name)?.whole === 'original') {
			note(trail, weigh('off', given, policy));
			return given;
		}
		const { strip, gather: setting } = treatment;
		const { view, asking, args, gather } = wanted;
		const asksNothing =
			gather === undefined && Object.keys(view).length + Object.keys(asking).length === 0;
		if (variant === 'on' && strip.length === 0 && !setting && asksNothing) {
			const passed = passThrough(given, view, policy);
			// Without a field left out, only a policy of Loadline's own tools is on and protects nothing.
			if (passed && (source !== own || isProtected(policy))) {
				trail.note({ report: passed.report });
				return passed.place([]);
			}
		}
		const isAsked = Object.keys(view).length > 0 || asks(asking) || gather === true;
		// A page or fields that are asked for are given on either side of a rollout.
		const isOn = variant === 'on' || isAsked;
		const { itemsPath } = policy;
		const gathered: Gathered =
			isOn && isProtected(policy) && source !== own && wantsPages(gather, setting)
				? await this.#gathered(answered, setting, gather === true, trail, context)
				: { result: given, complete: true };
		if (!isOn) {
			const considered = variant === 'shadow' ? stripResult(given, strip) : given;
			note(trail, weigh(variant, considered, await countingFor(considered, view, policy)));
			return given;
		}
		const result = stripResult(gathered.result, strip);
		if (!isProtected(policy)) return result;
		// A gathered result tells by itself how the server goes on.
		const isPage = source !== own && gathered.result === given;
		const { complete, upstream } = isPage
			? pageAfter({
					...{ result, args: call.args, itemsPath, setting },
					definition: this.ports.catalog.recall(source, call.name, context),
				})
			: gathered;
		const outgoing = { result, endpoint: name, args, view, policy, asking, complete };
		const whole = upstream ? { ...outgoing, upstream } : outgoing;
		return protector.send(whole, trail, context);
	}

	/**
	 * The result with its server's further pages; what follows a failure is left where it is.
	 *
	 * @param isAsked the call itself asked for them
	 */
	async #gathered(
		{ source, call, result, policy: { itemsPath } }: Answered,
		setting: GatherSetting | undefined,
		isAsked: boolean,
		trail: Trail,
		context: GatewayContext,
	): Promise<Gathered> {
		const { catalog, clock } = this.ports;
		// A server's own progress is of one page, not of all.
		const quiet: GatewayContext = {
			...context,
			notify: (method, params) => {
				if (method !== 'notifications/progress') context.notify(method, params);
			},
		};
		const found = await catalog.definition(source, call.name, context);
		const definition = found.ok ? found.value : undefined;
		const gathered = await gather(
			{ call, result, definition, setting: setting ?? {}, isAsked, itemsPath },
			{ ask: (page) => source.callTool(page, quiet), clock },
			context,
		);
		trail.note({ original: gathered.result });
		return gathered;
	}
}

const wantsPages = (asked: boolean | undefined, setting: GatherSetting | undefined): boolean =>
	asked === true || (Boolean(setting) && asked !== false);

const note = (trail: Trail, report: ReturnType<typeof weigh>): void =>
	trail.note(report ? { report } : {});
