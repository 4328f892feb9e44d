// A model provider for the pass-through: it answers with what it was sent.
import type { WebHandler } from '../upstreams/node-http';

export const modelServer: WebHandler = async (request) => {
	const body = await request.text();
	const headers = {
		'content-type': body.includes('"stream":true') ? 'text/event-stream' : 'application/json',
		'x-provider': 'yes',
	};
	if (body.includes('"stream":true'))
		return new Response(`event: message\ndata: {"got":${JSON.stringify(body)}}\n\n`, { headers });
	return new Response(
		JSON.stringify({
			type: 'message',
			url: new URL(request.url).pathname,
			key: request.headers.get('x-api-key'),
			got: body,
		}),
		{ headers },
	);
};
