// Lists of messages and posts, as chats and forums answer them, after each API's documentation; all
// values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const discord = (): ApiList => {
	const m = made('discord');
	const messages = m.list(60, () => {
		const who = m.person();
		return {
			type: 0,
			content: m.text(m.int(1, 3)),
			mentions: [],
			mention_roles: [],
			attachments: [],
			embeds: [],
			timestamp: m.time(),
			edited_timestamp: m.maybe(m.time(), 0.8),
			flags: 0,
			components: [],
			id: m.token(19, '123456789'),
			channel_id: '1189000000000000001',
			author: {
				id: m.token(18, '123456789'),
				username: who.login,
				avatar: m.token(32),
				discriminator: '0',
				public_flags: 0,
				banner: null,
				accent_color: null,
				global_name: who.name,
			},
			pinned: false,
			mention_everyone: false,
			tts: false,
		};
	});
	return {
		name: 'discord_messages',
		path: [],
		need: ['content', 'author/username', 'timestamp'],
		value: messages,
	};
};

export const reddit = (): ApiList => {
	const m = made('reddit');
	const children = m.list(50, () => ({
		kind: 't3',
		data: {
			approved_at_utc: null,
			subreddit: m.pick(['selfhosted', 'programming']),
			selftext: m.text(m.int(0, 6)),
			author_fullname: `t2_${m.token(6)}`,
			saved: false,
			mod_reason_title: null,
			gilded: 0,
			clicked: false,
			title: m.title(),
			link_flair_richtext: [],
			subreddit_name_prefixed: 'r/selfhosted',
			hidden: false,
			downs: 0,
			thumbnail_height: null,
			name: `t3_${m.token(6)}`,
			quarantine: false,
			upvote_ratio: m.int(50, 99) / 100,
			subreddit_type: 'public',
			ups: m.int(0, 900),
			is_original_content: false,
			media: null,
			score: m.int(0, 900),
			is_created_from_ads_ui: false,
			thumbnail: 'self',
			edited: false,
			created: m.int(1_730_000_000, 1_793_000_000),
			archived: false,
			over_18: false,
			all_awardings: [],
			locked: false,
			id: m.token(6),
			author: m.person().login,
			num_comments: m.int(0, 300),
			permalink: `/r/selfhosted/comments/${m.token(6)}/x/`,
			url: `https://www.reddit.example/r/selfhosted/comments/${m.token(6)}/x/`,
			subreddit_subscribers: 412_345,
			is_video: false,
		},
	}));
	return {
		name: 'reddit_listing',
		path: ['data', 'children'],
		need: ['data/title', 'data/author', 'data/score', 'data/num_comments'],
		value: {
			kind: 'Listing',
			data: { after: 't3_x', dist: 50, modhash: '', geo_filter: null, children, before: null },
		},
	};
};

export const mastodon = (): ApiList => {
	const m = made('mastodon');
	const statuses = m.list(40, () => {
		const who = m.person();
		const id = m.token(18, '123456789');
		return {
			id,
			created_at: m.time(),
			in_reply_to_id: null,
			in_reply_to_account_id: null,
			sensitive: false,
			spoiler_text: '',
			visibility: 'public',
			language: 'en',
			uri: `https://social.example/users/${who.login}/statuses/${id}`,
			url: `https://social.example/@${who.login}/${id}`,
			replies_count: m.int(0, 40),
			reblogs_count: m.int(0, 90),
			favourites_count: m.int(0, 300),
			content: `<p>${m.text(m.int(1, 3))}</p>`,
			reblog: null,
			application: { name: 'Web', website: null },
			account: {
				id: m.token(18, '123456789'),
				username: who.login,
				acct: `${who.login}@social.example`,
				display_name: who.name,
				locked: false,
				bot: false,
				created_at: m.time(),
				note: `<p>${m.text(1)}</p>`,
				url: `https://social.example/@${who.login}`,
				avatar: `https://files.social.example/${m.token(16)}.png`,
				header: `https://files.social.example/${m.token(16)}.png`,
				followers_count: m.int(0, 9000),
				emojis: [],
				fields: [],
			},
			media_attachments: [],
			mentions: [],
			tags: [],
			emojis: [],
			card: null,
			poll: null,
		};
	});
	return {
		name: 'mastodon_statuses',
		path: [],
		need: ['content', 'account/acct', 'created_at'],
		value: statuses,
	};
};

export const hackerNews = (): ApiList => {
	const m = made('hn');
	const hits = m.list(50, () => {
		const [title, author, objectID] = [m.title(), m.person().login, m.token(8, '0123456789')];
		const marked = (value: string) => ({ matchLevel: 'none', matchedWords: [], value });
		return {
			_highlightResult: {
				author: marked(author),
				title: marked(title),
				url: marked('https://blog.example/post'),
			},
			_tags: ['story', `author_${author}`, `story_${objectID}`],
			author,
			children: m.list(m.int(0, 12), () => m.int(1e7, 4e7)),
			created_at: m.time(),
			created_at_i: m.int(1_730_000_000, 1_793_000_000),
			num_comments: m.int(0, 500),
			objectID,
			points: m.int(1, 900),
			story_id: Number(objectID),
			title,
			updated_at: m.time(),
			url: `https://blog.example/${m.token(9)}`,
		};
	});
	return {
		name: 'hackernews_search',
		path: ['hits'],
		need: ['title', 'author', 'points', 'num_comments'],
		value: {
			exhaustive: { nbHits: true, typo: true },
			hits,
			hitsPerPage: 50,
			nbHits: 5120,
			nbPages: 20,
			page: 0,
			params: 'query=x',
			processingTimeMS: 4,
			query: 'x',
		},
	};
};
