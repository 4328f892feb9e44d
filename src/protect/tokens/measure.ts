// The estimate as configured (docs/protect.md "Tokens"): which estimator, for which token family.
import { utf8Bytes } from '../../shared/utf8';
import { estimate } from './estimate';

/**
 * Tokens by length alone. Kept selectable as specified; it overcounts prose and undercounts
 * identifiers, hashes and scripts other than Latin by up to half.
 *
 * @param text - any string; characters are UTF-16 code units
 * @returns tokens, a whole number
 * @example heuristic('abcdefgh') // 3
 */
export function heuristic(text: string): number {
	return Math.ceil((text.length / 4) * 1.2);
}

/** Way of counting tokens; `bytes` takes one token for four bytes of UTF-8. */
interface Measuring {
	readonly estimator: 'calibrated' | 'heuristic' | 'bytes';
	/** Multiplies the count, for models whose tokenizer gives more tokens than o200k; 1 for o200k. */
	readonly tokenFamily: number;
}

type Estimators = Readonly<Record<Measuring['estimator'], (text: string) => number>>;

/** Bytes a token of ordinary text takes, in UTF-8. */
const BYTES_PER_TOKEN = 4;

const byBytes = (text: string): number => Math.ceil(utf8Bytes(text) / BYTES_PER_TOKEN);

const ESTIMATORS: Estimators = { calibrated: estimate, heuristic, bytes: byBytes };

/**
 * Tokens by the configured estimator, scaled and rounded up. If the estimator throws, the text
 * counts one token per four UTF-8 bytes, so that a defect in estimating costs accuracy, never
 * the request.
 *
 * @param text - any string
 * @param estimators - the estimators to choose from; for tests
 * @returns tokens, a whole number
 * @example measure('{"id":1}', { estimator: 'calibrated', tokenFamily: 1.3 })
 */
export function measure(
	text: string,
	{ estimator, tokenFamily }: Measuring,
	estimators: Estimators = ESTIMATORS,
): number {
	try {
		return Math.ceil(estimators[estimator](text) * tokenFamily);
	} catch {
		return Math.ceil(byBytes(text) * tokenFamily);
	}
}
