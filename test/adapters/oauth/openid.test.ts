import { expect, it } from 'vitest';
import { type Claims, together } from '../../../src/adapters/oauth/openid';

const claims = (more: object): Claims => ({ iss: 'https://id.example', sub: '1', ...more });

it('an address is as verified as who said it says', () => {
	const info = { sub: '1', name: 'Ada', email: 'ada@work.example', email_verified: true };
	expect(together(claims({}), info)).toEqual(claims(info));
	expect(together(claims({ email: 'ada@other.example' }), info)).toEqual(
		claims({ name: 'Ada', email: 'ada@other.example' }),
	);
	expect(
		together(claims({ email: 'a@b.example', email_verified: false, name: 'A' }), info),
	).toEqual(claims({ name: 'A', email: 'a@b.example', email_verified: false }));
});
