// show_context: what the results of a conversation take of its context, for the model in a sentence and for
// the user as a picture, in hosts that show MCP Apps (ui://loadline/context).
import { windowOf } from '../../../../config';
import { heaviestTool, type LedgerCall } from '../../../../transient';
import { CONTEXT_APP } from '../interfaces';
import { ownTool, sessionId } from '../tool';

/** Calls that are drawn, the newest. */
const MOST_DRAWN = 120;
/** `_meta` key of what is drawn; hosts give it to the app alone. */
export const DRAWN = 'dev.loadline/drawn';

export const showContext = ownTool({
	toolset: 'results',
	name: 'show_context',
	description: 'Shows the user what the results of this conversation take of the context.',
	input: { session_id: sessionId() },
	annotations: { readOnlyHint: true, openWorldHint: false },
	interfaceUri: CONTEXT_APP,
	async call(_args, { services, context, sessionName, config }) {
		await services.settled();
		const session = await sessionName();
		const { calls, trace, client, totals, prompts } = await services
			.session(context.principal.id, session)
			.view({});
		const cuts = trace.filter(({ kind }) => kind === 'context_action' || kind === 'verified');
		const window = windowOf(client?.host, config.host);
		const drawn = {
			...{ session, window, totals, prompts },
			calls: calls.slice(-MOST_DRAWN),
			trace: cuts.slice(-MOST_DRAWN),
		};
		return { content: [{ type: 'text', text: told(calls) }], meta: { [DRAWN]: drawn } };
	},
});

function told(calls: readonly LedgerCall[]): string {
	if (calls.length === 0) return 'No result of this conversation is known yet.';
	const sum = (of: (call: LedgerCall) => number) =>
		calls.reduce((total, call) => total + of(call), 0);
	const held = sum(({ tokensAfter }) => tokensAfter);
	const raw = sum(({ tokensOriginal, tokensBefore }) => tokensOriginal ?? tokensBefore);
	const could = sum(({ state, tokensAfter, tokensCollapsed = 0 }) =>
		state === 'used' ? tokensAfter - tokensCollapsed : 0,
	);
	const heaviest = heaviestTool(calls);
	const most = heaviest
		? ` ${heaviest.tool} carries ${Math.round(heaviest.share * 100)} % of it.`
		: '';
	return `${held} tokens of results from ${calls.length} calls are held (${raw} as tools gave them); ${could} could leave.${most}`;
}
