// A clock for what others are given time for. It runs only while an answer could have been read: a busy
// isolate reads late, and that is nobody's fault but its own.

/** Parts of a wait: of a long standstill one part counts at most. */
const PARTS = 8;

/**
 * Runs `over` once `ms` milliseconds have been waited.
 * @returns stops the clock
 */
export function afterWaiting(ms: number, over: () => void): () => void {
	let left = PARTS;
	const part = (): void => {
		left--;
		if (left === 0) over();
		else timer = setTimeout(part, ms / PARTS);
	};
	let timer = setTimeout(part, ms / PARTS);
	return () => clearTimeout(timer);
}
