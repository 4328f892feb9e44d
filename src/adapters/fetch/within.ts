// Work that is waited for only so long.

/** The promise's value, or undefined if it takes longer; what comes of it later concerns nobody. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
	let timer: ReturnType<typeof setTimeout> | null = null;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), milliseconds);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		if (timer !== null) clearTimeout(timer);
	}
}
