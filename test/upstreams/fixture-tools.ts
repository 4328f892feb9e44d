// The plain tools the conformance suite calls on a server under test, plus a few of our own.
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';

export const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export type ToolAnswer = CallToolResult | Record<string, unknown>;

export interface FixtureTool {
	readonly description: string;
	readonly inputSchema?: Record<string, unknown>;
	run(
		args: Record<string, unknown>,
		context: ServerContext,
		changed: Changed,
	): ToolAnswer | Promise<ToolAnswer>;
}

/** Announces a changed list to whoever listens. */
export interface Changed {
	tools(): void;
	prompts(): void;
	resource(uri: string): void;
	/** Asks the client for its roots, apart from any call (2025 only). */
	roots?(): Promise<unknown>;
}

export const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
export const sleep = (ms: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, ms));
export const object = (
	properties: Record<string, unknown> = {},
	required: readonly string[] = [],
): Record<string, unknown> => ({ type: 'object', properties, required });

const plain = (description: string, run: FixtureTool['run']): FixtureTool => ({ description, run });

/** Notes that `remember` was told, by session. */
const notesOf = new Map<string, readonly string[]>();

/** Numbers of calls of `slow` in this process, by what became of them. */
export const slowCalls = { started: 0, cancelled: 0, finished: 0 };

export const PLAIN_TOOLS: Record<string, FixtureTool> = {
	test_simple_text: plain('One text block', () =>
		say('This is a simple text response for testing.'),
	),
	test_image_content: plain('One image block', () => ({
		content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }],
	})),
	test_audio_content: plain('One audio block', () => ({
		content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
	})),
	test_embedded_resource: plain('One embedded resource', () => ({
		content: [
			{
				type: 'resource',
				resource: {
					uri: 'test://embedded-resource',
					mimeType: 'text/plain',
					text: 'This is an embedded resource content.',
				},
			},
		],
	})),
	test_multiple_content_types: plain('Text, image and resource', () => ({
		content: [
			{ type: 'text', text: 'Multiple content types test:' },
			{ type: 'image', data: PIXEL, mimeType: 'image/png' },
			{
				type: 'resource',
				resource: {
					uri: 'test://mixed-content-resource',
					mimeType: 'application/json',
					text: '{"test":"data","value":123}',
				},
			},
		],
	})),
	test_error_handling: plain('Fails', () => ({
		...say('This tool intentionally returns an error for testing'),
		isError: true,
	})),
	test_tool_with_logging: plain('Logs three times', async (_args, { mcpReq }) => {
		for (const data of ['started', 'processing', 'completed']) {
			const text = data === 'processing' ? 'Tool processing data' : `Tool execution ${data}`;
			await mcpReq.notify({
				method: 'notifications/message',
				params: { level: 'info', data: text },
			});
			await sleep(50);
		}
		return say('Logged three messages.');
	}),
	test_tool_with_progress: plain('Reports progress three times', async (_args, { mcpReq }) => {
		const progressToken = mcpReq._meta?.progressToken;
		for (const progress of [0, 50, 100]) {
			if (progressToken !== undefined) {
				const params = { progressToken, progress, total: 100 };
				await mcpReq.notify({ method: 'notifications/progress', params });
			}
			await sleep(50);
		}
		return say('Reported progress.');
	}),
	test_streaming_elicitation: plain('Answers without asking anything', () => say('Done.')),
	test_logging_tool: plain('Logs if the request asked for it', async (_args, { mcpReq }) => {
		await mcpReq.log('info', 'test_logging_tool ran');
		return say('Done.');
	}),
	test_trigger_tool_change: plain('Announces a changed tool list', (_args, _context, changed) => {
		changed.tools();
		return say('Announced.');
	}),
	test_trigger_prompt_change: plain(
		'Announces a changed prompt list',
		(_args, _context, changed) => {
			changed.prompts();
			return say('Announced.');
		},
	),
	touch_resource: {
		description: 'Announces an updated resource',
		inputSchema: object({ uri: { type: 'string' } }, ['uri']),
		run: ({ uri }, _context, changed) => {
			changed.resource(String(uri));
			return say('Announced.');
		},
	},
	roots_apart: plain(
		'Asks for the roots on a stream of its own',
		async (_args, _context, { roots }) => say(JSON.stringify((await roots?.()) ?? null)),
	),
	test_x_mcp_header: {
		description: 'Mirrors an argument into a header',
		inputSchema: object({
			region: { type: 'string', 'x-mcp-header': 'Region' },
			level: { type: 'integer' },
		}),
		run: ({ region }) => say(`region=${String(region ?? 'none')}`),
	},
	json_schema_2020_12_tool: {
		description: 'Has a schema with many keywords of JSON Schema 2020-12',
		inputSchema: {
			$schema: 'https://json-schema.org/draft/2020-12/schema',
			type: 'object',
			$defs: {
				address: {
					$anchor: 'addressDef',
					type: 'object',
					properties: { street: { type: 'string' }, city: { type: 'string' } },
				},
			},
			properties: {
				name: { type: 'string' },
				address: { $ref: '#/$defs/address' },
				contactMethod: { type: 'string', enum: ['phone', 'email'] },
				phone: { type: 'string' },
				email: { type: 'string' },
			},
			allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
			if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
			// Not written as a literal: an object with a member `then` looks like a promise.
			...Object.fromEntries([['then', { required: ['phone'] }]]),
			else: { required: ['email'] },
			additionalProperties: false,
		},
		run: (args) => say(JSON.stringify(args)),
	},
	structured: {
		description: 'Gives its arguments back as structured content',
		run: (args) => ({ ...say(JSON.stringify(args)), structuredContent: args }),
	},
	slow: {
		description: 'Waits before it answers; ends early when cancelled',
		inputSchema: object({ ms: { type: 'integer' } }),
		run: async ({ ms }, { mcpReq }) => {
			slowCalls.started++;
			await Promise.race([
				sleep(Number(ms)),
				new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve)),
			]);
			slowCalls[mcpReq.signal.aborted ? 'cancelled' : 'finished']++;
			return say(mcpReq.signal.aborted ? 'cancelled' : 'done');
		},
	},
	steps: {
		description: 'Reports progress every 100 ms, and then is done',
		inputSchema: object({ count: { type: 'integer' } }),
		run: async ({ count }, { mcpReq }) => {
			const progressToken = mcpReq._meta?.progressToken;
			for (let progress = 1; progress <= Number(count); progress++) {
				await sleep(100);
				if (progressToken !== undefined && !mcpReq.signal.aborted)
					await mcpReq.notify({
						method: 'notifications/progress',
						params: { progressToken, progress },
					});
			}
			return say('all steps done');
		},
	},
	remember: {
		description: 'Keeps a note for its session, and gives the notes it has',
		inputSchema: object({ note: { type: 'string' } }),
		run: ({ note }, { sessionId }) => {
			const notes = [...(notesOf.get(sessionId ?? '') ?? []), String(note)];
			notesOf.set(sessionId ?? '', notes);
			return say(notes.join(','));
		},
	},
	caller_meta: plain('Tells what it was called with', (_args, { mcpReq, sessionId }) => ({
		...say(JSON.stringify({ meta: mcpReq._meta ?? {}, session: sessionId ?? null })),
		_meta: { 'example.com/kept': 1, 'io.modelcontextprotocol/secret': 'x' },
	})),
};
