// Lists as media, messaging and search APIs answer them, after each API's documentation; all values
// are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

const discord = (): ApiList => {
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

const reddit = (): ApiList => {
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

const youtube = (): ApiList => {
	const m = made('youtube');
	const items = m.list(50, () => {
		const videoId = m.token(11, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789_-');
		const thumbnail = (size: string, width: number) => ({
			url: `https://i.ytimg.example/vi/${videoId}/${size}.jpg`,
			width,
			height: 90,
		});
		return {
			kind: 'youtube#searchResult',
			etag: m.token(27),
			id: { kind: 'youtube#video', videoId },
			snippet: {
				publishedAt: m.time(),
				channelId: `UC${m.token(22)}`,
				title: m.title(),
				description: m.text(m.int(1, 3)),
				thumbnails: {
					default: thumbnail('default', 120),
					medium: thumbnail('mqdefault', 320),
					high: thumbnail('hqdefault', 480),
				},
				channelTitle: m.person().name,
				liveBroadcastContent: 'none',
				publishTime: m.time(),
			},
		};
	});
	return {
		name: 'youtube_search',
		path: ['items'],
		need: ['id/videoId', 'snippet/title', 'snippet/channelTitle', 'snippet/publishedAt'],
		value: {
			kind: 'youtube#searchListResponse',
			etag: m.token(27),
			nextPageToken: 'CDIQAA',
			regionCode: 'DE',
			pageInfo: { totalResults: 1_000_000, resultsPerPage: 50 },
			items,
		},
	};
};

const spotify = (): ApiList => {
	const m = made('spotify');
	const items = m.list(40, () => {
		const artist = {
			external_urls: { spotify: `https://open.spotify.example/artist/${m.token(22)}` },
			href: `https://api.spotify.example/v1/artists/${m.token(22)}`,
			id: m.token(22),
			name: m.person().name,
			type: 'artist',
			uri: `spotify:artist:${m.token(22)}`,
		};
		const id = m.token(22);
		return {
			added_at: m.time(),
			added_by: {
				external_urls: {},
				href: 'https://api.spotify.example/v1/users/x',
				id: 'x',
				type: 'user',
				uri: 'spotify:user:x',
			},
			is_local: false,
			primary_color: null,
			track: {
				album: {
					album_type: 'album',
					artists: [artist],
					available_markets: [
						'AT',
						'BE',
						'CH',
						'DE',
						'DK',
						'ES',
						'FI',
						'FR',
						'GB',
						'IE',
						'IT',
						'NL',
					],
					external_urls: { spotify: `https://open.spotify.example/album/${m.token(22)}` },
					href: `https://api.spotify.example/v1/albums/${m.token(22)}`,
					id: m.token(22),
					images: [{ height: 640, url: `https://i.scdn.example/image/${m.token(40)}`, width: 640 }],
					name: m.title(),
					release_date: m.time().slice(0, 10),
					release_date_precision: 'day',
					total_tracks: m.int(1, 20),
					type: 'album',
					uri: `spotify:album:${m.token(22)}`,
				},
				artists: [artist],
				available_markets: ['AT', 'BE', 'CH', 'DE'],
				disc_number: 1,
				duration_ms: m.int(90_000, 420_000),
				explicit: false,
				external_ids: { isrc: m.token(12) },
				href: `https://api.spotify.example/v1/tracks/${id}`,
				id,
				is_local: false,
				name: m.title(),
				popularity: m.int(0, 100),
				preview_url: null,
				track_number: m.int(1, 14),
				type: 'track',
				uri: `spotify:track:${id}`,
			},
			video_thumbnail: { url: null },
		};
	});
	return {
		name: 'spotify_playlist_tracks',
		path: ['items'],
		need: ['track/name', 'track/artists/0/name', 'track/album/name'],
		value: {
			href: 'https://api.spotify.example/v1/playlists/x/tracks?offset=0&limit=40',
			items,
			limit: 40,
			next: null,
			offset: 0,
			previous: null,
			total: 40,
		},
	};
};

const mastodon = (): ApiList => {
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

const hackerNews = (): ApiList => {
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

export const readingLists = (): ApiList[] => [
	discord(),
	reddit(),
	youtube(),
	spotify(),
	mastodon(),
	hackerNews(),
];
