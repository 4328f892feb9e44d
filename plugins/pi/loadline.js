// Loadline in pi (README.md): LOADLINE_URL and LOADLINE_TOKEN say where it is and who calls.
import { piExtension } from 'loadline/client';

const url = process.env.LOADLINE_URL ?? 'http://localhost:8787';

export default (pi) =>
	piExtension(pi, {
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
			const text = await response.text();
			const event = text.split('\n').findLast((line) => line.startsWith('data: {'));
			return JSON.parse(event === undefined ? text : event.slice(6));
		},
	});
