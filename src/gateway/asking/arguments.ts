// Arguments that ask a result: `select`, `query`, how much room its answer may take (docs/ask.md).
import { MAX_EXPRESSION_LENGTH } from '../../ask';
import { defined, type JsonObject } from '../../shared/json-values';
import { err, every, ok, type Result } from '../../shared/result';

export interface Asking {
	/** An expression (JMESPath). */
	readonly select?: string;
	/** Words, key:value, /pattern/, -not. */
	readonly query?: string;
	/** Lines around a hit. */
	readonly context?: number;
}

export interface AskingCall extends Asking {
	/** Tokens the answer may take. */
	readonly tokens?: number;
	/** References are looked at, the tool is not called. */
	readonly dry?: boolean;
}

const MOST_QUERY_CHARACTERS = 500;
const MOST_CONTEXT_LINES = 50;
const LEAST_TOKENS = 100;

/** Checks the arguments; null and "" ask for nothing. The error names the argument and its range. */
export const readAsking = (own: JsonObject, maxTokens: number): Result<AskingCall, string> => {
	const asked = every({
		select: text('select', own.select, MAX_EXPRESSION_LENGTH),
		query: text('query', own.query, MOST_QUERY_CHARACTERS),
	});
	if (!asked.ok) return asked;
	if (asked.value.select !== undefined && asked.value.query !== undefined)
		return err('select, query: give one of them. "select" computes, "query" finds words.');
	const context = whole('context', own.context, 0, MOST_CONTEXT_LINES);
	if (!context.ok) return context;
	const tokens = whole('tokens', own.tokens, LEAST_TOKENS, Number.MAX_SAFE_INTEGER);
	if (!tokens.ok)
		return err(`tokens: must be a whole number from ${LEAST_TOKENS} to ${maxTokens}.`);
	return ok({
		...defined(asked.value),
		...(context.value ? { context: context.value } : {}),
		...(tokens.value === undefined ? {} : { tokens: Math.min(tokens.value, maxTokens) }),
		...(own.dry === true || own.dry === 'true' ? { dry: true } : {}),
	});
};

/** Returns true for a call with a question. */
export const asks = ({ select, query }: Asking): boolean =>
	select !== undefined || query !== undefined;

const text = (name: string, value: unknown, most: number): Result<string | undefined, string> => {
	if (value === undefined || value === null) return ok(undefined);
	// A number is looked for as it is spelled.
	if (typeof value === 'number') return ok(String(value));
	if (typeof value !== 'string' || value.length > most)
		return err(`${name}: must be a string of at most ${most} characters.`);
	return ok(value.trim() === '' ? undefined : value);
};

const whole = (
	name: string,
	value: unknown,
	least: number,
	most: number,
): Result<number | undefined, string> => {
	if (value === undefined || value === null || value === '') return ok(undefined);
	const number = numberOf(value);
	if (Number.isInteger(number) && number >= least && number <= most) return ok(number);
	return err(`${name}: must be a whole number from ${least} to ${most}.`);
};

/** Returns a number, as a text or as it was spelled too, `300.0`; NaN for anything else. */
export const numberOf = (value: unknown): number => {
	if (typeof value === 'number') return value;
	if (typeof value === 'string') return /^\s*\d+(?:\.0*)?\s*$/.test(value) ? Number(value) : NaN;
	const spelled = (value as { rawJSON?: unknown } | null)?.rawJSON;
	return typeof spelled === 'string' ? Number(spelled) : Number.NaN;
};
