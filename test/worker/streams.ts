// Streams of a model's messages, as a provider writes and a host reads them.
/** Spells an event of a stream. */
export const event = (type: string, rest: object) =>
	`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
/** Length that the first event of a message counts. */
export const usage = {
	...{ input_tokens: 100, output_tokens: 1 },
	...{ cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
};

/** Reads a stream until it is over, or until a text has come; then it is given up. */
export async function readTo(response: Response, text: string | undefined): Promise<void> {
	const decoder = new TextDecoder();
	let read = '';
	for await (const piece of response.body ?? []) {
		read += decoder.decode(piece as Uint8Array, { stream: true });
		if (text !== undefined && read.includes(text)) return;
	}
}
