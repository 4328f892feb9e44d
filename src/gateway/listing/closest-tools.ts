// The tools that are probably meant by a name that no tool has: misspelled, cut, or behind the name of another server.
import { nearestNames } from '../../shared/nearest-names';
import { err, ok } from '../../shared/result';
import type { GatewayContext } from '../contract/gateway';
import { READ_RESULT, withoutSource } from '../contract/names';
import type { Answer } from '../contract/tool-source';
import type { ToolListing, ToolListingPorts } from './tool-listing';

/** Tools that are named. */
const MOST = 3;
/** A name as the protocol has them: others are no words for a sentence of ours. */
const NAME = /^[\w./:-]{1,128}$/;

/** Names at most three tools of the caller's own scope to a call whose name no tool has. */
export class ClosestTools {
	constructor(
		private readonly ports: ToolListingPorts,
		private readonly listing: ToolListing,
	) {}

	/** A failed answer, with the closest tools where it failed for want of one; a server alone speaks for itself. */
	async told(answered: Answer, name: string, context: GatewayContext): Promise<Answer> {
		if (await this.isListed(name, context)) return answered;
		const isTheirs = answered.ok || answered.error.rpc !== undefined;
		if (isTheirs && context.scope.upstream !== undefined) return answered;
		const closest = await this.sentence(name, context);
		if (closest === '') return answered;
		if (!answered.ok) {
			const { rpc, message } = answered.error;
			const told = (text: string) => `${text}${/[.!?]$/.test(text) ? '' : '.'} ${closest}`;
			return err({
				...answered.error,
				message: told(message),
				...(rpc && { rpc: { ...rpc, message: told(rpc.message) } }),
			});
		}
		if (answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const content = [...result.content, { type: 'text', text: closest } as const];
		return ok({ ...answered.value, result: { ...result, content } });
	}

	/** Returns whether the caller has a tool of this name, listed or not. */
	async isListed(name: string, context: GatewayContext): Promise<boolean> {
		const { own, catalog } = this.ports;
		const endpoint = await this.listing.endpoint(name, context);
		const source = endpoint && this.listing.source(endpoint.source);
		if (!endpoint || !source) return name === READ_RESULT;
		if (source === own) return own.facts(endpoint.tool) !== undefined || name === READ_RESULT;
		return catalog.lists(source, endpoint.tool, context);
	}

	/** `The closest are a, b, c.`, of the tools that the caller may call; empty where none is close. */
	async sentence(name: string, context: GatewayContext): Promise<string> {
		const all = await this.listing.search('', context);
		const bare = withoutSource(name);
		// Of two names of one server what they have in common says nothing.
		const formsOf = (each: string) =>
			bare === name ? [each, withoutSource(each)] : [withoutSource(each)];
		const names = all.map((tool) => tool.name);
		const near = nearestNames(bare, names, MOST, formsOf);
		const found = near.length > 0 ? near : await this.#related(bare, all.length, context);
		const closest = found.filter((each) => NAME.test(each));
		return closest.length === 0 ? '' : `The closest are ${closest.join(', ')}.`;
	}

	/** The tools that a search for the words of a name finds; none where these words say nothing of a tool. */
	async #related(name: string, all: number, context: GatewayContext): Promise<readonly string[]> {
		const found = await this.listing.search(name.slice(0, 200), context);
		return found.length < all ? found.slice(0, MOST).map((tool) => tool.name) : [];
	}
}
