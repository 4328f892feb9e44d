// Loadline in opencode (README.md): LOADLINE_URL and LOADLINE_TOKEN say where it is and who calls.
import { opencodeHooks } from 'loadline/client';

const url = process.env.LOADLINE_URL ?? 'http://localhost:8787';

export const Loadline = async () =>
	opencodeHooks({
		now: Date.now,
		async post(path, body, wait, headers) {
			const response = await fetch(`${url}${path}`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					authorization: `Bearer ${process.env.LOADLINE_TOKEN ?? 'none'}`,
					...headers,
				},
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(wait),
			});
			if (!response.ok) throw new Error(`Loadline answers ${response.status}.`);
			return response.json();
		},
	});
