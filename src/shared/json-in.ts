// A text that may be JSON, where it is no fault that it is none.

/**
 * Parses a text as JSON.
 * @param parse another way to read it
 * @returns undefined where it says nothing, and for what is no text
 */
export function jsonIn(text: unknown, parse: (text: string) => unknown = JSON.parse): unknown {
	try {
		return typeof text === 'string' ? parse(text) : undefined;
	} catch {
		return undefined;
	}
}
