// Tools that ask the client while they run: by a request of their own in a session of 2025-11-25, by
// `input_required` in 2026-07-28.
import { inputRequired, ProtocolError, type ServerContext } from '@modelcontextprotocol/server';
import { type FixtureTool, object, say, type ToolAnswer } from './fixture-tools';

type Question = { readonly method: string; readonly params: Record<string, unknown> };

const ANY = {
	'~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) },
};

/** The client's answer; undefined where it must first be asked for. */
async function answerTo(
	{ method, params }: Question,
	{ mcpReq, sessionId }: ServerContext,
): Promise<Record<string, unknown> | undefined> {
	if (sessionId === undefined)
		return mcpReq.inputResponses?.answer as Record<string, unknown> | undefined;
	return (await mcpReq.send({ method, params } as never, ANY as never)) as Record<string, unknown>;
}

const questioning = (
	description: string,
	inputSchema: Record<string, unknown>,
	question: (args: Record<string, unknown>) => Question,
	told: (answer: Record<string, unknown>) => string,
): FixtureTool => ({
	description,
	inputSchema,
	run: async (args, context): Promise<ToolAnswer> => {
		const asked = question(args);
		const answer = await answerTo(asked, context);
		return answer === undefined
			? inputRequired({ inputRequests: { answer: asked as never } })
			: say(told(answer));
	},
});

const elicitation = (message: unknown, properties: Record<string, unknown>): Question => ({
	method: 'elicitation/create',
	params: { message, requestedSchema: { type: 'object', properties, required: [] } },
});

const completed = ({ action, content }: Record<string, unknown>): string =>
	`Elicitation completed: action=${String(action)}, content=${JSON.stringify(content)}`;

/** Sessions whose user was sent to the page. */
const signedIn = new Set<string | undefined>();

const titled = (...names: string[]) =>
	names.map((name, at) => ({ const: `value${at + 1}`, title: name }));
const options = ['option1', 'option2', 'option3'];

export const QUESTION_TOOLS: Record<string, FixtureTool> = {
	test_sampling: questioning(
		'Asks the model of the client',
		object({ prompt: { type: 'string' } }, ['prompt']),
		({ prompt }) => ({
			method: 'sampling/createMessage',
			params: {
				messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
				maxTokens: 100,
			},
		}),
		({ content }) => `LLM response: ${String((content as { text?: unknown } | undefined)?.text)}`,
	),
	test_elicitation: questioning(
		'Asks the user of the client',
		object({ message: { type: 'string' } }, ['message']),
		({ message }) =>
			elicitation(message, {
				username: { type: 'string', description: "User's response" },
				email: { type: 'string', description: "User's email address" },
			}),
		(answer) => `User response: ${JSON.stringify(answer)}`,
	),
	test_elicitation_sep1034_defaults: questioning(
		'Asks with defaults',
		object(),
		() =>
			elicitation('Check these', {
				name: { type: 'string', default: 'John Doe' },
				age: { type: 'integer', default: 30 },
				score: { type: 'number', default: 95.5 },
				status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
				verified: { type: 'boolean', default: true },
			}),
		completed,
	),
	test_elicitation_sep1330_enums: questioning(
		'Asks with every kind of choice',
		object(),
		() =>
			elicitation('Choose', {
				untitledSingle: { type: 'string', enum: options },
				titledSingle: { type: 'string', oneOf: titled('First Option', 'Second Option', 'Third') },
				legacyEnum: {
					type: 'string',
					enum: ['opt1', 'opt2', 'opt3'],
					enumNames: ['Option One', 'Option Two', 'Option Three'],
				},
				untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
				titledMulti: { type: 'array', items: { anyOf: titled('First Choice', 'Second', 'Third') } },
			}),
		completed,
	),
	visit: questioning(
		'Asks the user to open a page',
		object(),
		() => ({
			method: 'elicitation/create',
			params: {
				mode: 'url',
				elicitationId: 'e1',
				message: 'Sign in',
				url: 'https://example.com/in',
			},
		}),
		({ action }) => `went there: ${String(action)}`,
	),
	sign_in_first: {
		description: 'Refuses its first call until the user has opened a page',
		run: async (_args, { sessionId }) => {
			if (signedIn.has(sessionId)) return say('signed in');
			signedIn.add(sessionId);
			const page = {
				mode: 'url',
				elicitationId: 'e1',
				message: 'Sign in',
				url: 'https://a.example/',
			};
			throw new ProtocolError(-32_042, 'Sign in first', { elicitations: [page] });
		},
	},
	test_progress_while_asking: {
		description: 'Reports progress while its question is open',
		run: async (_args, context) => {
			const asked = answerTo(elicitation('Go on?', {}), context);
			const progressToken = context.mcpReq._meta?.progressToken;
			for (let progress = 1; progress <= 3; progress++) {
				await new Promise((resume) => setTimeout(resume, 50));
				if (progressToken === undefined) continue;
				const params = { progressToken, progress };
				await context.mcpReq.notify({ method: 'notifications/progress', params });
			}
			return say((await asked) ? 'went on' : 'nobody');
		},
	},
	test_three_questions: {
		description: 'Asks three things at the same time',
		run: async (_args, context) => {
			const asked = [
				elicitation('Who?', {}),
				{
					method: 'sampling/createMessage',
					params: {
						messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
						maxTokens: 9,
					},
				},
				{ method: 'roots/list', params: {} },
			];
			const answers = await Promise.all(asked.map((question) => answerTo(question, context)));
			return say(`${answers.filter(Boolean).length} answers`);
		},
	},
	test_roots: questioning(
		'Asks for the roots of the client',
		object(),
		() => ({ method: 'roots/list', params: {} }),
		({ roots }) => `Roots: ${JSON.stringify(roots)}`,
	),
};
