// The HTTP API as one declaration a route. The document of the API (scripts/reference/openapi.ts), the types of
// pages and commands, the checks of bodies and the options of the command line are all made of it.
import type * as z from 'zod/v4';
import { access } from './access';
import { config } from './config';
import { memory } from './memory';
import { operations } from './operations';
import type { Route } from './route';
import { sessions } from './sessions';
import { work } from './work';
import { workspaces } from './workspaces';

export type { Route, Schemas } from './route';

/** Every route by `METHOD /path/:parameter`; no path stands before one of its own that it would match too. */
export const contract = {
	...{ ...operations, ...access, ...workspaces, ...memory },
	...{ ...sessions, ...work, ...config },
};

type Contract = typeof contract;
/** `METHOD /path/:parameter` of a declared route. */
export type RouteKey = keyof Contract;

type SchemasOf<Key extends RouteKey> = ReturnType<Contract[Key]['schemas']>;
type Read<Given, Part extends string> = Given extends { readonly [part in Part]: infer Type }
	? Type
	: undefined;
type Parsed<Type> = Type extends z.ZodType ? z.output<Type> : string;
/** Readonly throughout, and without the index signature of an object that has named members. */
type Frozen<Value> = Value extends readonly (infer Item)[]
	? readonly Frozen<Item>[]
	: Value extends Readonly<Record<string, infer Member>>
		? Named<Value> extends Record<string, never>
			? Readonly<Record<string, Member>>
			: Named<Value>
		: Value extends object
			? Named<Value>
			: Value;
type Named<Value> = {
	readonly [name in keyof Value as string extends name ? never : name]: Frozen<Value[name]>;
};

/** The JSON that a route answers; a text where it answers something else. */
export type AnswerOf<Key extends RouteKey> = Frozen<Parsed<SchemasOf<Key>['answer']>>;

/** The JSON that a route takes, before defaults; a text where it takes something else. */
export type BodyOf<Key extends RouteKey> =
	Read<SchemasOf<Key>, 'body'> extends infer Body extends z.ZodType ? z.input<Body> : string;

/** The body and the query of a route as they are read, defaults filled in. */
export interface ReadOf<Key extends RouteKey> {
	readonly body: Parsed<Read<SchemasOf<Key>, 'body'>>;
	readonly query: Read<SchemasOf<Key>, 'query'> extends infer Query extends Readonly<
		Record<string, z.ZodType>
	>
		? {
				readonly [name in keyof Query as undefined extends z.output<Query[name]>
					? never
					: name]: z.output<Query[name]>;
			} & {
				readonly [name in keyof Query as undefined extends z.output<Query[name]>
					? name
					: never]?: Exclude<z.output<Query[name]>, undefined>;
			}
		: object;
}

/** The path of a route as it is registered. */
export type PathOf<Key extends RouteKey> = Key extends `${string} ${infer Path}` ? Path : never;

type InPath<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? Name | InPath<`/${Rest}`>
	: Path extends `${string}:${infer Name}`
		? Name
		: never;
type Scalar = string | number | undefined;

/** Parameters of a route: those in its path, and those of its query. */
export type ParamsOf<Key extends RouteKey> = {
	readonly [name in InPath<PathOf<Key>>]: string;
} & (Read<SchemasOf<Key>, 'query'> extends infer Query extends object
	? { readonly [name in keyof Query]?: Scalar }
	: unknown);

/** The declaration of a route. */
export const routeOf = (key: RouteKey): Route => contract[key];

/** Splits a key into its method and its path. */
export const partsOf = (key: RouteKey): readonly [method: string, path: string] => {
	const at = key.indexOf(' ');
	return [key.slice(0, at), key.slice(at + 1)];
};

/** Builds the address of a request: parameters of the path filled in, the others as its query. */
export function addressOf(key: RouteKey, params: Readonly<Record<string, Scalar>> = {}): string {
	const rest = new Map(Object.entries(params));
	const [, template] = partsOf(key);
	const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
		const value = rest.get(name) ?? '';
		rest.delete(name);
		return encodeURIComponent(value);
	});
	const given = [...rest].flatMap(([name, value]) =>
		value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
	);
	return given.length === 0 ? path : `${path}?${given.join('&')}`;
}

/**
 * Reads names of people by ids: of members and services for administrators, else the own.
 * @param ask answers undefined where a route is refused
 */
export async function peopleNames(
	ask: <Key extends RouteKey>(key: Key) => Promise<AnswerOf<Key> | undefined>,
): Promise<ReadonlyMap<string, string>> {
	const asked = [ask('GET /api/me'), ask('GET /api/members'), ask('GET /api/tokens')] as const;
	const [me, members, tokens] = await Promise.all(asked);
	const services = tokens?.tokens.filter(({ principal, createdBy }) => principal !== createdBy);
	return new Map([
		...(tokens?.configured ?? []).map(({ id, name }) => [id, name] as const),
		...(services ?? []).map(({ principal, name }) => [principal, name] as const),
		...(members?.members ?? []).map(({ id, name }) => [id, name] as const),
		...(me ? [[me.id, me.name ?? me.id] as const] : []),
	]);
}
