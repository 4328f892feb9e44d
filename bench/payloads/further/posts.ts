// Lists as places where people write to each other answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const stackQuestions = (): ApiList => {
	const m = made('stackexchange');
	return {
		name: 'stackexchange_questions',
		path: ['items'],
		need: ['title', 'score', 'answer_count', 'owner/display_name', 'creation_date'],
		value: {
			items: m.list(60, () => {
				const [id, who] = [m.int(70_000_000, 79_999_999), m.person()];
				return {
					tags: m.list(m.int(1, 4), () =>
						m.pick(['typescript', 'node.js', 'sql', 'css', 'docker']),
					),
					owner: {
						account_id: m.int(1_000, 9_999_999),
						reputation: m.int(1, 90_000),
						user_id: m.int(1_000, 9_999_999),
						user_type: 'registered',
						profile_image: `https://gravatar.example/avatar/${m.token(32)}?s=256`,
						display_name: who.name,
						link: `https://stack.example/users/${m.int(1_000, 99_999)}/${who.login}`,
					},
					is_answered: m.pick([true, false]),
					view_count: m.int(5, 90_000),
					answer_count: m.int(0, 9),
					score: m.int(-3, 120),
					last_activity_date: m.int(1_730_000_000, 1_790_000_000),
					creation_date: m.int(1_730_000_000, 1_790_000_000),
					last_edit_date: m.int(1_730_000_000, 1_790_000_000),
					question_id: id,
					content_license: 'CC BY-SA 4.0',
					link: `https://stack.example/questions/${id}/${m.token(8)}`,
					title: m.title(),
				};
			}),
			has_more: true,
			quota_max: 300,
			quota_remaining: 287,
		},
	};
};

export const blueskyFeed = (): ApiList => {
	const m = made('bluesky');
	return {
		name: 'bluesky_feed',
		path: ['feed'],
		need: ['post/record/text', 'post/author/handle', 'post/likeCount', 'post/record/createdAt'],
		value: {
			feed: m.list(40, () => {
				const [who, did] = [
					m.person(),
					`did:plc:${m.token(24, '234567abcdefghijklmnopqrstuvwxyz')}`,
				];
				return {
					post: {
						uri: `at://${did}/app.bsky.feed.post/${m.token(13, '234567abcdefghijklmnopqrstuvwxyz')}`,
						cid: `bafyrei${m.token(52, '234567abcdefghijklmnopqrstuvwxyz')}`,
						author: {
							did,
							handle: `${who.login}.bsky.example`,
							displayName: who.name,
							avatar: `https://cdn.bsky.example/img/avatar/plain/${did}/${m.token(52)}@jpeg`,
							associated: { chat: { allowIncoming: 'all' } },
							viewer: { muted: false, blockedBy: false },
							labels: [],
							createdAt: m.time(),
						},
						record: {
							$type: 'app.bsky.feed.post',
							createdAt: m.time(),
							langs: ['en'],
							text: m.text(2),
						},
						replyCount: m.int(0, 40),
						repostCount: m.int(0, 90),
						likeCount: m.int(0, 900),
						quoteCount: m.int(0, 9),
						indexedAt: m.time(),
						viewer: { threadMuted: false, embeddingDisabled: false },
						labels: [],
					},
				};
			}),
			cursor: m.time(),
		},
	};
};

export const twilioMessages = (): ApiList => {
	const m = made('twilio');
	return {
		name: 'twilio_messages',
		path: ['messages'],
		need: ['from', 'to', 'body', 'status', 'date_sent'],
		value: {
			first_page_uri: '/2010-04-01/Accounts/AC1/Messages.json?PageSize=50&Page=0',
			end: 49,
			page: 0,
			page_size: 50,
			start: 0,
			next_page_uri: `/2010-04-01/Accounts/AC1/Messages.json?PageSize=50&Page=1&PageToken=PASM${m.token(32)}`,
			previous_page_uri: null,
			uri: '/2010-04-01/Accounts/AC1/Messages.json?PageSize=50&Page=0',
			messages: m.list(50, () => {
				const [sid, date] = [
					`SM${m.token(32)}`,
					new Date(m.time()).toUTCString().replace('GMT', '+0000'),
				];
				return {
					account_sid: `AC${'0'.repeat(24)}deadbeef`,
					api_version: '2010-04-01',
					body: m.text(1),
					date_created: date,
					date_sent: date,
					date_updated: date,
					direction: m.pick(['outbound-api', 'inbound']),
					error_code: null,
					error_message: null,
					from: `+1415555${m.int(1_000, 9_999)}`,
					messaging_service_sid: null,
					num_media: '0',
					num_segments: '1',
					price: m.maybe('-0.00750'),
					price_unit: 'USD',
					sid,
					status: m.pick(['delivered', 'delivered', 'sent', 'failed', 'received']),
					subresource_uris: { media: `/2010-04-01/Accounts/AC1/Messages/${sid}/Media.json` },
					to: `+1206555${m.int(1_000, 9_999)}`,
					uri: `/2010-04-01/Accounts/AC1/Messages/${sid}.json`,
				};
			}),
		},
	};
};

export const mailchimpCampaigns = (): ApiList => {
	const m = made('mailchimp');
	return {
		name: 'mailchimp_campaigns',
		path: ['campaigns'],
		need: ['id', 'settings/subject_line', 'status', 'send_time', 'emails_sent'],
		value: {
			campaigns: m.list(30, () => ({
				id: m.token(10),
				web_id: m.int(100_000, 9_999_999),
				type: m.pick(['regular', 'plaintext', 'absplit']),
				create_time: m.time(),
				archive_url: `https://eepurl.example/${m.token(7)}`,
				long_archive_url: `https://us1.campaign-archive.example/?u=${m.token(25)}&id=${m.token(10)}`,
				status: m.pick(['sent', 'sent', 'save', 'schedule']),
				emails_sent: m.int(0, 90_000),
				send_time: m.time(),
				content_type: 'template',
				needs_block_refresh: false,
				resendable: true,
				recipients: {
					list_id: m.token(10),
					list_is_active: true,
					list_name: m.pick(['Newsletter', 'Customers']),
					segment_text: '',
					recipient_count: m.int(10, 90_000),
				},
				settings: {
					subject_line: m.title(),
					preview_text: m.text(1),
					title: m.title(),
					from_name: 'Acme',
					reply_to: 'hello@acme.example',
					use_conversation: false,
					to_name: '*|FNAME|*',
					folder_id: '',
					authenticate: true,
					auto_footer: false,
					inline_css: false,
					template_id: m.int(1, 99_999),
					drag_and_drop: true,
				},
				tracking: {
					opens: true,
					html_clicks: true,
					text_clicks: false,
					goal_tracking: false,
					ecomm360: false,
					google_analytics: '',
					clicktale: '',
				},
				report_summary: {
					opens: m.int(0, 90_000),
					unique_opens: m.int(0, 9_000),
					open_rate: m.int(1, 99) / 100,
					clicks: m.int(0, 900),
					subscriber_clicks: m.int(0, 900),
					click_rate: m.int(1, 99) / 1000,
				},
				delivery_status: { enabled: false },
			})),
			total_items: 318,
		},
	};
};
