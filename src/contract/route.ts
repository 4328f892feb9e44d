// A route as it is declared: who may call it, what it takes and what it answers.
import * as z from 'zod/v4';
import type { Scope } from '../auth';
import { once } from '../shared/once';

/** Schemas of a route, as OpenAPI needs them. */
export interface Schemas {
	/** One sentence. */
	readonly summary: string;
	/** Parameters of the address. */
	readonly query?: Readonly<Record<string, z.ZodType>>;
	/** JSON, or the media types of a body that is not. */
	readonly body?: z.ZodType | readonly string[];
	/** JSON, or the media types of an answer that is not. */
	readonly answer: z.ZodType | readonly string[];
	/** Statuses of an answer; 200 unless given. */
	readonly status?: readonly number[];
	/** Errors are those of another API. */
	readonly isForeign?: boolean;
	/** Methods of a route that takes several. */
	readonly methods?: readonly string[];
	readonly command?: CommandHint;
}

/**
 * The command of a route. Its arguments and options are the parameters of the route, `--used-at` of `usedAt`; those that
 * may be given several times are called in the singular.
 */
export interface CommandHint {
	/** Words, then arguments by the names of parameters: `token create <name>`. */
	readonly usage: string;
	/** Its help; the route's summary unless told. */
	readonly help?: string;
	/** The flag that asks this route instead of another with the same usage, and its help. */
	readonly flag?: readonly [flag: string, help: string] | undefined;
	/** Parameters that are options, if not all are. */
	readonly takes?: string;
	/** Options by the parameters that they are another name for. */
	readonly as?: Readonly<Record<string, string>>;
	/** The parameter that is read from standard input: an argument would be visible to others. */
	readonly reads?: string;
	/** The question to answer at a terminal, unless `--yes` is given. */
	readonly asks?: string;
	/** Columns of a table: members of the items of the answer's list, `id usedAt draft.path`. */
	readonly columns?: string;
	/** The list of `columns`, if the answer has several. */
	readonly rows?: string;
	/** The sentence for an empty list. */
	readonly empty?: string;
	/** A sentence with members of the answer, below its table: `{id}: removed`. */
	readonly says?: string;
	/** A sentence about what is hidden in what is printed, said where something is. */
	readonly hides?: string;
	/** A member that is 0 or empty where nothing was done, and what is said then, with exit code 1. */
	readonly unless?: readonly [member: string, says: string];
	/** The member that is printed as it is, or written to `[file]`; standard error has what is said. */
	readonly prints?: string;
	/** The member that is in this answer alone: standard output has it, and standard error what is said. */
	readonly once?: string;
}

/** A declared route; its key in the contract is `METHOD /path/:parameter`. */
export interface Route<Given extends Schemas = Schemas> {
	/** Absent where everybody may call. */
	readonly scope?: Scope;
	/** Builds the schemas when first called, so that no isolate starts with them. */
	readonly schemas: () => Given;
}

/** Declares a route that takes a scope. */
export const route = <const Given extends Schemas>(
	scope: Scope,
	schemas: () => Given,
): Route<Given> => ({ scope, schemas: once(schemas) });

/** Declares a route that everybody may call, or that checks its callers itself. */
export const open = <const Given extends Schemas>(schemas: () => Given): Route<Given> => ({
	schemas: once(schemas),
});

/** Types a schema whose values have more members than the document names. */
export const typed = <Value>(schema: z.ZodType): z.ZodType<Value> => schema as z.ZodType<Value>;

export const text = () => z.string();
export const texts = () => z.array(z.string());
/** Members of one kind, by their names. */
export const named = <Name extends string, Kind>(kind: () => Kind, ...names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, kind()])) as Readonly<Record<Name, Kind>>;
/** A list of objects. */
export const items = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape));
export const count = () => z.int().min(0);
/** ISO 8601. */
export const time = () => z.string().meta({ format: 'date-time' });
export const ms = () => z.int().describe('Milliseconds since the epoch.');
/** Any object; `Value` is its type where pages and commands read it. */
export const anything = <Value = Record<string, unknown>>() => typed<Value>(z.looseObject({}));

/** Parameters of lists that have pages. */
export const page = () => ({
	limit: z.int().min(1).max(200).default(50).describe('Entries of a page.'),
	offset: z.int().min(0).default(0).describe('Entries to leave out first.'),
});

/** The parameter of lists that an administrator may read for somebody else. */
export const ofPrincipal = () => ({
	principal: z.string().optional().describe('Another than the caller; takes the scope `admin`.'),
});
