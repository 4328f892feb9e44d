// Errors of the HTTP routes: `{error: {code, message, correlationId}}`, never a stack.

/** The header in which every refusal has its correlation id, whatever form its body has. */
export const CORRELATION = 'Loadline-Correlation-Id';

/** HTTP statuses of the error codes, which are for programs. */
export const STATUS = {
	unauthorized: 401,
	forbidden: 403,
	insufficient_scope: 403,
	forbidden_host: 403,
	forbidden_origin: 403,
	closed: 503,
	not_found: 404,
	unknown_upstream: 404,
	method_not_allowed: 405,
	too_large: 413,
	not_json: 415,
	encoded: 415,
	unreadable: 400,
	invalid_config: 400,
	invalid_definition: 400,
	invalid_parameter: 400,
	invalid_body: 400,
	conflict: 409,
	wrong_state: 409,
	four_eyes: 403,
	busy: 429,
	rate_limited: 429,
	unavailable: 503,
	internal: 500,
} as const;
export type HttpErrorCode = keyof typeof STATUS;

/** Optional members of an error answer. */
export interface ErrorDetail {
	readonly headers?: Readonly<Record<string, string>>;
	readonly issues?: readonly object[];
	/** Facts with which a caller decides how to go on. */
	readonly detail?: object;
}

/** The part of a request's context that errors use. */
export interface Asking {
	readonly var: { readonly correlationId: string };
}

/** An error as a response; the status follows from the code. Of `name: reason.` about a parameter `issues` has both. */
export const refuse = (
	{ var: { correlationId } }: Asking,
	code: HttpErrorCode,
	message: string,
	{ headers, detail, issues = issuesIn(code, message) }: ErrorDetail = {},
): Response =>
	Response.json(
		{ error: { code, message, correlationId, issues, detail } },
		{ status: STATUS[code], headers: { 'Cache-Control': 'no-store', ...headers } },
	);

const issuesIn = (code: HttpErrorCode, message: string): readonly object[] | undefined => {
	const [, path, reason] = /^(.{1,100}?): (.*?)\.?$/s.exec(message) ?? [];
	return path === undefined || code !== 'invalid_parameter' ? undefined : [{ path, reason }];
};
