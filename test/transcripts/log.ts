// Takes the log of the process, a line each; it belongs to the transcript of the exchange.
const lines: string[] = [];

/** Takes the log of this process. */
export function installLog(): void {
	const { stringify } = JSON;
	const take = (...words: unknown[]) =>
		void lines.push(
			`# ${words.map((word) => (typeof word === 'string' ? word : stringify(word))).join(' ')}`,
		);
	console.log = take;
	console.info = take;
	console.warn = take;
}

/** The lines since this was last asked. */
export const logged = (): string[] => lines.splice(0);
