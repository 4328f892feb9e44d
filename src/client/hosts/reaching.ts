// Parts that plug-ins share: access to the server, tools that keep something by session, other tools' outputs in budget.
import { isRecord } from '../../shared/json-values';

/** Means by which a plug-in reaches the server. */
export interface Reaching {
	/** Posts JSON to a path of the server and gives the JSON of its answer; fails without one within these milliseconds. */
	post(
		path: string,
		body: object,
		wait: number,
		headers?: Readonly<Record<string, string>>,
	): Promise<unknown>;
	/** Milliseconds since the epoch. */
	now(): number;
}

const BY_SESSION =
	/^(?:mem|agentre|workflow_(?!list)|get_workflow|store_|recall_|search_records$|find_records$|expand_result$|build_replay)/;

/** Tells whether a tool of Loadline's takes the host's session, so that two windows never meet. */
export const keepsBySession = (tool: string) => !tool.includes('__') && BY_SESSION.test(tool);

/** Characters below which nothing is too long. */
const LEAST = 2_000;
/** Milliseconds that a result waits for the server. */
const PATIENCE = 3_000;
/** Milliseconds for which a server that did not answer is left alone. */
const RESPITE = 60_000;
const downUntil = new WeakMap<Reaching, number>();

/** A text as it may enter a context, the rest of it behind `read_result`; the same where nobody answers. */
export async function shortened(text: string, tool: string, session: string, reaching: Reaching) {
	if (text.length < LEAST || (downUntil.get(reaching) ?? 0) > reaching.now()) return text;
	const event = { hook_event_name: 'PostToolUse', tool_name: tool, tool_response: text };
	try {
		const body = { ...event, session_id: session };
		const answer = await reaching.post('/hooks/claude-code', body, PATIENCE);
		const said = isRecord(answer) ? answer.hookSpecificOutput : undefined;
		const shown = isRecord(said) ? said.updatedToolOutput : undefined;
		return typeof shown === 'string' ? shown : text;
	} catch {
		downUntil.set(reaching, reaching.now() + RESPITE);
		return text;
	}
}
