// Prompts and resources that show rules to a client and its user (docs/memory.md, "Prompts and resources"): a
// prompt with the rules that are always on, and every published document as a resource.
import type { Config } from '../../../../config';
import {
	type CallContext,
	invalidParams,
	type Services,
	type SourceFault,
} from '../../../../gateway';
import { activationText, aliasOf, type Caller } from '../../../../memory';
import { isRecord, type JsonObject } from '../../../../shared/json-values';
import { err, ok, type Result } from '../../../../shared/result';
import { handleOf } from '../tool';

/** Scheme of the URIs: `memory:rules` for the always-on rules, `memory:r12/git/COMMITS.md` for a document. */
const SCHEME = 'memory:';
const ALWAYS = `${SCHEME}rules`;
/** Maximum documents that are listed. */
const MOST_LISTED = 1000;

const ASK =
	'For a task call memsetup, then memactivate {"task": "…", "files": ["…"]}: it brings the rules for it. memref what you apply.';

export const RULES_CAPABILITIES: JsonObject = { prompts: {}, resources: {} };

/** Answers a request on prompts or resources; an error for unknown methods, prompts and URIs. */
export async function rulesRequest(
	method: string,
	params: JsonObject,
	context: CallContext,
	{ services, config }: { readonly services: Services; readonly config: Config },
): Promise<Result<JsonObject, SourceFault>> {
	const { hub } = services.memory;
	const library = { hub, caller: await callerOf(services, context), config };
	switch (method) {
		case 'prompts/list':
			return ok({ prompts: (await hub.listObjects({})).length > 0 ? [PROMPT] : [] });
		case 'prompts/get':
			return params.name === PROMPT.name
				? ok(await prompt(library, params.arguments))
				: unknown(`Unknown prompt: the only one of Loadline is ${PROMPT.name}.`);
		case 'resources/list':
			return ok({ resources: await resources(library) });
		case 'resources/templates/list':
			return ok({ resourceTemplates: [] });
		case 'resources/read':
			return read(library, String(params.uri));
		default:
			return err({ code: 'unknown_method', message: `${method} is not offered here.` });
	}
}

const PROMPT = {
	name: 'rules',
	title: 'Rules',
	description: 'The rules that bind all work here, and with a task those for it.',
	arguments: [{ name: 'task', description: 'What is to be done.', required: false }],
};

interface Library {
	readonly hub: Services['memory']['hub'];
	/** Absent where no session is set up: documents are then read without binding anyone. */
	readonly caller: Caller | undefined;
	readonly config: Config;
}

async function callerOf({ memory }: Services, context: CallContext): Promise<Caller | undefined> {
	const handle = handleOf(context);
	if (!handle.ok) return undefined;
	const caller = { principal: context.principal.id, ...handle.value };
	const session = await memory.hub.session({ caller });
	return session.ok ? { ...caller, session: session.value } : undefined;
}

async function prompt({ hub, caller, config }: Library, given: unknown): Promise<JsonObject> {
	const tokenBudget = Math.floor(config.tokenBudgetThreshold / 2);
	const { text } = await hub.standing({ ...whoOf(caller), tokenBudget });
	const task = isRecord(given) && typeof given.task === 'string' ? given.task.trim() : '';
	const activated =
		caller !== undefined && task !== ''
			? await hub.activate({
					caller,
					query: task.slice(0, 4000),
					files: [],
					tokenBudget,
					known: [],
				})
			: undefined;
	const said = [text, activated?.ok ? activationText(activated.value) : '', ASK];
	const content = { type: 'text', text: said.filter((each) => each !== '').join('\n\n') };
	return { description: PROMPT.description, messages: [{ role: 'user', content }] };
}

async function resources({ hub }: Library): Promise<readonly JsonObject[]> {
	const objects = await hub.listObjects({});
	if (objects.length === 0) return [];
	const always = { uri: ALWAYS, name: 'rules', description: 'What binds all work here.' };
	const documents = objects.slice(0, MOST_LISTED).map((object) => ({
		uri: `${SCHEME}${aliasOf(object)}/${object.path}`,
		name: object.path,
		...(object.description !== undefined && { description: object.description }),
	}));
	return [always, ...documents].map((each) => ({ ...each, mimeType: MARKDOWN }));
}

async function read({ hub, caller, config }: Library, uri: string) {
	const tokenBudget = config.tokenBudgetThreshold;
	if (uri === ALWAYS) {
		const { text } = await hub.standing({ ...whoOf(caller), tokenBudget });
		return contentsOf(uri, text === '' ? ASK : `${text}\n\n${ASK}`);
	}
	const [, id = ''] = /^memory:([^/]+)/.exec(uri) ?? [];
	if (caller === undefined) {
		const version = await hub.readObject({ id });
		return version === null ? unknownResource() : contentsOf(uri, version.content);
	}
	const wanted = [[id, '']] as const;
	const loaded = await hub.load({ caller, wanted, shape: 'slim', draft: false });
	const content = loaded.ok ? loaded.value.items[0]?.content : undefined;
	return typeof content === 'string' ? contentsOf(uri, content) : unknownResource();
}

const MARKDOWN = 'text/markdown';
const whoOf = (caller: Caller | undefined) =>
	caller === undefined ? {} : { principal: caller.principal, session: caller.session };
const contentsOf = (uri: string, text: string) =>
	ok({ contents: [{ uri, mimeType: MARKDOWN, text }] });

const unknown = (message: string) => err(invalidParams(message));
const unknownResource = () =>
	unknown('Unknown resource: resources/list has the documents there are now.');
