// Loadline in front of a server of both protocol eras and one of 2025 alone, for the tests of a file.
import { afterAll, beforeAll } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../upstreams/fixture-server';
import { type Loadline, startLoadline } from './serve';

export interface Eras {
	readonly both: FixtureServer;
	readonly legacy: FixtureServer;
	readonly loadline: Loadline;
}

/**
 * @param further upstreams besides `both` and `legacy`, by the address of the latter
 * @returns what is filled once the tests begin
 */
export function startEras(further: (legacy: string) => readonly object[] = () => []): Eras {
	const eras: { -readonly [name in keyof Eras]?: Eras[name] } = {};
	beforeAll(async () => {
		const both = await startFixtureServer();
		const legacy = await startFixtureServer({ era: 'legacy' });
		const upstreams = [
			{ name: 'both', url: both.url },
			{ name: 'legacy', url: legacy.url },
			...further(legacy.url),
		];
		Object.assign(eras, { both, legacy });
		eras.loadline = await startLoadline({ config: { upstreams } });
	});
	afterAll(async () => {
		await eras.loadline?.stop();
		await eras.both?.close();
		await eras.legacy?.close();
	});
	return eras as Eras;
}
