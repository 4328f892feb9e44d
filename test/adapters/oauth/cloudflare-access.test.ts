// Assertions of Cloudflare Access, signed as its documentation has it.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { createAccessTeam } from '../../../src/adapters/oauth/openid';

const team = 'https://team.cloudflareaccess.com';
const audience = 'a'.repeat(64);
let sign: (
	claims: Record<string, unknown>,
	facts?: { issuer?: string; audience?: string; life?: string },
) => Promise<string>;
let verify: (assertion: string) => ReturnType<ReturnType<typeof createAccessTeam>>;
let asked: string[] = [];

beforeAll(async () => {
	const { publicKey, privateKey } = await generateKeyPair('RS256');
	const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
	asked = [];
	const verifyHeaders = createAccessTeam({ team: `${team}/`, audience }, async (url) => {
		asked.push(url);
		return Response.json({ keys: [jwk] });
	});
	verify = (assertion) => verifyHeaders(new Headers({ 'Cf-Access-Jwt-Assertion': assertion }));
	sign = (claims, { issuer = team, audience: to = audience, life = '1h' } = {}) =>
		new SignJWT(claims)
			.setProtectedHeader({ alg: 'RS256', kid: 'one' })
			.setIssuer(issuer)
			.setAudience(to)
			.setIssuedAt()
			.setExpirationTime(life)
			.sign(privateKey);
});

it('says who came, and asks for the team’s keys once', async () => {
	const assertion = await sign({ sub: 'a1', email: 'ann@example.com' });
	for (let times = 0; times < 3; times++)
		expect(await verify(assertion)).toMatchObject({
			ok: true,
			value: { iss: team, sub: 'a1', email: 'ann@example.com', email_verified: true },
		});
	expect(asked).toEqual([`${team}/cdn-cgi/access/certs`]);
});

it.each([
	['is of another application', { sub: 'a' }, { audience: 'b'.repeat(64) }],
	['is of another team', { sub: 'a' }, { issuer: 'https://evil.cloudflareaccess.com' }],
	['has ended', { sub: 'a' }, { life: '-1m' }],
	['is a service token’s', { sub: '', common_name: 'robot' }, {}],
])('refuses an assertion that %s', async (_, claims, facts) => {
	expect(await verify(await sign(claims, facts))).toEqual({ ok: false, error: 'invalid' });
});

it('refuses one that is altered, unsigned or none', async () => {
	const [head, , tail] = (await sign({ sub: 'a' })).split('.');
	const other = Buffer.from(JSON.stringify({ sub: 'b', iss: team, aud: audience })).toString(
		'base64url',
	);
	const none = Buffer.from('{"alg":"none"}').toString('base64url');
	for (const forged of [`${head}.${other}.${tail}`, `${none}.${other}.`, 'nothing'])
		expect(await verify(forged)).toEqual({ ok: false, error: 'invalid' });
});
