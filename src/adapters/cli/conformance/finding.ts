// Findings of a conformance test.

/** The outcome of one check; `why` says what was seen where it is not ok. */
export interface Finding {
	readonly check: string;
	readonly outcome: 'ok' | 'failed' | 'not tried';
	readonly why?: string;
}

export const finding = (check: string, isSo: boolean, seen: string): Finding =>
	isSo ? { check, outcome: 'ok' } : { check, outcome: 'failed', why: seen };

export const notTried = (check: string, why: string): Finding => ({
	...{ check, outcome: 'not tried', why },
});
