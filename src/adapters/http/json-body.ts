// A JSON request body, bounded and checked: what is wrong is named member by member.
import type { z } from 'zod';
import { formatOf } from '../../config/parse';
import { err, ok, type Result } from '../../shared/result';
import { readBoundedText } from '../bounded-body';
import { errorResponse, type HttpErrorCode } from './errors';

/** Problems that one answer names. */
const MOST_ISSUES = 20;

/** The body as `schema` reads it (an empty one as `{}`), or the answer that refuses it. */
export async function readJson<Value>(
	request: Request,
	schema: z.ZodType<Value>,
	maxBytes: number,
	correlationId: string,
): Promise<Result<Value, Response>> {
	const refuse = (code: HttpErrorCode, message: string) =>
		err(errorResponse(code, message, correlationId));
	const text = await readBoundedText(request, maxBytes);
	if (!text.ok)
		return text.error === 'too_large'
			? refuse('too_large', `The body may have at most ${maxBytes} bytes.`)
			: refuse('unreadable', 'The request body could not be read.');
	// A web page can send any other type to a foreign server without being asked whether it may.
	if (text.value.trim() !== '' && formatOf(request.headers.get('content-type')) !== 'json')
		return refuse('not_json', 'Content-Type: must be application/json.');
	const json = parse(text.value);
	if (!json.ok) return refuse('invalid_body', 'The body is not JSON.');
	const read = schema.safeParse(json.value);
	if (read.success) return ok(read.data);
	const issues = read.error.issues.slice(0, MOST_ISSUES).map((issue) => ({
		path: issue.path.join('.'),
		reason: issue.message,
	}));
	const message = `The body is not what this route takes: ${issues.map(({ path, reason }) => `${path || 'body'}: ${reason}`).join('; ')}.`;
	return err(errorResponse('invalid_body', message.slice(0, 1000), correlationId, { issues }));
}

function parse(text: string): Result<unknown, undefined> {
	if (text.trim() === '') return ok({});
	try {
		return ok(JSON.parse(text) as unknown);
	} catch {
		return err(undefined);
	}
}
