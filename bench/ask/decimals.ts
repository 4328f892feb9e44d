// Sums of decimals as paper has them: 0.1 + 0.2 is 0.3.

interface Decimal {
	readonly digits: bigint;
	readonly scale: number;
}

function decimal(value: number): Decimal {
	const [mantissa = '', exponent = '0'] = String(value).split('e');
	const [whole = '', part = ''] = mantissa.split('.');
	const scale = part.length - Number(exponent);
	const digits = BigInt(whole + part);
	return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** The double nearest to the exact sum. */
export function exactSum(values: readonly number[]): number {
	const parts = values.map(decimal);
	const scale = Math.max(0, ...parts.map((part) => part.scale));
	const sum = parts.reduce(
		(all, part) => all + part.digits * 10n ** BigInt(scale - part.scale),
		0n,
	);
	return Number(`${sum}e-${scale}`);
}
