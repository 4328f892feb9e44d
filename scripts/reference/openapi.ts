// The HTTP API as a document of OpenAPI 3.1, made of the contract (src/contract).
import * as z from 'zod';
import packageFile from '../../package.json';
import { STATUS } from '../../src/adapters/http/errors';
import { contract, partsOf, type Route, type RouteKey, type Schemas } from '../../src/contract';

export interface Operation {
	/** In lower case. */
	readonly method: string;
	/** As OpenAPI has it: `/api/tokens/{id}`. */
	readonly path: string;
	readonly declared: Route;
}

/** Every operation of the contract, by its path. */
export const operations = (): readonly Operation[] =>
	Object.entries<Route>(contract)
		.flatMap(([key, declared]) => {
			const [method, path] = partsOf(key as RouteKey);
			const methods =
				method === 'ALL' ? (declared.schemas().methods ?? []) : [method.toLowerCase()];
			return methods.map((each) => ({ method: each, path: shownPath(path), declared }));
		})
		.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));

const shownPath = (path: string): string =>
	path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}').replace('*', '{path}');

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): object => {
	const { $schema: _, ...schema } = z.toJSONSchema(type, {
		io,
		unrepresentable: 'any',
		override: ({ jsonSchema }) => {
			// A bound that every integer of JavaScript is within says nothing.
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
			if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
		},
	});
	return schema;
};

const contentOf = (given: Schemas['answer'], io: 'input' | 'output'): object =>
	given instanceof z.ZodType
		? { 'application/json': { schema: schemaOf(given, io) } }
		: Object.fromEntries(given.map((type) => [type, {}]));

const WORDS: Readonly<Record<number, string>> = { 200: 'Done.', 201: 'Made.', 202: 'Begun.' };

function operationOf({ method, path, declared }: Operation): object {
	const { scope } = declared;
	const {
		summary,
		query = {},
		body,
		answer,
		status = [200],
		isForeign = false,
	} = declared.schemas();
	const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
		name,
		in: 'path',
		required: true,
		schema: { type: 'string' },
	}));
	const inQuery = Object.entries(query).map(([name, type]) => {
		const { description, ...schema } = schemaOf(type, 'input') as { description?: string };
		return { name, in: 'query', ...(description && { description }), schema };
	});
	const parameters = [...inPath, ...inQuery];
	return {
		operationId: idOf(method, path),
		summary,
		tags: [/^\/api\/(\w+)/.exec(path)?.[1] ?? 'doors'],
		...(scope && { description: `Takes the scope \`${scope}\`.`, security: [{ token: [scope] }] }),
		...(parameters.length > 0 && { parameters }),
		...(body && method !== 'get' && { requestBody: { content: contentOf(body, 'input') } }),
		responses: {
			...Object.fromEntries(
				status.map((code) => [
					code,
					{
						description: WORDS[code] ?? 'Done.',
						...(code !== 204 && { content: contentOf(answer, 'output') }),
					},
				]),
			),
			default: isForeign
				? { description: 'Refused, as the protocol or the provider refuses.' }
				: { $ref: '#/components/responses/Error' },
		},
	};
}

const idOf = (method: string, path: string): string =>
	method + path.replaceAll(/[^A-Za-z]+(\w?)/g, (_, first: string) => first.toUpperCase());

const error = () =>
	z.strictObject({
		error: z.strictObject({
			code: z.enum(Object.keys(STATUS)),
			message: z.string(),
			correlationId: z.string().describe('The same in the log.'),
			issues: z.array(z.looseObject({})).optional().describe('Every problem with its place.'),
			detail: z.looseObject({}).optional(),
		}),
	});

/** The document, as JSON. */
export function openapi(): object {
	const paths: Record<string, Record<string, object>> = {};
	for (const operation of operations()) {
		const at = paths[operation.path] ?? {};
		paths[operation.path] = at;
		at[operation.method] = operationOf(operation);
	}
	return {
		openapi: '3.1.1',
		info: {
			title: 'Loadline',
			version: packageFile.version,
			license: { name: 'MIT', identifier: 'MIT' },
			description:
				'What programs ask of Loadline. Every answer with a body of its own is not cached; every error has a code, a message that says what to do, and the id it has in the log.',
		},
		servers: [{ url: '/' }],
		security: [{ token: [] }, {}],
		paths,
		components: {
			securitySchemes: {
				token: { type: 'http', scheme: 'bearer', description: 'An API token, or one of OAuth.' },
			},
			responses: {
				Error: {
					description: 'Refused.',
					content: { 'application/json': { schema: schemaOf(error(), 'output') } },
				},
			},
		},
	};
}
