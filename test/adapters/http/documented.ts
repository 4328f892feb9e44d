// Operations of the API, called as its document has them: what goes in and comes out is held against its schemas.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

interface Operation {
	readonly parameters?: readonly { readonly name: string; readonly in: string }[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { schema?: object }>> };
	readonly responses: Readonly<
		Record<string, { content?: Readonly<Record<string, { schema?: object }>>; $ref?: string }>
	>;
}
export interface Document {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { responses: { Error: Operation['responses'][string] } };
}

const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true }));

interface Given {
	readonly body?: unknown;
	readonly type?: string;
	readonly fails?: true;
}

/** An operation's answer; its schema has been checked. */
type Told = ReturnType<typeof JSON.parse>;

/** @param headers sent with every call */
export function documented(
	document: Document,
	url: string,
	headers: Readonly<Record<string, string>>,
) {
	/** Operations that were called, as `get /api/me`. */
	const called = new Set<string>();
	/** Calls an operation by its path in the document, `{name}` filled in, and checks both directions. */
	const ask = async (
		method: string,
		template: string,
		values: Readonly<Record<string, string>> = {},
		{ body, type = 'application/json', fails }: Given = {},
	): Promise<Told> => {
		const operation = document.paths[template]?.[method.toLowerCase()];
		if (operation === undefined) throw new Error(`${method} ${template} is not in the document`);
		called.add(`${method.toLowerCase()} ${template}`);
		const parameters = operation.parameters ?? [];
		const query = new URLSearchParams();
		for (const [name, value] of Object.entries(values)) {
			const known = parameters.find((parameter) => parameter.name === name);
			expect([template, name, known?.in]).toEqual([template, name, expect.any(String)]);
			if (known?.in === 'query') query.set(name, value);
		}
		const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
		if (body !== undefined) {
			const taken = operation.requestBody?.content[type];
			expect([template, type, taken]).toEqual([template, type, expect.anything()]);
			if (taken?.schema) check(`${method} ${template} takes`, taken.schema, body);
		}
		const answer = await fetch(`${url}${path}?${query}`, {
			method,
			headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
			...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await answer.text();
		expect([method, path, answer.ok, text.slice(0, 300)]).toEqual([
			...[method, path, fails !== true, expect.anything()],
		]);
		const told = fails ? document.components.responses.Error : operation.responses[answer.status];
		const given = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
		const content = told?.content?.[given];
		expect([method, template, answer.status, given, content]).toEqual([
			...[method, template, answer.status, given, expect.anything()],
		]);
		if (content?.schema) check(`${method} ${template} gives`, content.schema, JSON.parse(text));
		return given === 'application/json' ? JSON.parse(text) : text;
	};
	return { ask, called };
}

function check(what: string, schema: object, value: unknown): void {
	const isValid = ajv.validate(schema, value);
	expect([what, isValid ? [] : ajv.errors]).toEqual([what, []]);
}
