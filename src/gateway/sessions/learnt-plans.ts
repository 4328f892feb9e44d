// Plans of first answers, by what was learnt of their tools. A conversation has the plans of its beginning to its
// end: what a model has read stays as it was, and the prompt caches of hosts stay warm.
import type { Platform } from '../../shared/platform';
import { remember } from '../../shared/remember';
import type { AnswerPlan } from '../../telemetry';
import type { GatewayContext } from '../contract/gateway';
import type { Services } from './recorded-call';

type Conversing = Pick<GatewayContext, 'principal' | 'conversation' | 'transportSession'>;
type Plans = Readonly<Record<string, AnswerPlan>>;

/** Milliseconds that the first long answer of a conversation waits for its plans. */
const PATIENCE_MS = 300;
/** Callers who name no conversation are answered alike for an hour. */
const HOUR_MS = 3_600_000;
const MOST_KNOWN = 5_000;
const LONGEST = 400;

/** Plans of first answers, learnt from what callers asked for next; the same all through a conversation. */
export class LearntPlans {
	readonly #known = new Map<string, Plans>();

	constructor(
		private readonly ports: Pick<Platform, 'now' | 'wait' | 'report'> & {
			readonly services: (workspace: string) => Pick<Services, 'learnt'>;
		},
	) {}

	/** Returns the plan for a tool's first answers in the conversation of a call, if there is one. Never rejects. */
	async of(endpoint: string, context: Conversing): Promise<AnswerPlan | undefined> {
		const plans = await this.all(context);
		return Object.hasOwn(plans, endpoint) ? plans[endpoint] : undefined;
	}

	/** Returns the plans for the conversation of a request, by tool. Never rejects. */
	async all({ principal: { workspace, id }, conversation, transportSession }: Conversing) {
		const name = (conversation ?? transportSession)?.slice(0, LONGEST);
		const since = Math.floor(this.ports.now() / HOUR_MS) * HOUR_MS;
		const key = JSON.stringify(name === undefined ? [workspace, since] : [workspace, id, name]);
		const asked = { principal: id, since, ...(name !== undefined && { conversation: name }) };
		const found = this.#known.get(key) ?? (await this.#ask(workspace, asked));
		// Of calls at the same time, one is asked for all.
		const plans = this.#known.get(key) ?? found;
		remember(this.#known, key, plans, MOST_KNOWN);
		return plans;
	}

	async #ask(workspace: string, asked: Parameters<Services['learnt']['plans']>[0]): Promise<Plans> {
		const { services, wait, report } = this.ports;
		try {
			const late = wait(PATIENCE_MS).then(() => ({}));
			return await Promise.race([services(workspace).learnt.plans(asked), late]);
		} catch (error) {
			report(error);
			return {};
		}
	}
}
