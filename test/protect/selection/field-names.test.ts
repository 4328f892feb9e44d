// Tests of what the names of fields say, as APIs spell them.
import { describe, expect, it } from 'vitest';
import {
	isByproduct,
	isGeneric,
	isLesserIdentity,
	isMain,
	isPartial,
	isPlainStatus,
	isSpoken,
	isTouched,
	isWrapper,
	type Name,
	nameOf,
} from '../../../src/protect/selection/field-names';

describe('the role of a field', () => {
	it.each([
		['identity', 'id _id uuid key sku isbn IDs orderNumber order_sku invoice-number'],
		[
			'link',
			'userId author_id item_uuid owner_guid user_ids orderKey country_code commit_ref a_b_number',
		],
		['noise', 'url html_url avatarUrl token etag selfLink links node-id nodeId image_hash'],
		['title', 'title name names Summary subject displayName file_caption first_label'],
		['text', 'message body notes stderr_text error review_comment'],
		['status', 'status state priority severity payment_status is_active build_result phase_name'],
		['who', 'author assignees email customer created_by user_name accountTitle guestName paid_to'],
		[
			'amount',
			'amount total price num_comments total_users duration_ms size_bytes guest_count price_min',
		],
		['when', 'date created_at createdAt updated_utc starts deadline birthday last_seen_at'],
		['kind', 'type category event_type currency tags typeName'],
		['where', 'city country repository file_path region_name shipping_address cityLabel'],
		['none', 'foo fooBar f1 \u00e9t\u00e9 ms_'],
	] as const)('is %s', (role, keys) => {
		expect(Object.fromEntries(keys.split(' ').map((key) => [key, nameOf(key).role]))).toEqual(
			Object.fromEntries(keys.split(' ').map((key) => [key, role])),
		);
	});

	it('is read from the words of a key, however they are joined', () => {
		for (const key of [
			'guest_name',
			'guestName',
			'GuestName',
			'Guest Name',
			'guest-name',
			'GUEST_NAME',
			'$guest.name',
		])
			expect(nameOf(key)).toMatchObject({ length: 2, role: 'who' });
		expect([
			nameOf('HTMLUrl').length,
			nameOf('user2Id').length,
			nameOf('').length,
			nameOf('__').length,
		]).toEqual([2, 2, 0, 0]);
		expect(['', 'ms', 'x_ms', 'priced foo'].map((key) => nameOf(key).role)).toEqual([
			'none',
			'none',
			'none',
			'none',
		]);
		expect(nameOf('price foo').role).toBe('amount');
	});

	it('of a very long key is that of its beginning, and is not remembered', () => {
		const long = `guest_name_${'x'.repeat(88)} status`;
		expect(nameOf(long)).toMatchObject({ length: 3 });
		expect(nameOf(long)).not.toBe(nameOf(long));
		expect(nameOf('guest_nam')).toBe(nameOf('guest_nam'));
		const first = nameOf('forgotten');
		for (let at = 0; at < 4_000; at++) nameOf(`key${at}`);
		expect(nameOf('forgotten')).not.toBe(first);
		expect(nameOf('forgotten')).toEqual(first);
	});
});

describe('a name', () => {
	const says: Readonly<Record<string, readonly [(name: Name) => boolean, string, string]>> = {
		'nothing of its own': [isGeneric, 'name value title id displayName', 'priority guest_name'],
		'what people call a thing': [isSpoken, 'name text displayName label labels', 'id summary'],
		'who is the main one': [isMain, 'assignee author_email users', 'reporter committer'],
		'a number beside a thing': [
			isByproduct,
			'item_count byte_size up_votes',
			'count size count_of price',
		],
		'an identity that few say': [isLesserIdentity, 'slug uuid code oid', 'id number'],
		'a part of an amount': [isPartial, 'subtotal tax_amount old_price', 'total price'],
		'when it was touched': [isTouched, 'updated_at lastModified last_activity', 'created_at'],
		'a status in one word': [isPlainStatus, 'status state phase', 'priority run_status'],
		'that it wraps': [isWrapper, 'fields data issue_fields payload properties', 'guest price'],
	};
	it.each(Object.entries(says))('says %s', (_, [passes, yes, no]) => {
		expect(yes.split(' ').filter((key) => !passes(nameOf(key)))).toEqual([]);
		expect(no.split(' ').filter((key) => passes(nameOf(key)))).toEqual([]);
	});

	it('without words wraps, too', () => {
		expect(isWrapper(nameOf('$'))).toBe(true);
	});
});
