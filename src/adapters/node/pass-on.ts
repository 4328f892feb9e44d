/** Sends a request, without redirects: for those Node's fetch keeps all of a body that streams, unless they are faults. */
export async function passOn(url: string, init: RequestInit): Promise<Response> {
	if (!(init.body instanceof ReadableStream)) return fetch(url, init);
	try {
		return await fetch(url, { ...init, redirect: 'error', window: null } as RequestInit);
	} catch (error) {
		const { message } = ((error as Error).cause ?? {}) as { message?: string };
		if (message === 'unexpected redirect') return new Response(null, { status: 307 });
		throw error;
	}
}
