// Everything a client sees of a server, as texts by their place.
import type { Client } from '@modelcontextprotocol/client';
import type { ServerUnderTest } from './servers';

/** JSON text of each thing that is seen, by its place (`tools/echo/description`). */
export type Seen = ReadonlyMap<string, string>;

/** Keys in their order: what is the same in another order is the same. */
export const canonical = (value: unknown): string =>
	JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	) ?? 'undefined';

/** Dates and times of day, which differ each time. */
const CLOCK = /\d{4}-\d\d-\d\dT[\d:.-]+Z?|\d{1,2}:\d\d:\d\d [AP]M/g;

type Named = Readonly<Record<string, unknown>>;

/** @param filled puts folder and page into the arguments of a call */
export async function look(
	client: Client,
	{ calls = [] }: ServerUnderTest,
	filled: (args: Named) => Named,
): Promise<Seen> {
	const seen = new Map<string, string>();
	const note = (place: string, value: unknown): void =>
		void seen.set(place, canonical(value).replace(CLOCK, '<time>'));
	const members = (place: string, value: object): void => {
		for (const [key, member] of Object.entries(value)) note(`${place}/${key}`, member);
	};
	members('server', client.getServerVersion() ?? {});
	note('instructions', client.getInstructions() ?? '');
	const capabilities = client.getServerCapabilities() ?? {};
	members('capabilities', capabilities);
	const { tools } = await client.listTools();
	note(
		'tools',
		tools.map(({ name }) => name),
	);
	for (const tool of tools) members(`tool ${tool.name}`, tool);
	if (capabilities.prompts) {
		const { prompts } = await client.listPrompts();
		note('prompts', prompts);
		const plain = prompts.find(
			({ arguments: args = [] }) => !args.some(({ required }) => required),
		);
		if (plain) {
			const prompt = client.getPrompt({ name: plain.name, arguments: {} });
			note(`prompt ${plain.name}`, await prompt.catch((error: Error) => error.message));
		}
	}
	if (capabilities.resources) {
		const { resources } = await client.listResources();
		note('resources', resources);
		note('templates', (await client.listResourceTemplates()).resourceTemplates);
		const [first] = resources;
		if (first) note(`resource ${first.uri}`, (await client.readResource(first)).contents);
	}
	for (const [at, [name, args]] of calls.entries()) {
		const place = `call ${at + 1} ${name}`;
		let progress = 0;
		// A client of 2026-07-28 tells its own progress besides, while it answers a question.
		const onprogress = ({ message = '' }: { readonly message?: string }) => {
			if (!message.startsWith('Fulfilling input required')) progress++;
		};
		try {
			const call = client.callTool.bind(client) as (...given: unknown[]) => Promise<object>;
			const options = { timeout: 60_000, onprogress };
			const params = { name, arguments: filled(args) };
			const isOld = client.constructor.name !== 'Client' || client.callTool.length > 2;
			const result = await call(params, ...(isOld ? [undefined, options] : [options]));
			members(place, result);
			note(`${place}/progress`, progress);
		} catch (error) {
			note(`${place}/error`, error instanceof Error ? error.message : String(error));
		}
	}
	return seen;
}
