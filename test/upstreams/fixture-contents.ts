// Resources and prompts of the fixture server, as the conformance suite expects them.
import type { ServerContext } from '@modelcontextprotocol/server';
import { askingPrompt } from './fixture-asking';
import { PIXEL } from './fixture-tools';

export const RESOURCES = [
	{
		uri: 'test://static-text',
		name: 'static-text',
		description: 'A text',
		mimeType: 'text/plain',
	},
	{
		uri: 'test://static-binary',
		name: 'static-binary',
		description: 'An image',
		mimeType: 'image/png',
	},
	{
		uri: 'test://watched-resource',
		name: 'watched-resource',
		description: 'A text to subscribe to',
		mimeType: 'text/plain',
	},
];

export const TEMPLATES = [
	{
		uriTemplate: 'test://template/{id}/data',
		name: 'template',
		description: 'A text made from its id',
		mimeType: 'application/json',
	},
];

/** Returns the contents of a URI; undefined: no such resource. */
export function readResource(uri: string): Record<string, unknown> | undefined {
	const texts: Record<string, string> = {
		'test://static-text': 'This is the content of the static text resource.',
		'test://watched-resource': 'This text can be subscribed to.',
	};
	const text = texts[uri];
	if (text !== undefined) return { uri, mimeType: 'text/plain', text };
	if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL };
	const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
	if (id === undefined) return undefined;
	const data = { id, templateTest: true, data: `Data for ID: ${id}` };
	return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

/** As a server of 2025-11-25 asks in the middle of any request. */
export const askInSession = (mcpReq: ServerContext['mcpReq']) =>
	mcpReq.send(
		{
			method: 'elicitation/create',
			params: {
				message: 'Who?',
				requestedSchema: { type: 'object', properties: { username: { type: 'string' } } },
			},
		} as never,
		ANY as never,
	) as Promise<{ content?: { username?: string } }>;

const ANY = {
	'~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) },
};

interface FixturePrompt {
	readonly description: string;
	readonly arguments?: readonly { name: string; description: string; required: boolean }[];
	get(
		args: Record<string, string>,
		context: ServerContext,
	): Record<string, unknown> | Promise<Record<string, unknown>>;
}

const argument = (name: string, description: string) => ({ name, description, required: true });
const user = (...contents: readonly Record<string, unknown>[]) => ({
	messages: contents.map((content) => ({ role: 'user', content })),
});
const text = (words: string) => ({ type: 'text', text: words });

export const PROMPTS: Record<string, FixturePrompt> = {
	test_simple_prompt: {
		description: 'Without arguments',
		get: () => user(text('This is a simple prompt for testing.')),
	},
	test_prompt_with_arguments: {
		description: 'With two arguments',
		arguments: [argument('arg1', 'First'), argument('arg2', 'Second')],
		get: ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
	},
	test_prompt_with_embedded_resource: {
		description: 'With an embedded resource',
		arguments: [argument('resourceUri', 'The URI to embed')],
		get: ({ resourceUri }) =>
			user(
				{
					type: 'resource',
					resource: {
						uri: resourceUri,
						mimeType: 'text/plain',
						text: 'Embedded resource content for testing.',
					},
				},
				text('Please process the embedded resource above.'),
			),
	},
	test_prompt_with_image: {
		description: 'With an image',
		get: () =>
			user(
				{ type: 'image', data: PIXEL, mimeType: 'image/png' },
				text('Please analyze the image above.'),
			),
	},
	test_asking_prompt: {
		description: 'Asks the user of the client, in a session',
		get: async (_args, { mcpReq }) => {
			const { content } = await askInSession(mcpReq);
			return user(text(`for ${String(content?.username)}`));
		},
	},
	test_input_required_result_prompt: {
		description: 'Needs input first',
		get: (_args, { mcpReq }) => askingPrompt(mcpReq.inputResponses),
	},
};
