// Expressions (JMESPath) that a result offers: the paths of its keys, items of lists flattened.
import { isRecord } from '../../../../shared/json-values';

const DEEPEST = 4;
const MOST = 200;

/** Returns the paths of a value, those near its root first. */
export function pathsIn(value: unknown): readonly string[] {
	const paths: string[] = [];
	let level: readonly (readonly [path: string, value: unknown])[] = [['', value]];
	for (let depth = 0; depth < DEEPEST && paths.length < MOST; depth++) {
		level = level.flatMap(([path, own]) => {
			const [base, holder] = Array.isArray(own) ? [`${path}[]`, own.find(isRecord)] : [path, own];
			return Object.entries(isRecord(holder) ? holder : {}).map(([key, inner]) => {
				const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
				return [base === '' ? name : `${base}.${name}`, inner] as const;
			});
		});
		paths.push(...level.map(([path]) => path));
	}
	return paths.slice(0, MOST);
}
