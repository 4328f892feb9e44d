// Tools and a prompt that need input first (MCP 2026-07-28, multi round-trip requests).
import {
	acceptedContent,
	CLIENT_CAPABILITIES_META_KEY,
	createRequestStateCodec,
	inputRequired,
	type ServerContext,
} from '@modelcontextprotocol/server';
import { type FixtureTool, say, type ToolAnswer } from './fixture-tools';

export const requestState = createRequestStateCodec<Record<string, unknown>>({
	key: crypto.getRandomValues(new Uint8Array(32)),
});

type Responses = ServerContext['mcpReq']['inputResponses'];

const form = (message: string, name: string, type = 'string') =>
	inputRequired.elicit({
		message,
		requestedSchema: {
			type: 'object',
			properties: { [name]: { type } as never },
			required: [name],
		},
	});
const sample = (text: string, maxTokens: number) =>
	inputRequired.createMessage({
		messages: [{ role: 'user', content: { type: 'text', text } }],
		maxTokens,
	});

const field = (responses: Responses, key: string, name: string): unknown =>
	acceptedContent<Record<string, unknown>>(responses, key)?.[name];
const sampled = (responses: Responses, key: string): unknown =>
	(responses?.[key] as { content?: { text?: unknown } } | undefined)?.content?.text;
const roots = (responses: Responses): readonly unknown[] | undefined => {
	const given = (responses?.client_roots as { roots?: unknown } | undefined)?.roots;
	return Array.isArray(given) ? given : undefined;
};

const asking = (
	description: string,
	run: (responses: Responses, context: ServerContext) => ToolAnswer | Promise<ToolAnswer>,
): FixtureTool => ({
	description,
	run: (_args, context) => run(context.mcpReq.inputResponses, context),
});

export const ASKING_TOOLS: Record<string, FixtureTool> = {
	test_input_required_result_elicitation: asking('Asks for a name', (responses) => {
		const name = field(responses, 'user_name', 'name');
		if (typeof name === 'string') return say(`Hello, ${name}!`);
		return inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } });
	}),
	test_input_required_result_sampling: asking('Asks the model', (responses) => {
		const text = sampled(responses, 'capital_question');
		if (typeof text === 'string') return say(text);
		return inputRequired({
			inputRequests: { capital_question: sample('What is the capital of France?', 100) },
		});
	}),
	test_input_required_result_list_roots: asking('Asks for the roots', (responses) => {
		const given = roots(responses);
		if (given !== undefined) return say(`Roots: ${JSON.stringify(given)}`);
		return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
	}),
	test_input_required_result_request_state: asking('Keeps state', async (responses, context) => {
		const confirmed = field(responses, 'confirm', 'ok') !== undefined;
		if (confirmed && context.mcpReq.requestState() !== undefined) return say('state-ok');
		return confirmation('request_state');
	}),
	test_input_required_result_tampered_state: asking(
		'Seals its state',
		async (responses, context) => {
			const confirmed = field(responses, 'confirm', 'ok') !== undefined;
			if (confirmed && context.mcpReq.requestState() !== undefined) return say('unaltered');
			return confirmation('tampered_state');
		},
	),
	test_input_required_result_multiple_inputs: asking('Asks three things', async (responses) => {
		const name = field(responses, 'user_name', 'name');
		const greeting = sampled(responses, 'greeting');
		const given = roots(responses);
		if (typeof name === 'string' && typeof greeting === 'string' && given !== undefined) {
			return say(`${greeting} ${name}, ${given.length} roots`);
		}
		return inputRequired({
			inputRequests: {
				user_name: form('What is your name?', 'name'),
				greeting: sample('Generate a greeting', 50),
				client_roots: inputRequired.listRoots(),
			},
			requestState: await requestState.mint({ tool: 'multiple_inputs' }),
		});
	}),
	test_input_required_result_multi_round: asking('Asks twice', async (responses, context) => {
		const state = context.mcpReq.requestState<{ round?: number; name?: unknown }>();
		if (state?.round === 2) {
			return say(`${String(state.name)} likes ${String(field(responses, 'step2', 'color'))}`);
		}
		if (state?.round === 1) {
			const name = field(responses, 'step1', 'name') ?? 'unknown';
			return inputRequired({
				inputRequests: { step2: form('Step 2: What is your favorite color?', 'color') },
				requestState: await requestState.mint({ round: 2, name }),
			});
		}
		return inputRequired({
			inputRequests: { step1: form('Step 1: What is your name?', 'name') },
			requestState: await requestState.mint({ round: 1 }),
		});
	}),
	test_input_required_result_capabilities: asking(
		'Asks only what the client can answer',
		(responses, context) => {
			if (responses !== undefined) return say('Answered.');
			const envelope: Record<string, unknown> = { ...context.mcpReq.envelope };
			const can = Object(envelope[CLIENT_CAPABILITIES_META_KEY]) as object;
			const inputRequests = {
				...('elicitation' in can && { user_name: form('What is your name?', 'name') }),
				...('sampling' in can && { greeting: sample('Generate a greeting', 50) }),
				...('roots' in can && { client_roots: inputRequired.listRoots() }),
			};
			return Object.keys(inputRequests).length === 0
				? say('Nothing to ask.')
				: inputRequired({ inputRequests });
		},
	),
	test_missing_capability: asking('Needs sampling', (responses) => {
		if (sampled(responses, 'answer') !== undefined) return say('Answered.');
		return inputRequired({ inputRequests: { answer: sample('Reply with one word', 16) } });
	}),
};

const confirmation = async (tool: string): Promise<ToolAnswer> =>
	inputRequired({
		inputRequests: { confirm: form('Please confirm', 'ok', 'boolean') },
		requestState: await requestState.mint({ tool }),
	});

/** The answer of the prompt that needs input. */
export function askingPrompt(responses: Responses): Record<string, unknown> {
	const context = field(responses, 'user_context', 'context');
	if (typeof context === 'string') {
		const content = { type: 'text', text: `Use this context: ${context}` };
		return { messages: [{ role: 'user', content }] };
	}
	return inputRequired({
		inputRequests: { user_context: form('What context should the prompt use?', 'context') },
	});
}
