// Posts JSON to an operator's webhook: once, without following redirects, and not for long.
import { err, ok, type Result } from '../../shared/result';

/** Milliseconds a receiver has. */
const PATIENCE = 10_000;

/** @returns why it was not taken; never the URL, which may hold a secret */
export async function postJson(
	fetch: (url: string, init: RequestInit) => Promise<Response>,
	url: string,
	body: unknown,
): Promise<Result<null, string>> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE),
		});
		void response.body?.cancel().catch(() => {});
		return response.ok ? ok(null) : err(`the webhook answers ${response.status}`);
	} catch (error) {
		const isLate = error instanceof Error && error.name === 'TimeoutError';
		return err(isLate ? 'the webhook does not answer' : 'the webhook cannot be reached');
	}
}

/** The promise's value, or undefined if it takes longer; what comes of it later concerns nobody. */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
	const { promise: late, resolve } = Promise.withResolvers<undefined>();
	const timer = setTimeout(() => resolve(undefined), milliseconds);
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
